//! What makes a search faster, and never changes the answer to a fixed depth.

use crate::{MoveCode, Rules};

/// Hints for the search. A game without any has an empty `impl`.
pub trait SearchHints: Rules {
    /// Whether an evaluation takes hardly longer than a move: then searches order moves by it.
    const QUICK_EVALUATION: bool = true;

    /// Whether a search on a clock does well to follow captures past its horizon. It does not where men are given away on
    /// purpose.
    const CAPTURES_COUNT: bool = true;

    /// What the move captures, in units that compare captures with each other; 0 for a quiet move. Searches try
    /// captures first.
    #[inline(always)]
    fn gain(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        0
    }

    /// What a single move can do, as far as that can be told cheaply. `None` where a move may end the game, or always.
    #[inline]
    fn outlook(&self, _position: &Self::Position) -> Option<Outlook> {
        None
    }

    /// A move of this position that has the code, if there is one: any number may be asked for.
    #[inline]
    fn decode_move(&self, position: &Self::Position, code: u32) -> Option<Self::Move> {
        self.moves(position).find(|mv| mv.code() == code)
    }

    /// The same board with the other side to move, for a search that asks what comes of doing nothing; `None` in games where
    /// that is often the best thing to do.
    #[inline]
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// What any single move of a position can do at most, told without making the moves. With it a search need not look at the
/// last moves of a line if even the best of them cannot be good enough, or the worst of them is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The least and the most that a good move adds to the game's own evaluation for the mover.
    pub evaluation: (i32, i32),
    /// The least and the most that a good move adds to the material for the mover.
    pub material: (i32, i32),
    /// The side to move has at least this many moves that add the least or more.
    pub moves: usize,
    /// The other side has at least this many moves after any of them.
    pub replies: usize,
}
