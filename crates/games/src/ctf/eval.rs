//! The evaluation of our own: what each side's men are worth, one function a term. The rules page says why.

use game::Side;

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::bits::Bits;

const PAWN_VALUE: i32 = 100;
const ROW_IN_HAND: i32 = 4;
const PAWN_TO_PASS: i32 = 12;
const FLAG_STEP_FORWARD: i32 = 3;
const FLAG_ATTACKED: i32 = 60;

impl<B: Bits> Ctf<B> {
    /// All terms for one side.
    pub(super) fn worth(&self, position: &Position<B>, side: Side) -> i32 {
        self.pawns(position, side) + self.passing(position, side) + self.flag_safety(position, side)
    }

    /// Pawns, and the rows they still have before them: a pawn that has gone ahead can guard nothing any more.
    fn pawns(&self, position: &Position<B>, side: Side) -> i32 {
        let pawns = position.men(side, PAWN);
        PAWN_VALUE * pawns.count() as i32 + ROW_IN_HAND * self.layout.rows_ahead(side, pawns) as i32
    }

    /// How far the flag has come, and how many enemy pawns it still has to pass.
    fn passing(&self, position: &Position<B>, side: Side) -> i32 {
        let flag = position.men(side, FLAG);
        if flag.is_empty() {
            return 0;
        }
        let (pawns, row_start) = (position.men(!side, PAWN), self.row_start[flag.lowest() as usize]);
        let to_pass = match side {
            Side::White => pawns >> row_start,
            Side::Black => pawns & !(!B::EMPTY << (row_start + self.row)),
        };
        let rows = self.size() as i32 - 1;
        FLAG_STEP_FORWARD * (rows - self.layout.rows_ahead(side, flag) as i32)
            - PAWN_TO_PASS * to_pass.count() as i32
    }

    /// How many enemy pawns stand next to the flag with an empty cell behind it to jump to.
    fn flag_safety(&self, position: &Position<B>, side: Side) -> i32 {
        let (flag, enemy, row) = (position.men(side, FLAG), !side, self.row);
        let pawns = position.men(enemy, PAWN);
        let empty = self.layout.cells() & !(position.all(side) | position.all(enemy));
        let attackers = (flag.backward(enemy, row) & pawns & empty.backward(enemy, 2 * row)).count()
            + (flag.backward(enemy, 1) & pawns & empty.backward(enemy, 2)).count()
            + (flag.forward(enemy, 1) & pawns & empty.forward(enemy, 2)).count();
        -FLAG_ATTACKED * attackers as i32
    }
}
