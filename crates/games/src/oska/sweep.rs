//! A row of positions, all with the same men of White, solved in one go.
//!
//! What a move does to White's men is the same for the whole row and is worked out once. Black's men are a set of the cells that
//! White leaves free, written without the gaps, so that what a move does to it takes a few operations on bits.

use game::colex::{Ranks, subsets};
use game::sweep::{Neighbours, Row, Sweep, short};
use game::{Game, Side, Solvable, Verdict};

use super::Oska;
use crate::bits::Bits;

/// The values of the row that a move leads to; `None` where it takes the last man, which wins.
type Values<'a> = Option<&'a [i8]>;

/// A move of a man of White.
struct WhiteMove<'a> {
    /// The man of Black that it captures, or nothing.
    captured: u32,
    /// The cell of Black's that must be empty.
    target: u32,
    /// The cells whose places move up by one, because White's man has left a cell below them and come to one above.
    shifted: u32,
    values: Values<'a>,
}

/// A move of a man of Black.
#[derive(Clone, Copy)]
enum BlackMove<'a> {
    None,
    /// To an empty cell.
    Step {
        target: u32,
    },
    /// Over a man of White, whose cell comes to those that are free.
    Jump {
        target: u32,
        below: u32,
        values: Values<'a>,
    },
}

/// What is the same for all positions of a row.
struct Board<'a> {
    white_moves: Vec<WhiteMove<'a>>,
    /// For each free cell, to the left and to the right.
    black_moves: Vec<[BlackMove<'a>; 2]>,
    /// The free cells in order.
    free: Vec<u32>,
}

impl Sweep for Oska<u64> {
    fn progress(&self, white: u64) -> u32 {
        let rows = self.layout.height() as u32 - 1;
        white.count_ones() * rows - self.layout.rows_ahead(Side::White, white)
    }

    fn solve_row(&self, row: Row<'_>, neighbours: &dyn Neighbours) {
        let Row { white, black: men, values: [to_white, to_black] } = row;
        let board = self.board(white, neighbours);
        let home = board.compact(self.back_rows[Side::White.index()]);
        let white_is_home = white & !self.back_rows[Side::Black.index()] == 0;
        let ranks = Ranks::get();
        for (column, black) in subsets(men, board.free.len() as u32).enumerate() {
            if white_is_home || black & !home == 0 {
                [to_white[column], to_black[column]] = self.ended(white, board.spread(black));
                continue;
            }
            let white_best = board.white_to_move(black, ranks);
            // Black's men go down, so that what a step leads to comes earlier in the order.
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
    fn board<'a>(&self, white: u64, neighbours: &'a dyn Neighbours) -> Board<'a> {
        let free = self.layout.cells() & !white;
        let mut board =
            Board { white_moves: Vec::new(), black_moves: Vec::new(), free: free.iter().collect() };
        let is_free = |cell: u32| cell < 64 && free.has(cell);
        for from in white.iter() {
            for way in [self.row, self.row + 1] {
                if is_free(from + way) {
                    board.add_white_moves(white, from, way, is_free(from + 2 * way), neighbours);
                }
            }
        }
        for from in free.iter() {
            let moves = [self.row, self.row + 1].map(|way| {
                let to = |cells| from.checked_sub(cells * way).filter(|&to| self.layout.cells().has(to));
                match (to(1), to(2)) {
                    (Some(to), _) if is_free(to) => BlackMove::Step { target: board.bit(to) },
                    (Some(over), Some(to)) if white.has(over) && is_free(to) => BlackMove::Jump {
                        target: board.bit(to),
                        below: board.compact((1 << over) - 1),
                        values: neighbours.white_less(white & !(1 << over)),
                    },
                    _ => BlackMove::None,
                }
            });
            board.black_moves.push(moves);
        }
        board
    }

    /// What an ended game is for either side to move.
    #[cold]
    fn ended(&self, white: u64, black: u64) -> [i8; 2] {
        let mut placement = game::Placement::default();
        (placement[0][0], placement[1][0]) = (white, black);
        Side::BOTH.map(|side| {
            let position = self.place(&placement, side).expect("men may stand anywhere");
            let ending = self.ending(&position).expect("somebody is home");
            short::of(Verdict::of_outcome(ending.outcome, side))
        })
    }
}

impl<'a> Board<'a> {
    /// The place of a free cell among the free cells.
    fn bit(&self, cell: u32) -> u32 {
        1 << self.free.partition_point(|&free| free < cell)
    }

    /// A set of free cells without the gaps.
    fn compact(&self, cells: u64) -> u32 {
        self.free.iter().rev().fold(0, |set, &cell| set << 1 | (cells >> cell & 1) as u32)
    }

    /// The cells that such a set stands for.
    fn spread(&self, set: u32) -> u64 {
        let cells = self.free.iter().enumerate().filter(|&(place, _)| set >> place & 1 == 1);
        cells.fold(0, |cells, (_, &cell)| cells | 1 << cell)
    }

    /// A step to the next cell, which is free of White's men, and a jump over it, if the cell beyond is free of them.
    fn add_white_moves(&mut self, white: u64, from: u32, way: u32, can_jump: bool, near: &'a dyn Neighbours) {
        let left = white & !(1 << from);
        let (over, to) = (from + way, from + 2 * way);
        let between = |to: u32| self.bit(to) - self.bit(from);
        let step = WhiteMove {
            captured: 0,
            target: self.bit(over),
            shifted: between(over),
            values: Some(near.ahead(left | 1 << over)),
        };
        let jump = can_jump.then(|| WhiteMove {
            captured: self.bit(over),
            target: self.bit(to),
            shifted: between(to),
            values: near.black_less(left | 1 << to),
        });
        self.white_moves.push(step);
        self.white_moves.extend(jump);
    }

    /// The best that White can do; `None` if it cannot move.
    #[inline]
    fn white_to_move(&self, black: u32, ranks: &Ranks) -> Option<i8> {
        let mut least = NO_MOVE;
        for mv in &self.white_moves {
            if black & (mv.captured | mv.target) == mv.captured {
                let left = black ^ mv.captured;
                let moved = left & mv.shifted;
                least = least.min(value(mv.values, left + moved, ranks));
            }
        }
        best(least)
    }

    /// The best that Black can do; `None` if it cannot move.
    #[inline]
    fn black_to_move(&self, black: u32, ranks: &Ranks, to_white: &[i8]) -> Option<i8> {
        let mut least = NO_MOVE;
        let mut men = black;
        while men != 0 {
            let place = men.trailing_zeros();
            men &= men - 1;
            for mv in self.black_moves[place as usize] {
                match mv {
                    BlackMove::Step { target } if black & target == 0 => {
                        let moved = black ^ (1 << place | target);
                        least = least.min(i16::from(to_white[ranks.of(moved)]));
                    }
                    BlackMove::Jump { target, below, values } if black & target == 0 => {
                        let moved = black ^ (1 << place | target);
                        // Adding what is not below to itself moves it up by one place.
                        least = least.min(value(values, moved + (moved & !below), ranks));
                    }
                    _ => {}
                }
            }
        }
        best(least)
    }
}

/// More than any value.
const NO_MOVE: i16 = i16::MAX;

/// What a move leaves to the other side.
#[inline(always)]
fn value(values: Values<'_>, set: u32, ranks: &Ranks) -> i16 {
    values.map_or(short::LOST, |values| values[ranks.of(set)]).into()
}

fn best(least: i16) -> Option<i8> {
    (least != NO_MOVE).then(|| short::before(least as i8))
}
