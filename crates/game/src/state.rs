//! The traits of positions and moves of every game.

use std::fmt::Debug;

use crate::Side;

/// A board, the side to move and their hash: a small value that is copied.
pub trait BoardState: Copy + Eq + Debug + Send + Sync + 'static {
    /// The side to move.
    fn side(&self) -> Side;

    /// Equal for equal positions, and almost always different for different ones.
    fn hash(&self) -> u64;

    /// Whether the other position has the same board; the side to move does not matter.
    fn same_board(&self, other: &Self) -> bool;

    /// How many men a side has.
    fn count(&self, side: Side) -> u32;
}

/// A move with a number.
pub trait MoveCode: Copy + Eq + Debug + Send + Sync + 'static {
    /// A number below 2²² with which a search stores the move. Two moves of a position rarely have the same code.
    fn code(self) -> u32;
}

/// A move can be just a number, for example the number of a cell.
impl MoveCode for u16 {
    #[inline(always)]
    fn code(self) -> u32 {
        self.into()
    }
}
