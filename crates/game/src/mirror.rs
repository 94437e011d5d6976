//! The same game seen by the other side.

use crate::Rules;

/// A position with the colours swapped, in a game in which that changes nothing else: [`crate::laws`] then checks that it does not. A game
/// in which the sides differ, or that leaves this check out, has an empty `impl`.
pub trait Mirror: Rules {
    /// The position with the colours swapped and the board turned by half.
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
