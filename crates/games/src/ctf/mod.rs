#![doc = include_str!("rules.md")]

mod call;
mod descriptor;
mod eval;
mod grading;
mod guide;
mod mistakes;
mod moves;
mod notation;
mod position;
mod rank;

pub use descriptor::{CaptureTheFlag, DESCRIPTOR};
pub use position::Position;

use std::ops::RangeInclusive;

use game::{BoardState, Ending, Mirror, Rules, Side};

use crate::kit::bits::{Bits, largest_size};
use crate::kit::keys::Keys;
use crate::kit::layout::{Layout, RowSum, rectangle_bits};
use crate::kit::step::{self, Step, Steps};

/// The rules page.
pub const RULES: &str = include_str!("rules.md");

/// The sizes of the board.
pub const SIZES: RangeInclusive<usize> = 2..=largest_size(32, 10);

/// Capture the Flag with a fixed board size. `B` is the type of its bit sets.
#[derive(Clone, Debug)]
pub struct Ctf<B> {
    layout: Layout<B>,
    keys: Keys<B>,
    /// The distance in bits from a cell to the cell below it.
    row: u32,
    /// The first cell of each cell's row.
    row_start: Vec<u32>,
    /// The row of each cell, counted from 0.
    row_of: Vec<u32>,
    /// For each side and cell, the cells in its row and in the rows ahead of it. After the last cell, the empty set.
    not_past: [Vec<B>; 2],
    /// The first three columns. Shifted to a flag, they are its column and the columns beside it.
    lane: B,
    /// How many rows a pawn keeps in hand at most.
    rows_kept: usize,
    /// For each side, the rows that a pawn has ahead of it beyond those, if there can be any.
    rows_to_bring_up: Option<[RowSum<B>; 2]>,
    distances: [i32; moves::DIRECTIONS],
    /// For each side and each place, the cells from which its pawns can jump over a man there. After the last place, the empty set.
    approaches: [Vec<B>; 2],
}

/// For each place, the cells of its row and of the rows ahead of it for `side`. After the last place, the empty set.
fn not_past<B: Bits>(layout: &Layout<B>, side: Side) -> Vec<B> {
    let height = layout.height();
    let from_row = |row: usize| {
        let rows = if side == Side::White { row..height } else { 0..row + 1 };
        rows.fold(B::EMPTY, |cells, row| cells | layout.row_set(row))
    };
    let mut sets = vec![B::EMPTY; B::WIDTH as usize + 1];
    for row in 0..height {
        layout.row(row).for_each(|place| sets[place as usize] = from_row(row));
    }
    sets
}

/// For each place, the cells from which pawns of `side` can jump over a man there. After the last place, the empty set.
fn approaches<B: Bits>(layout: &Layout<B>, row: u32, side: Side) -> Vec<B> {
    let mut sets = vec![B::EMPTY; B::WIDTH as usize + 1];
    for place in layout.cells().iter() {
        let man = B::bit(place);
        sets[place as usize] = (man.backward(side, row) | man << 1 | man >> 1) & layout.cells();
    }
    sets
}

/// How many of the rows ahead of it a pawn keeps in hand. On smaller boards, the two sides stand close enough. On larger ones, bringing
/// up all pawns takes too long.
fn rows_kept(size: usize) -> usize {
    if (6..=8).contains(&size) { 3 } else { size - 1 }
}

/// The number of bits of a board of this size.
pub const fn bits(size: usize) -> usize {
    rectangle_bits(size, size)
}

impl<B: Bits> Ctf<B> {
    /// The rules for a board of `size` rows and columns.
    ///
    /// # Panics
    /// When the size is not in [`SIZES`] or its board does not fit into `B`.
    pub fn new(size: usize) -> Ctf<B> {
        assert!(
            SIZES.contains(&size) && bits(size) <= B::WIDTH as usize,
            "a board of size {size} does not fit"
        );
        let layout = Layout::rectangle(size, size);
        let not_past = Side::BOTH.map(|side| not_past(&layout, side));
        let rows_kept = rows_kept(size);
        let rows_to_bring_up = (rows_kept < size - 1).then(|| {
            Side::BOTH.map(|side| layout.row_sum(side, |rows_ahead| rows_ahead.saturating_sub(rows_kept)))
        });
        let (size, row) = (size as u32, size as u32 + 1);
        let distance = row as i32;
        Ctf {
            not_past,
            rows_kept,
            rows_to_bring_up,
            keys: Keys::new(4),
            row,
            row_start: (0..size * row).map(|place| place - place % row).collect(),
            row_of: (0..size * row).map(|place| place / row).collect(),
            lane: B::of((0..size).flat_map(|index| index * row..index * row + 3)),
            approaches: Side::BOTH.map(|side| approaches(&layout, row, side)),
            distances: [2 * distance, 2, -2, distance, 1, -1, -distance],
            layout,
        }
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.layout.height()
    }

    /// The bit numbers and names of the cells.
    pub fn layout(&self) -> &Layout<B> {
        &self.layout
    }
}

impl<B: Bits> Rules for Ctf<B> {
    type Position = Position<B>;
    type Move = Step;
    type Moves<'a> = Steps<'a, B, { moves::DIRECTIONS }>;

    fn start(&self) -> Position<B> {
        self.start_position()
    }

    #[inline(always)]
    fn ending(&self, position: &Position<B>) -> Option<Ending> {
        if Side::BOTH.into_iter().all(|side| self.has_to_pass(position, side)) {
            None
        } else {
            self.end(position)
        }
    }

    #[inline(always)]
    fn moves<'a>(&'a self, position: &Position<B>) -> Self::Moves<'a> {
        Steps::new(self.targets(position), &self.distances, position.side())
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position<B>) -> usize {
        step::count(self.targets(position))
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &Position<B>, mv: Step) -> Position<B> {
        position.after(&self.keys, mv, self.is_jump(mv).then(|| mv.middle()))
    }
}

impl<B: Bits> Mirror for Ctf<B> {
    fn mirrored(&self, position: &Position<B>) -> Option<Position<B>> {
        Some(position.mirrored(&self.keys, &self.layout))
    }

    fn mirrored_move(&self, mv: Step) -> Step {
        mv.turned(&self.layout)
    }
}
