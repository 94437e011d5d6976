//! The evaluation of our own: what is counted for each side, and what it is worth. The rules page says why.

use game::{BoardState, OwnEvaluation, Rules, SearchHints, Side, Term};

use super::Oska;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::step::Step;
use crate::terms::{self, Weights};

/// The rows to go come first, as the yardstick of the others: what a man is worth is what tuning finds.
const TERMS: Weights<7> = [
    ("rows to go", -90),
    ("men", 100),
    ("ahead in the race", 45),
    ("men behind the waist", -27),
    ("open steps", 18),
    ("blocked men", -36),
    ("to move", 45),
];

impl<B: Bits> OwnEvaluation for Oska<B> {
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        let rows = self.rows_to_go(position);
        terms::evaluate(&TERMS, position.side(), |side| self.counts(position, side, rows))
    }

    fn terms(&self, position: &Position<B>) -> Vec<Term> {
        let rows = self.rows_to_go(position);
        terms::list(&TERMS, |side| self.counts(position, side, rows))
    }
}

impl<B: Bits> SearchHints for Oska<B> {
    /// Men are given away to have fewer of them on their way.
    const CAPTURES_COUNT: bool = false;

    #[inline(always)]
    fn gain(&self, _position: &Position<B>, mv: Step) -> u32 {
        u32::from(self.is_jump(mv))
    }

    #[inline(always)]
    fn decode_move(&self, position: &Position<B>, code: u32) -> Option<Step> {
        let step = Step::from_code(code);
        self.moves(position).has(step).then_some(step)
    }
}

impl<B: Bits> Oska<B> {
    /// The rows that the men of each side have before them, all together. A captured man has none any more: that is the
    /// sacrifice.
    #[inline(always)]
    fn rows_to_go(&self, position: &Position<B>) -> [i32; 2] {
        Side::BOTH.map(|side| self.layout.rows_ahead(side, position.men(side, MAN)) as i32)
    }

    /// What a side has of each term.
    #[inline(always)]
    fn counts(&self, position: &Position<B>, side: Side, rows: [i32; 2]) -> [i32; TERMS.len()] {
        let men = position.men(side, MAN);
        let (own, enemy) = (rows[side.index()], rows[(!side).index()]);
        // Who is to move is half a row ahead.
        let ahead = own < enemy + i32::from(side == position.side());
        let targets = self.targets_of(position, side);
        [
            own,
            men.count() as i32,
            i32::from(ahead),
            (men & self.halves[side.index()]).count() as i32,
            (targets[2].count() + targets[3].count()) as i32,
            self.blocked(men, side, targets) as i32,
            i32::from(side == position.side()),
        ]
    }

    /// The men that have some way to go and no step or jump to make.
    #[inline(always)]
    fn blocked(&self, men: B, side: Side, targets: [B; 4]) -> u32 {
        let (left, right) = (self.row, self.row + 1);
        let free = targets[0].backward(side, 2 * left)
            | targets[1].backward(side, 2 * right)
            | targets[2].backward(side, left)
            | targets[3].backward(side, right);
        (men & !free & !self.back_rows[(!side).index()]).count()
    }
}
