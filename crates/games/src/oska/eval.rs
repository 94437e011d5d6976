//! The evaluation of our own: what is counted for each side, and what it is worth. The rules page says why.

use game::{Side, Term};

use super::Oska;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::terms::{self, Weights};

const TERMS: Weights<3> = [("men", 15), ("rows to go", -10), ("open ways", 4)];

impl<B: Bits> Oska<B> {
    /// The evaluation for the side to move.
    #[inline]
    pub(super) fn evaluation(&self, position: &Position<B>) -> i32 {
        terms::evaluate(&TERMS, position.side(), |side| self.counts(position, side))
    }

    /// Its terms one by one.
    pub(super) fn list_terms(&self, position: &Position<B>) -> Vec<Term> {
        terms::list(&TERMS, |side| self.counts(position, side))
    }

    /// What a side has of each term. A captured man has no rows before him any more: that is the sacrifice.
    #[inline(always)]
    fn counts(&self, position: &Position<B>, side: Side) -> [i32; TERMS.len()] {
        let men = position.men(side, MAN);
        let rows_to_go = self.layout.rows_ahead(side, men);
        [men.count(), rows_to_go, self.open_ways(position, side)].map(|count| count as i32)
    }

    /// The steps and jumps the side would have if it were to move.
    #[inline(always)]
    fn open_ways(&self, position: &Position<B>, side: Side) -> u32 {
        self.targets_of(position, side).into_iter().map(Bits::count).sum()
    }
}
