//! Games for tests.

use quadrille::{Catalogue, Strength};

use super::app::App;
use super::game::InteractiveGame;
use crate::input::line_of_argument;

/// A game from a position, in which people play some sides.
pub(super) fn game(name: &str, position: &str, humans: [bool; 2]) -> InteractiveGame {
    let line = line_of_argument(&Catalogue::standard(), name, position);
    let line = line.unwrap_or_else(|_| panic!("{position} is a position of {name}"));
    InteractiveGame::new(line, humans, Strength::Level(1))
}

/// The same on a screen.
pub(super) fn app(name: &str, position: &str, humans: [bool; 2]) -> App {
    App::new(game(name, position, humans))
}
