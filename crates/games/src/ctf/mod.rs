#![doc = include_str!("rules.md")]

mod call;
mod descriptor;
mod eval;
mod grading;
mod guide;
mod moves;
mod notation;
mod position;
mod rank;

pub use descriptor::{CaptureTheFlag, DESCRIPTOR};
pub use position::Position;

use std::ops::RangeInclusive;

use game::{BoardState, Ending, Mirror, Rules};

use crate::kit::bits::Bits;
use crate::kit::keys::Keys;
use crate::kit::layout::{Layout, rectangle_bits};
use crate::kit::step::{self, Step, Steps};

/// The rules page.
pub const RULES: &str = include_str!("rules.md");

/// The sizes of the board.
pub const SIZES: RangeInclusive<usize> = 2..=32;

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
    distances: [i32; moves::DIRECTIONS],
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
        let (size, row) = (size as u32, size as u32 + 1);
        let distance = row as i32;
        Ctf {
            layout,
            keys: Keys::new(4),
            row,
            row_start: (0..size * row).map(|place| place - place % row).collect(),
            row_of: (0..size * row).map(|place| place / row).collect(),
            distances: [2 * distance, 2, -2, distance, 1, -1, -distance],
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
        // The side that has just moved is checked first: if both flags are past, its move decided the game.
        let (last, next) = (!position.side(), position.side());
        self.win(position, last).or_else(|| self.win(position, next))
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
