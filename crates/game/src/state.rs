//! What every position and every move can tell of itself, whatever the rules.

use std::fmt::Debug;

use crate::Side;

/// A board, the side to move and their hash: a small value that is copied.
pub trait BoardState: Copy + Eq + Debug + Send + Sync + 'static {
    /// The side to move.
    fn side(&self) -> Side;

    /// A number that is equal for equal positions and almost never for others.
    fn hash(&self) -> u64;

    /// Whether the other position has the same board; the side to move does not matter.
    fn same_board(&self, other: &Self) -> bool;

    /// How many men a side has.
    fn count(&self, side: Side) -> u32;
}

/// A move with a number.
pub trait MoveCode: Copy + Eq + Debug + Send + Sync + 'static {
    /// A number below 2²², by which a search remembers the move. Two moves of a position may share one, but hardly ever do.
    fn code(self) -> u32;
}

/// A number may be a move: the number of a cell, for example.
impl MoveCode for u16 {
    #[inline(always)]
    fn code(self) -> u32 {
        self.into()
    }
}
