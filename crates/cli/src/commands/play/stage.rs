//! Games for tests.

use anyline::Strength;
use games::GameSpec;

use super::app::App;
use super::session::Session;

/// Does something with a game from a position.
pub(super) fn with<R>(
    game: &str,
    position: &str,
    humans: [bool; 2],
    work: impl FnOnce(&mut Session<'_>) -> R,
) -> R {
    let spec = GameSpec::for_position(game, position).expect(game);
    anyline::open(spec, position, |line| work(&mut Session::new(spec, line, humans, Strength::Level(1))))
        .expect(position)
}

/// Does something with a screen.
pub(super) fn with_app<R>(
    game: &str,
    position: &str,
    humans: [bool; 2],
    work: impl FnOnce(&mut App<'_>) -> R,
) -> R {
    let spec = GameSpec::for_position(game, position).expect(game);
    anyline::open(spec, position, |line| {
        work(&mut App::new(Session::new(spec, line, humans, Strength::Level(1))))
    })
    .expect(position)
}
