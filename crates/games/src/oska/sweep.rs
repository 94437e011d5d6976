//! Solves many positions in one pass: a row contains all positions with the same men of White.
//!
//! The effect of a move on White's men is the same for the whole row and is computed once. Black's men are a compact
//! bit set: only cells without a man of White have a bit. A move changes this set with a few bit operations.

use game::{Rules, Side, Verdict};
use solve::Solvable;
use solve::colex::{Ranks, binomial, subsets};
use solve::forward::{Neighbours, Row, Sweep, short};

use super::Oska;
use crate::kit::bits::Bits;

/// A step of a white man to a cell that can hold a black man.
struct WhiteStep<'a> {
    target: u32,
    /// The cells whose bits move up by one, because the white man has left a cell below them for a cell above them.
    shifted: u32,
    values: &'a [i8],
}

/// A jump of a white man over a black man.
struct WhiteJump<'a> {
    captured: u32,
    target: u32,
    shifted: u32,
    values: &'a [i8],
}

/// A jump of a black man over a white man, whose cell becomes free.
struct BlackJump<'a> {
    from: u32,
    target: u32,
    /// The free cells below that cell.
    below: u32,
    values: &'a [i8],
}

/// The data that all positions of a row share.
#[derive(Default)]
struct Board<'a> {
    /// The free cells in order.
    free: Vec<u32>,
    white_steps: Vec<WhiteStep<'a>>,
    white_jumps: Vec<WhiteJump<'a>>,
    /// For each free cell, the cells to which a black man steps, on the left and on the right; 0 if there is none.
    black_steps: Vec<[u32; 2]>,
    black_jumps: Vec<BlackJump<'a>>,
}

impl Sweep for Oska<u64> {
    fn progress(&self, white: u64) -> u32 {
        let rows = self.layout.height() as u32 - 1;
        white.count_ones() * rows - self.layout.rows_ahead(Side::White, white)
    }

    fn solve_row(&self, row: Row<'_>, neighbours: &dyn Neighbours) {
        let Row { white, black: men, values: [to_white, to_black] } = row;
        // A jump that captures the last man wins in every position.
        let lost = vec![short::LOST; to_white.len().max(binomial(self.layout.cells().count(), men) as usize)];
        let board = self.board(white, neighbours, &lost);
        let home = board.compact(self.back_rows[Side::White.index()]);
        let white_is_home = white & !self.back_rows[Side::Black.index()] == 0;
        let ranks = Ranks::get();
        for (column, black) in subsets(men, board.free.len() as u32).enumerate() {
            if white_is_home || black & !home == 0 {
                [to_white[column], to_black[column]] = self.ended(white, board.spread(black));
                continue;
            }
            let white_best = board.white_to_move(black, ranks);
            // Black's men move down, so a step leads to a position that comes earlier in the order.
            let black_best = board.black_to_move(black, ranks, to_white);
            // A side that cannot move passes; if neither can, it is a draw.
            let values = match (white_best, black_best) {
                (Some(white), Some(black)) => [white, black],
                (Some(white), None) => [white, short::before(white)],
                (None, Some(black)) => [short::before(black), black],
                (None, None) => [short::DRAWN; 2],
            };
            [to_white[column], to_black[column]] = values;
        }
    }
}

impl Oska<u64> {
    fn board<'a>(&self, white: u64, near: &'a dyn Neighbours, lost: &'a [i8]) -> Board<'a> {
        let cells = self.layout.cells();
        let free = cells & !white;
        let is_free = |cell: u32| cell < 64 && free.has(cell);
        let mut board = Board { free: free.iter().collect(), ..Board::default() };
        for man in white.iter() {
            let others = white & !(1 << man);
            for way in [self.row_shift, self.row_shift + 1] {
                let (next, beyond) = (man + way, man + 2 * way);
                if is_free(next) {
                    let values = near.ahead(others | 1 << next);
                    let (target, shifted) = (board.bit(next), board.bits_between(man, next));
                    board.white_steps.push(WhiteStep { target, shifted, values });
                }
                if is_free(next) && is_free(beyond) {
                    let values = near.black_less(others | 1 << beyond).unwrap_or(lost);
                    let (captured, target) = (board.bit(next), board.bit(beyond));
                    let shifted = board.bits_between(man, beyond);
                    board.white_jumps.push(WhiteJump { captured, target, shifted, values });
                }
                if let Some(landing) = man.checked_sub(way).filter(|&cell| is_free(next) && is_free(cell)) {
                    let values = near.white_less(others).unwrap_or(lost);
                    let (from, target) = (board.bit(next), board.bit(landing));
                    let below = board.bit(man) - 1;
                    board.black_jumps.push(BlackJump { from, target, below, values });
                }
            }
        }
        for from in free.iter() {
            let step = |way| from.checked_sub(way).filter(|&to| is_free(to)).map_or(0, |to| board.bit(to));
            let steps = [self.row_shift, self.row_shift + 1].map(step);
            board.black_steps.push(steps);
        }
        board
    }

