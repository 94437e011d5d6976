//! The implementation of [`Solvable`]: men, tiers, the reflection, and quiet moves and passes in reverse.

use game::{BoardState, Rules, Side};
use solve::colex::Ranks;
use solve::forward::{Sweep, short};
use solve::{Placement, Solvable, Tier};

use super::Oska;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::Steps;

impl Solvable for Oska<u64> {
    const LETTERS: &'static [[char; 2]] = &[['w', 'b']];

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
        let mut visit_unfinished = |before: Position<u64>| {
            if self.ending(&before).is_none() {
                visit(before);
            }
        };
        if !self.can_move(position, mover) {
            visit_unfinished(position.after_pass(&self.keys));
        }
        let (left, right) = (self.row_shift, self.row_shift + 1);
        let men = position.men(mover, MAN);
        let empty = self.layout.cells() & !(men | position.men(!mover, MAN));
        let origins = [left, right].map(|way| men.backward(mover, way) & empty);
        Steps::new(origins, &[left, right].map(|way| -(way as i32)), mover)
            .for_each(|back| visit_unfinished(position.before(&self.keys, back)));
    }

    /// A man is captured, though not the last one.
    fn lower_tiers(&self, tier: Tier) -> Vec<Tier> {
        let goes_on = |tier: &Tier| tier.men.iter().all(|men| men[MAN] > 0);
        Side::BOTH.into_iter().filter_map(|side| tier.with(side, MAN, -1)).filter(goes_on).collect()
    }

    /// A sweep is possible if the tables of ranks are large enough for the sets of men, and if the number of plies fits
    /// into a byte. A game lasts at most as long as all steps of all men, each answered by a pass.
    fn as_sweep(&self, tier: Tier) -> Option<&dyn Sweep> {
        let plies = 2 * tier.count() * (self.layout.height() as u32 - 1);
        let few = tier.men.iter().all(|men| u32::from(men[MAN]) <= Ranks::SIZE);
        (few && plies <= short::MOST_PLIES && self.layout.cells().count() <= Ranks::BITS).then_some(self)
    }
}
