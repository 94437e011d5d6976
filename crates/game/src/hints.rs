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

    /// Whether [`SearchHints::outlook`] is ever different from `None`.
    const OUTLOOKS: bool = false;

    /// Whether an exact search tries a quiet move that has caused a cutoff at the same ply (a killer move) before all others. Otherwise
    /// such a move has to be good elsewhere, too: then its history counts more.
    fn killers_first(&self) -> bool {
        true
    }

    /// The value of the captured men, for the order of captures; 0 for a quiet move. Searches try captures first.
    #[inline(always)]
    fn gain(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        0
    }

    /// Bounds on what a single move can do, if they are quick to compute. It must be `None` where a move can end the game. A game
    /// that gives bounds also sets [`SearchHints::OUTLOOKS`].
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

    /// The position on the board reflected from left to right, in a game whose rules and evaluation do not tell left from right.
    fn reflected(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The move of the reflected position that corresponds to a move.
    fn reflected_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The same board with the other side to move, for null-move pruning. `None` if a pass is often the best move.
    #[inline]
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// Bounds on what a single move of a position can do, computed without making the moves. With them a search can skip
/// the last ply if even the best move is not good enough there, or the worst move is. The game is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// What a move does to the game's evaluation.
    pub evaluation: Prospect,
    /// What a move does to the material.
    pub material: Prospect,
    /// The side to move has at least this many moves that reach the least value or more.
    pub moves: usize,
    /// After any move, at least this many earlier boards have to make replies illegal until there is none left: see
    /// [`Repetition::min_boards_to_block`](crate::Repetition::min_boards_to_block).
    pub replies: usize,
}

/// A value of a position, and bounds on it after a move, for the side to move now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The value of the position.
    pub now: i32,
    /// A good move leads to at least this value.
    pub least: i32,
    /// No move leads to a higher value.
    pub most: i32,
}

impl Prospect {
    /// The prospect of a position with this value if a good move adds at least `change.0` and no move more than `change.1`.
    #[inline(always)]
    pub fn new(now: i32, change: (i32, i32)) -> Prospect {
        Prospect { now, least: now + change.0, most: now + change.1 }
    }
}
