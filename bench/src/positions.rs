//! Positions to search: the start, and some from the middle of random games, the same in every run.

use game::{Game, Line, Random};

/// A line with its name in the tables.
pub(crate) struct Opening<'g, G: Game> {
    pub(crate) name: String,
    pub(crate) line: Line<'g, G>,
}

/// The start and then any number of random openings in which the game is not over, the same in every run.
pub(crate) fn openings<G: Game>(game: &G) -> impl Iterator<Item = Opening<'_, G>> {
    let start = Opening { name: "start".into(), line: Line::start(game) };
    std::iter::once(start).chain((1..).filter_map(move |seed| random_opening(game, seed)))
}

/// A line of 8 to 12 random plies, unless it ends the game.
fn random_opening<G: Game>(game: &G, seed: u64) -> Option<Opening<'_, G>> {
    let mut random = Random::new(seed);
    let plies = 8 + random.below(5);
    let mut line = Line::start(game);
    for _ in 0..plies {
        let moves = line.moves();
        if moves.is_empty() {
            return None;
        }
        let _ = line.try_play(random.pick(&moves));
    }
    let unfinished = line.ending().is_none();
    unfinished.then(|| Opening { name: format!("game {seed}, ply {plies}"), line })
}
