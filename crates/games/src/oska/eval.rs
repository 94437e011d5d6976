//! The standard evaluation: its terms and their weights. `rules.md` explains them.

use game::{BoardState, NetInputs, NetShape, OwnEvaluation, Rules, SearchHints, Side, Term};

use super::Oska;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::Step;
use crate::kit::terms::{self, Weights};

/// `bench tune tables=DIR oska:4 oska:5` fits them to solved tables. It keeps the weight of the first term; the others are
/// relative to it. "A won race" has a larger weight than it finds: such a race is as good as won.
const TERMS: Weights<13> = [
    ("rows to go", -78),
    ("men", 44),
    ("a won race", 200),
    ("pairs of men on one edge", -140),
    ("men on an edge behind the waist", -56),
    ("men on the first row", -57),
    ("men one row from home", -58),
    ("men at home", -62),
    ("waist cells in front of men", 38),
    ("men behind enemies on the waist", -18),
    ("cells within reach", 17),
    ("blocked men", -54),
    ("to move", 96),
];

impl<B: Bits> OwnEvaluation for Oska<B> {
    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        let rows = self.rows_to_go(position);
        let counts = [self.counts(position, Side::White, rows), self.counts(position, Side::Black, rows)];
        terms::evaluate(&TERMS, position.side(), counts)
    }

    #[inline]
    fn evaluate_by_net(&self, position: &Position<B>) -> Option<i32> {
        self.value_by_net(position)
    }

    fn net_shape(&self) -> Option<NetShape> {
        self.shape_of_net()
    }

    fn net_inputs(&self, position: &Position<B>) -> Option<NetInputs> {
        self.inputs_of_net(position)
    }

    fn terms(&self, position: &Position<B>) -> Vec<Term> {
        let rows = self.rows_to_go(position);
        terms::list(&TERMS, |side| self.counts(position, side, rows))
    }
}

impl<B: Bits> SearchHints for Oska<B> {
    const FEW_MOVES: bool = true;

    /// No quiescence search: it is often good to lose a man, because the remaining men have fewer rows to go. For the same reason
    /// captures have no `gain`: they are not tried before other moves.
    const QUIESCENCE: bool = false;

    /// Men only move forward, so a good move for a man is good wherever he can make it. On larger boards searches end before that matters.
    fn killers_first(&self) -> bool {
        self.back_rows[0].count() > 6
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
        let (men, enemies) = (position.men(side, MAN), position.men(!side, MAN));
        let empty = self.layout.cells() & !(men | enemies);
        let (own, enemy) = (rows[side.index()], rows[(!side).index()]);
        // With the same number of rows to go, the side to move is ahead.
        let ahead = own < enemy + i32::from(side == position.side());
        let behind = (men & self.behind_waist[side.index()]).count();
        let on_edges = self.edges[side.index()].map(|edge| (men & edge).count());
        let [on_waist, enemies_on_waist] = [men, enemies].map(|men| (men & self.waist).count());
        let in_front = self.in_front(men, side);
        [
            own,
            men.count() as i32,
            i32::from(ahead && Self::have_passed(position)),
            on_edges.into_iter().map(|men| men * men.saturating_sub(1) / 2).sum::<u32>() as i32,
            // Both cells of the waist are on an edge.
            (on_edges.into_iter().sum::<u32>() - on_waist) as i32,
            (men & self.back_rows[side.index()]).count() as i32,
            (men & self.before_goal[side.index()]).count() as i32,
            (men & self.back_rows[(!side).index()]).count() as i32,
            (in_front & self.waist).count() as i32,
            (behind * enemies_on_waist) as i32,
            self.within_reach(in_front & empty, empty, side) as i32,
            self.blocked(men, enemies, empty, side) as i32,
            i32::from(side == position.side()),
        ]
    }

    /// The two cells in front of each of these cells.
    #[inline(always)]
    fn in_front(&self, cells: B, side: Side) -> B {
        // The right one is one bit further than the left one. A shift by one bit is cheaper than another shift by a row.
        (cells | cells.forward(side, 1)).forward(side, self.row_shift)
    }

    /// Whether all men have passed the men of the other side: the game is then only a race.
    #[inline(always)]
    fn have_passed(position: &Position<B>) -> bool {
        let [white, black] = Side::BOTH.map(|side| position.men(side, MAN));
        // Places count from White's end of the board, row by row.
        !white.is_empty() && !black.is_empty() && white.lowest() > black.highest()
    }

    /// How many cells the men can reach by at most six steps if nothing else moves. `next` are those that they reach by one step.
    /// Six steps cross the boards that the weights are fitted to; on larger boards more of them would take most of the time.
    #[inline(always)]
    fn within_reach(&self, mut next: B, empty: B, side: Side) -> u32 {
        let mut reached = next;
        for _ in 1..6 {
            next = self.in_front(next, side) & empty;
            reached |= next;
        }
        reached.count()
    }

    /// How many men have rows to go but no step or jump.
    #[inline(always)]
    fn blocked(&self, men: B, enemies: B, empty: B, side: Side) -> u32 {
        // The cells with an empty cell in front of them, to the left and to the right.
        let left = empty.backward(side, self.row_shift);
        let right = left.backward(side, 1);
        // A man with such a cell in front can step, and jump over an enemy who has such a cell behind him in the same direction.
        let open_left = empty | enemies & left;
        let open_right = empty | enemies & right;
        let free = (open_left | open_right.backward(side, 1)).backward(side, self.row_shift);
        (men & !free & !self.back_rows[(!side).index()]).count()
    }
}
