//! Positions with the colours swapped.

use crate::Rules;

/// Swaps the colours of a position, in a game with the same rules for both sides. [`crate::laws`] then checks that a
/// mirrored position has mirrored moves and values. A game in which the sides differ, or that omits this check, has an
/// empty `impl`.
pub trait Mirror: Rules {
    /// The position with the colours swapped and the board rotated by 180°.
    #[must_use]
    fn mirrored(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The move that corresponds to `mv` in the mirrored position.
    #[must_use]
    fn mirrored_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }
}
