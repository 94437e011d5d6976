//! The implementation of [`Solvable`]: men by kind, tiers, the reflection, and quiet moves in reverse.

use game::{BoardState, Rules, Side};
use solve::{Placement, Solvable, Tier};

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::Steps;

impl Solvable for Ctf<u64> {
    const LETTERS: &'static [[char; 2]] = &[['w', 'b'], ['W', 'B']];

    /// Every quiet move goes from a light to a dark cell or back, as on a chessboard. It changes the number of men on
    /// light cells by one, so a board can occur again only after an even number of plies.
    const RETURNS_TO_SAME_SIDE: bool = true;

    fn cells(&self) -> u64 {
        self.layout.cells()
    }

    #[inline]
    fn placement(&self, position: &Position<u64>) -> Placement {
        position.placement()
    }

    #[inline]
    fn place(&self, placement: &Placement, side: Side) -> Option<Position<u64>> {
        Some(Position::placed(&self.keys, placement, side))
    }

    #[inline]
    fn turned(&self, cells: u64) -> u64 {
        self.layout.turned(cells)
    }

    fn symmetries(&self) -> Vec<[u8; 64]> {
        vec![self.layout.reflection()]
    }

    #[inline]
    fn quiet_predecessors(&self, position: &Position<u64>, mut visit: impl FnMut(Position<u64>)) {
        let mover = !position.side();
        let row = self.row as i32;
        Steps::new(self.origins(position, mover), &[-row, -1, 1, row], mover).for_each(|back| {
            let before = position.before(&self.keys, back);
            if self.ending(&before).is_none() {
                visit(before);
            }
        });
    }

    /// The capture of a pawn, except the last one: without pawns or a flag the game is over.
    fn lower_tiers(&self, tier: Tier) -> Vec<Tier> {
        if tier.men.iter().any(|men| men[PAWN] == 0 || men[FLAG] == 0) {
            return Vec::new();
        }
        let captured = |side: Side| tier.with(side, PAWN, -1).filter(|rest| rest.men[side.index()][PAWN] > 0);
        Side::BOTH.into_iter().filter_map(captured).collect()
    }
}

impl Ctf<u64> {
    /// The empty cells from which men can have come: all step forward and sideways, and the flag also back.
    #[inline(always)]
    fn origins(&self, position: &Position<u64>, side: Side) -> [u64; 4] {
        let men = position.all(side);
        let empty = self.layout.cells() & !(men | position.all(!side));
        [
            men.backward(side, self.row) & empty,
            men.backward(side, 1) & empty,
            men.forward(side, 1) & empty,
            position.men(side, FLAG).forward(side, self.row) & empty,
        ]
    }
}
