//! The evaluation of our own: what is counted for each side, and what it is worth. The rules page says why.

use game::{Side, Term};

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::bits::Bits;
use crate::terms::{self, Weights};

const TERMS: Weights<5> = [
    ("pawns", 100),
    ("rows in hand", 4),
    ("rows the flag has come", 3),
    ("pawns to pass", -12),
    ("attackers of the flag", -60),
];

impl<B: Bits> Ctf<B> {
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
        let pawns = position.men(side, PAWN);
        let [rows_come, to_pass] = self.passing(position, side);
        let rows_in_hand = self.layout.rows_ahead(side, pawns);
        let attackers = self.attackers(position, side);
        [pawns.count(), rows_in_hand, rows_come, to_pass, attackers].map(|count| count as i32)
    }

    /// How many rows the flag has come, and how many enemy pawns it still has to pass.
    #[inline(always)]
    fn passing(&self, position: &Position<B>, side: Side) -> [u32; 2] {
        let flag = position.men(side, FLAG);
        if flag.is_empty() {
            return [0; 2];
        }
        let (pawns, row_start) = (position.men(!side, PAWN), self.row_start[flag.lowest() as usize]);
        let to_pass = match side {
            Side::White => pawns >> row_start,
            Side::Black => pawns & !(!B::EMPTY << (row_start + self.row)),
        };
        [self.layout.rows_ahead(!side, flag), to_pass.count()]
    }

    /// How many enemy pawns stand next to the flag with an empty cell behind it to jump to.
    #[inline(always)]
    fn attackers(&self, position: &Position<B>, side: Side) -> u32 {
        let (flag, enemy, row) = (position.men(side, FLAG), !side, self.row);
        let pawns = position.men(enemy, PAWN);
        let empty = self.layout.cells() & !(position.all(side) | position.all(enemy));
        (flag.backward(enemy, row) & pawns & empty.backward(enemy, 2 * row)).count()
            + (flag.backward(enemy, 1) & pawns & empty.backward(enemy, 2)).count()
            + (flag.forward(enemy, 1) & pawns & empty.forward(enemy, 2)).count()
    }
}
