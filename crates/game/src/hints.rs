//! Hints that make a search faster and never change the answer of a fixed-depth search.

use crate::{MOST_MOVES, MoveCode, Rules};

/// Hints for the search. A game without hints has an empty `impl`.
pub trait SearchHints: Rules {
    /// Whether an evaluation is about as fast as a move: then searches order moves by it.
    const QUICK_EVALUATION: bool = true;

    /// Whether a search with a time limit should follow captures past its horizon (quiescence search). It should not
    /// where it is often good to lose a man.
    const QUIESCENCE: bool = true;

    /// Whether no position has more than [`MOST_MOVES`] moves. Then a search does not have to count them.
    const FEW_MOVES: bool = false;

    /// The value of the captured men, for the order of captures; 0 for a quiet move. Searches try captures first.
    #[inline(always)]
    fn gain(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        0
    }

    /// Bounds on what a single move can do, if they are quick to compute. It must be `None` where a move can end the game.
    #[inline]
    fn outlook(&self, _position: &Self::Position) -> Option<Outlook> {
        None
    }

    /// A move of this position that has the code, if there is one. The code can be any number.
    #[inline]
    fn decode_move(&self, position: &Self::Position, code: u32) -> Option<Self::Move> {
        self.moves(position).take(MOST_MOVES).find(|mv| mv.code() == code)
    }

    /// A move that wins at once, if it can be found without generating all moves. A search asks for it only where there are
    /// more than [`MOST_MOVES`] moves.
    fn winning_move(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// The same board with the other side to move, for null-move pruning. `None` if a pass is often the best move.
    #[inline]
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// Bounds on what a single move of a position can do, computed without making the moves. With them a search can skip
/// the last ply if even the best move is not good enough there, or the worst move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The least and the most that a good move adds to the game's evaluation for the mover.
    pub evaluation: (i32, i32),
    /// The least and the most that a good move adds to the material for the mover.
    pub material: (i32, i32),
    /// The side to move has at least this many moves that add the least or more.
    pub moves: usize,
    /// The other side has at least this many moves after any of them.
    pub replies: usize,
}
