//! The evaluation of our own: what each side's men are worth, one function a term. The rules page says why.

use game::Side;

use super::Oska;
use super::position::{MAN, Position};
use crate::bits::Bits;

const MAN_VALUE: i32 = 15;
const ROW_TO_GO: i32 = 10;
const WAY_OPEN: i32 = 4;

impl<B: Bits> Oska<B> {
    /// All terms for one side. A captured man has no rows before him any more: that is the sacrifice.
    pub(super) fn worth(&self, position: &Position<B>, side: Side) -> i32 {
        let men = position.men(side, MAN);
        MAN_VALUE * men.count() as i32 - ROW_TO_GO * self.layout.rows_ahead(side, men) as i32
            + WAY_OPEN * self.open_ways(position, side)
    }

    /// The steps and jumps the side would have if it were to move.
    fn open_ways(&self, position: &Position<B>, side: Side) -> i32 {
        self.targets_of(position, side).into_iter().map(|set| set.count() as i32).sum()
    }
}
