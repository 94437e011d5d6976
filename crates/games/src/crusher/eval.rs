//! The evaluation of our own: what each side's men are worth, one function a term. The rules page says why.

use game::Side;

use super::Crusher;
use super::position::{MAN, Position};
use crate::bits::Bits;

const MAN_VALUE: i32 = 100;
const PAIR: i32 = 3;
const RING: i32 = 4;

impl<B: Bits> Crusher<B> {
    /// All terms for one side.
    pub(super) fn worth(&self, position: &Position<B>, side: Side) -> i32 {
        let men = position.men(side, MAN);
        MAN_VALUE * men.count() as i32 + PAIR * self.pairs(men) + RING * self.centre(men)
    }

    /// Pairs of neighbours: each can leap, one over the other.
    fn pairs(&self, men: B) -> i32 {
        [self.row, self.row - 1, 1].into_iter().map(|distance| (men & (men << distance)).count() as i32).sum()
    }

    /// How far from the rim the men stand, in rings.
    fn centre(&self, men: B) -> i32 {
        self.rings[1..].iter().map(|&ring| (men & ring).count() as i32).sum()
    }
}