    /// The values of a finished game for either side to move.
    #[cold]
    fn ended(&self, white: u64, black: u64) -> [i8; 2] {
        let mut placement = solve::Placement::default();
        (placement[0][0], placement[1][0]) = (white, black);
        Side::BOTH.map(|side| {
            let position = self.place(&placement, side).expect("men may stand anywhere");
            let ending = self.ending(&position).expect("a side is home");
            short::of(Verdict::of_outcome(ending.outcome, side))
        })
    }
}

impl Board<'_> {
    /// The bit of a free cell, or of the first free cell after it.
    fn bit(&self, cell: u32) -> u32 {
        1 << self.free.partition_point(|&free| free < cell)
    }

    /// The free cells from the cell that White leaves up to the cell that it goes to, without the latter.
    fn bits_between(&self, from: u32, to: u32) -> u32 {
        self.bit(to) - self.bit(from)
    }

    /// A set of free cells as a compact set.
    fn compact(&self, cells: u64) -> u32 {
        self.free.iter().rev().fold(0, |set, &cell| set << 1 | (cells >> cell & 1) as u32)
    }

    /// The cells of a compact set.
    fn spread(&self, set: u32) -> u64 {
        let cells = self.free.iter().enumerate().filter(|&(place, _)| set >> place & 1 == 1);
        cells.fold(0, |cells, (_, &cell)| cells | 1 << cell)
    }

    /// The best value for White to move; `None` if it cannot move.
    #[inline]
    fn white_to_move(&self, black: u32, ranks: &Ranks) -> Option<i8> {
        let mut least = NO_MOVE;
        for step in &self.white_steps {
            // Adding bits to themselves moves them up by one.
            let after = black + (black & step.shifted);
            least = least.min(value_if(black & step.target == 0, step.values, after, ranks));
        }
        for jump in &self.white_jumps {
            if black & (jump.captured | jump.target) == jump.captured {
                let left = black ^ jump.captured;
                let after = left + (left & jump.shifted);
                least = least.min(jump.values[ranks.of(after)].into());
            }
        }
        best(least)
    }

    /// The best value for Black to move; `None` if it cannot move.
    #[inline]
    fn black_to_move(&self, black: u32, ranks: &Ranks, to_white: &[i8]) -> Option<i8> {
        let mut least = NO_MOVE;
        let mut men = black;
        while men != 0 {
            let man = men & men.wrapping_neg();
            for target in self.black_steps[men.trailing_zeros() as usize] {
                let can_step = target & !black != 0;
                least = least.min(value_if(can_step, to_white, black ^ man ^ target, ranks));
            }
            men ^= man;
        }
        for jump in &self.black_jumps {
            if black & (jump.from | jump.target) == jump.from {
                let moved = black ^ jump.from ^ jump.target;
                let after = moved + (moved & !jump.below);
                least = least.min(jump.values[ranks.of(after)].into());
            }
        }
        best(least)
    }
}

/// More than any value.
const NO_MOVE: i16 = i16::MAX;

/// The value of a step for the other side, if it is possible. Without a branch, which would be predicted badly.
#[inline(always)]
fn value_if(can_step: bool, values: &[i8], after: u32, ranks: &Ranks) -> i16 {
    let value = values[ranks.of(if can_step { after } else { 0 })];
    if can_step { value.into() } else { NO_MOVE }
}

fn best(least: i16) -> Option<i8> {
    (least != NO_MOVE).then(|| short::before(least as i8))
}
