//! Generates the moves of all men at once.

use game::{BoardState, Rules, Side};

use super::Crusher;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::Step;

/// Leaps in six directions, then slides in the same six: forward right, forward left, right, left, back right, back left
/// as the mover sees it. This is the generation order.
pub(super) const DIRECTIONS: usize = 12;

impl<B: Bits> Crusher<B> {
    /// The cells that can be reached in each direction.
    #[inline(always)]
    pub(super) fn targets(&self, position: &Position<B>) -> [B; DIRECTIONS] {
        // One copy per side, so that the compiler knows the direction of each shift.
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
        // The neighbours of the men in each direction. A leap goes over a neighbour of the same side.
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

    /// Whether a move ends on an enemy man.
    #[inline(always)]
    pub(super) fn is_capture(position: &Position<B>, mv: Step) -> bool {
        position.men(!position.side(), MAN).has(mv.to())
    }

    /// Whether a step is a legal move that leads to this board. A separate cold function, because it is rarely needed.
    #[cold]
    #[inline(never)]
    pub(super) fn leads_to(&self, position: &Position<B>, step: Step, board: &Position<B>) -> bool {
        self.moves(position).has(step) && self.play_unchecked(position, step).same_board(board)
    }
}
