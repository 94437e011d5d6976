//! The minimax value as the course defines it.

use game::{Error, MAX_DEPTH, Problem, Rules};

use super::eval::{self, CONGO};
use super::position::Position;

/// The course's minimax value of a position for the side to move, looking `depth` plies ahead.
///
/// A game is over only when a lion is missing. Finished games and positions at depth 0 have the value of
/// [`evaluate`](super::evaluate). A side without moves has the value -10000000. There is no pruning, and the value of a
/// win does not depend on its distance.
///
/// # Arguments
/// * `fen`: the position.
/// * `depth`: how many plies to look ahead, at most [`game::MAX_DEPTH`]; 0 gives the evaluation itself.
///
/// # Errors
/// When `fen` is not a position of Congo, or the depth is too large.
///
/// ```
/// use games::congo::minimax;
/// assert_eq!(minimax("3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4", 2), Ok(-100));
/// assert_eq!(minimax("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12", 2), Ok(750));
/// assert_eq!(minimax("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 w 35", 2), Ok(-1200));
/// ```
pub fn minimax(fen: &str, depth: u32) -> Result<i32, Error> {
    let position = eval::parse(fen)?;
    check_depth(depth)?;
    Ok(value(&position, depth))
}

/// The value of a side without moves, and the lower bound with which a search starts.
pub(super) const WORST: i32 = -10_000_000;

/// Rejects a look-ahead above [`MAX_DEPTH`].
pub(super) fn check_depth(depth: u32) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::whole(Problem::LookAhead { least: 0 }, &depth.to_string()));
    }
    Ok(())
}

fn value(position: &Position, depth: u32) -> i32 {
    if CONGO.is_final(position) || depth == 0 {
        return eval::course(position);
    }
    let mut value_so_far = WORST;
    for mv in CONGO.moves(position) {
        let next = CONGO.play_unchecked(position, mv);
        value_so_far = value_so_far.max(-value(&next, depth - 1));
    }
    value_so_far
}
