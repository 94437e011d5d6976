//! The evaluation of our own: what is counted for each side, and what it is worth. The rules page says why.

use game::{Side, Term};

use super::Crusher;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::terms::{self, Weights};

const TERMS: Weights<4> = [("men", 100), ("pairs", 9), ("rings from the rim", 5), ("room", 1)];

impl<B: Bits> Crusher<B> {
    /// The evaluation for the side to move.
    #[inline]
    pub(super) fn evaluation(&self, position: &Position<B>) -> i32 {
        terms::evaluate(&TERMS, position.side(), |side| self.counts(position, side))
    }

    /// Its terms one by one.
    pub(super) fn list_terms(&self, position: &Position<B>) -> Vec<Term> {
        terms::list(&TERMS, |side| self.counts(position, side))
    }

    /// What a side has of each term.
    #[inline(always)]
    fn counts(&self, position: &Position<B>, side: Side) -> [i32; TERMS.len()] {
        let men = position.men(side, MAN);
        let pairs = self.pairs(men);
        [men.count(), pairs, self.rings_from_rim(men), self.room(men, pairs)].map(|count| count as i32)
    }

    /// Pairs of neighbours: each can leap, one over the other.
    #[inline(always)]
    fn pairs(&self, men: B) -> u32 {
        [self.row, self.row - 1, 1].into_iter().map(|distance| (men & (men << distance)).count()).sum()
    }

    /// How far from the rim the men stand, in rings.
    #[inline(always)]
    fn rings_from_rim(&self, men: B) -> u32 {
        self.rings[1..].iter().map(|&ring| (men & ring).count()).sum()
    }

    /// The neighbours of men where none of their own stands. Where an enemy stands they count for both sides, so that
    /// the difference of the sides is that of their slides. A man has six neighbours, on the rim four and in a corner
    /// three; each pair takes two away.
    #[inline(always)]
    fn room(&self, men: B, pairs: u32) -> u32 {
        let (inside, corners) = (men & self.rings[1], men & self.corners);
        4 * men.count() + 2 * inside.count() - corners.count() - 2 * pairs
    }
}
