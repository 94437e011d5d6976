//! Generates the moves of all men at once.

use game::{BoardState, Rules, Side};

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::Step;

/// In generation order: pawns jump forward and sideways; all men step forward and sideways; the flag steps back.
pub(super) const DIRECTIONS: usize = 7;

impl<B: Bits> Ctf<B> {
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
        let (pawns, flag) = (position.men(side, PAWN), position.men(side, FLAG));
        let (men, enemies) = (pawns | flag, position.all(!side));
        let empty = self.layout.cells() & !(men | enemies);
        let row = self.row;
        [
            (pawns.forward(side, row) & enemies).forward(side, row) & empty,
            (pawns.forward(side, 1) & enemies).forward(side, 1) & empty,
            (pawns.backward(side, 1) & enemies).backward(side, 1) & empty,
            men.forward(side, row) & empty,
            men.forward(side, 1) & empty,
            men.backward(side, 1) & empty,
            flag.backward(side, row) & empty,
        ]
    }

    /// Whether a move jumps over a man: it goes two cells along a row or a column.
    #[inline(always)]
    pub(super) fn is_jump(&self, mv: Step) -> bool {
        mv.distance() == 2 || mv.distance() == 2 * self.row
    }

    /// Whether a step is a legal move that leads to this board. A separate cold function, because it is rarely needed.
    #[cold]
    #[inline(never)]
    pub(super) fn leads_to(&self, position: &Position<B>, step: Step, board: &Position<B>) -> bool {
        self.moves(position).has(step) && self.play_unchecked(position, step).same_board(board)
    }
}
