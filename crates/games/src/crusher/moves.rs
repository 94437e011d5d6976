//! Where the men can go, for all of them at once.

use game::{BoardState, Rules, Side};

use super::Crusher;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::step::Step;

/// Leaps in six directions, then slides in the same six: forward right, forward left, right, left, back right, back left
/// as the mover sees it. This is the order of generation.
pub(super) const DIRECTIONS: usize = 12;

impl<B: Bits> Crusher<B> {
    /// The cells that can be reached in each direction.
    #[inline(always)]
    pub(super) fn targets(&self, position: &Position<B>) -> [B; DIRECTIONS] {
        // Once a side, so that each shift is compiled for its direction.
        match position.side() {
            Side::White => self.targets_of(position, Side::White),
            Side::Black => self.targets_of(position, Side::Black),
        }
    }

    #[inline(always)]
    pub(super) fn targets_of(&self, position: &Position<B>, side: Side) -> [B; DIRECTIONS] {
        let men = position.men(side, MAN);
        let landing = self.layout.cells() & !men;
        let empty = landing & !position.men(!side, MAN);
        let (right, left) = (self.row, self.row - 1);
        // The cells next to a man, one way after the other; a leap goes over one that holds an own man.
        let next = [
            men.forward(side, right),
            men.forward(side, left),
            men.forward(side, 1),
            men.backward(side, 1),
            men.backward(side, left),
            men.backward(side, right),
        ];
        [
            (next[0] & men).forward(side, right) & landing,
            (next[1] & men).forward(side, left) & landing,
            (next[2] & men).forward(side, 1) & landing,
            (next[3] & men).backward(side, 1) & landing,
            (next[4] & men).backward(side, left) & landing,
            (next[5] & men).backward(side, right) & landing,
            next[0] & empty,
            next[1] & empty,
            next[2] & empty,
            next[3] & empty,
            next[4] & empty,
            next[5] & empty,
        ]
    }

    /// Whether a move ends on a man of the enemy.
    #[inline(always)]
    pub(super) fn is_capture(position: &Position<B>, mv: Step) -> bool {
        position.men(!position.side(), MAN).has(mv.to())
    }

    /// Whether a step is a move and makes this board. Kept out of the way of the many boards that need no such look.
    #[cold]
    #[inline(never)]
    pub(super) fn makes(&self, position: &Position<B>, step: Step, board: &Position<B>) -> bool {
        self.moves(position).has(step) && self.play_unchecked(position, step).same_board(board)
    }
}
