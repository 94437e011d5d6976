//! The evaluation of our own: what is counted for each side, and what it is worth. The rules page says why.

use game::{Side, Term};

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::bits::Bits;
use crate::terms::{self, Weights};

const TERMS: Weights<7> = [
    ("pawns", 100),
    ("rows in hand", 30),
    ("pawns to pass", -5),
    ("rows to pass", -15),
    ("guards of the lane", -5),
    ("a free lane", 10),
    ("attackers of the flag", -60),
];

/// What is counted of a flag on its way.
#[derive(Clone, Copy, Default)]
struct Passing {
    pawns_to_pass: u32,
    /// The rows it has to go to be past the hindmost of them.
    rows_to_pass: u32,
    /// Those of them that stand in its column or beside it.
    guards: u32,
}

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
        let rows_in_hand = self.layout.rows_ahead(side, pawns);
        let Passing { pawns_to_pass, rows_to_pass, guards } = self.passing(position, side);
        let free = u32::from(guards == 0);
        let attackers = self.attackers(position, side);
        [pawns.count(), rows_in_hand, pawns_to_pass, rows_to_pass, guards, free, attackers]
            .map(|count| count as i32)
    }

    /// How far the flag is on its way past the enemy pawns. Pawns never go back, so those it has passed stay passed.
    #[inline(always)]
    fn passing(&self, position: &Position<B>, side: Side) -> Passing {
        let (flag, pawns) = (position.men(side, FLAG), position.men(!side, PAWN));
        if flag.is_empty() || pawns.is_empty() {
            return Passing::default();
        }
        let place = flag.lowest() as usize;
        let (row, row_start) = (self.row_of[place], self.row_start[place]);
        let (to_pass, hindmost) = match side {
            Side::White => (pawns & !B::EMPTY << row_start, pawns.highest()),
            Side::Black => (pawns & !(!B::EMPTY << (row_start + self.row)), pawns.lowest()),
        };
        let hindmost = self.row_of[hindmost as usize];
        let rows_between = match side {
            Side::White => hindmost as i32 - row as i32,
            Side::Black => row as i32 - hindmost as i32,
        };
        // The flag's column and those beside it; over the rim there are no cells.
        let lane = self.lane << (place as u32 - row_start) >> 1;
        Passing {
            pawns_to_pass: to_pass.count(),
            rows_to_pass: (rows_between + 1).max(0) as u32,
            guards: (to_pass & lane).count(),
        }
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
