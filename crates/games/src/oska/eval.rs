//! The standard evaluation: its terms and their weights. `rules.md` explains them.

use game::{BoardState, OwnEvaluation, Rules, SearchHints, Side, Term};

use super::Oska;
use super::moves::DIRECTIONS;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::Step;
use crate::kit::terms::{self, Weights};

/// The tuner keeps the weight of the first term; the others are relative to it. It is "rows to go", so that the tuner
/// finds the value of a man.
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
    const FEW_MOVES: bool = true;

    /// No quiescence search: it is often good to lose a man, because the remaining men have fewer rows to go.
    const QUIESCENCE: bool = false;

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
    /// For each side, the total number of rows that its men still have to go. A captured man no longer counts.
    #[inline(always)]
    fn rows_to_go(&self, position: &Position<B>) -> [i32; 2] {
        Side::BOTH.map(|side| self.layout.rows_ahead(side, position.men(side, MAN)) as i32)
    }

    /// The count of each term for one side, in the order of [`TERMS`].
    #[inline(always)]
    fn counts(&self, position: &Position<B>, side: Side, rows: [i32; 2]) -> [i32; TERMS.len()] {
        let men = position.men(side, MAN);
        let (own, enemy) = (rows[side.index()], rows[(!side).index()]);
        // With the same number of rows to go, the side to move is ahead.
        let ahead = own < enemy + i32::from(side == position.side());
        let targets @ [_, _, steps_left, steps_right] = self.targets_of(position, side);
        [
            own,
            men.count() as i32,
            i32::from(ahead),
            (men & self.behind_waist[side.index()]).count() as i32,
            (steps_left.count() + steps_right.count()) as i32,
            self.blocked(men, side, targets) as i32,
            i32::from(side == position.side()),
        ]
    }

    /// How many men have rows to go but no step or jump.
    #[inline(always)]
    fn blocked(&self, men: B, side: Side, targets: [B; DIRECTIONS]) -> u32 {
        let [jumps_left, jumps_right, steps_left, steps_right] = targets;
        let (left, right) = (self.row_shift, self.row_shift + 1);
        let free = jumps_left.backward(side, 2 * left)
            | jumps_right.backward(side, 2 * right)
            | steps_left.backward(side, left)
            | steps_right.backward(side, right);
        (men & !free & !self.back_rows[(!side).index()]).count()
    }
}
