//! What the courses' calls have in common.

use game::{Game, Line, Standard};
use search::Engine;

use crate::error::{Error, Problem};

/// Checks a look-ahead, which must be at least one ply for a move to be chosen.
pub(crate) fn look_ahead(plies: u32) -> Result<u32, Error> {
    if (1..=game::MAX_DEPTH).contains(&plies) {
        Ok(plies)
    } else {
        Err(Error::whole(Problem::LookAhead { least: 1 }, &plies.to_string()))
    }
}

/// The position after the best move, or the present one when the game is over.
pub(crate) fn next_position<G: Game>(line: &Line<'_, G>, depth: u32) -> G::Position {
    let best = Engine::for_depth(depth).best_move(line, depth, &Standard);
    best.map_or(*line.position(), |choice| line.game().play_unchecked(line.position(), choice.mv()))
}
