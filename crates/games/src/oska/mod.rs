#![doc = include_str!("rules.md")]

mod call;
mod descriptor;
mod eval;
mod grading;
mod guide;
mod mistakes;
mod moves;
mod net;
mod notation;
mod position;
mod rank;
mod sweep;

pub use descriptor::{DESCRIPTOR, OskaGame};
pub use moves::Moves;
pub use position::Position;

use std::ops::{Range, RangeInclusive};

use game::{BoardState, Ending, Mirror, Repetition, Rules, Side};

use crate::kit::bits::{Bits, largest_size};
use crate::kit::keys::Keys;
use crate::kit::layout::Layout;
use crate::kit::step::{self, Step};

/// The rules page.
pub const RULES: &str = include_str!("rules.md");

/// The sizes of the board: the number of men per side at the start.
pub const SIZES: RangeInclusive<usize> = 3..=largest_size(22, 8);

/// Oska with a fixed board size. `B` is the type of its bit sets.
#[derive(Clone, Debug)]
pub struct Oska<B> {
    layout: Layout<B>,
    keys: Keys<B>,
    /// The distance in bits from a cell to its lower left neighbour. The lower right neighbour is one bit further.
    row_shift: u32,
    /// The row where each side starts, which is the goal of the other side.
    back_rows: [B; 2],
    /// The narrowest row.
    waist: B,
    /// For each side, the rows between its start and the waist.
    behind_waist: [B; 2],
    /// For each side, the left and the right edge of the board from its start to the waist.
    edges: [[B; 2]; 2],
    /// For each side, the row before its goal.
    before_goal: [B; 2],
    distances: [i32; moves::DIRECTIONS],
    /// What the neural network sees, and the network.
    seen: Option<net::Seen>,
}

/// The number of bits of a board of this size. Cells are numbered by diagonals, so that a step to the lower left is
/// always the same number of bits, and a step to the lower right one more, above and below the waist.
pub const fn bits(size: usize) -> usize {
    (2 * size - 4) * size + 2 * size - 2
}

impl<B: Bits> Oska<B> {
    /// The rules for a board with `size` men per side.
    ///
    /// # Panics
    /// When the size is not in [`SIZES`] or its board does not fit into `B`.
    pub fn new(size: usize) -> Oska<B> {
        assert!(
            SIZES.contains(&size) && bits(size) <= B::WIDTH as usize,
            "a board of size {size} does not fit"
        );
        let layout = Self::layout_of(size);
        let row = size as u32;
        let back_row = layout.row_set(0);
        let back_rows = [back_row, layout.turned(back_row)];
        let half = B::of((0..size - 2).flat_map(|index| layout.row(index)));
        let behind_waist = [half, layout.turned(half)];
        let edge = |at: fn(Range<u32>) -> u32| B::of((0..=size - 2).map(|index| at(layout.row(index))));
        let edges = [edge(|row| row.start), edge(|row| row.end - 1)];
        let edges = [edges, edges.map(|edge| layout.turned(edge))];
        let before_goal = [layout.row_set(2 * size - 5), layout.row_set(1)];
        let waist = layout.row_set(size - 2);
        let distance = row as i32;
        let distances = [2 * distance, 2 * distance + 2, distance, distance + 1];
        let seen = net::Seen::new(&layout, size);
        Oska {
            layout,
            keys: Keys::new(2),
            row_shift: row,
            back_rows,
            waist,
            behind_waist,
            edges,
            before_goal,
            distances,
            seen,
        }
    }

    fn layout_of(size: usize) -> Layout<B> {
        let (row, narrowest) = (size as u32, size as u32 - 2);
        Layout::new((0..=2 * narrowest).map(|index| {
            // Rows above the waist end on the same diagonal. Rows below it begin on the same diagonal.
            let length = 2 + index.abs_diff(narrowest);
            (index * row + index.min(narrowest), length)
        }))
    }

    /// The bit numbers and names of the cells.
    pub fn layout(&self) -> &Layout<B> {
        &self.layout
    }
}

impl<B: Bits> Rules for Oska<B> {
    type Position = Position<B>;
    type Move = Step;
    type Moves<'a> = Moves<'a, B>;

    fn start(&self) -> Position<B> {
        Position::new(&self.keys, self.back_rows.map(|row| [row]), Side::White)
    }

    #[inline(always)]
    fn ending(&self, position: &Position<B>) -> Option<Ending> {
        self.ending_of(position)
    }

    #[inline(always)]
    fn moves<'a>(&'a self, position: &Position<B>) -> Moves<'a, B> {
        Moves::new(self.targets(position), &self.distances, position.side())
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position<B>) -> usize {
        // Without a step, the only move is a pass.
        step::count(self.targets(position)).max(1)
    }

    #[inline(always)]
    fn has_move(&self, _position: &Position<B>) -> bool {
        // At least a pass.
        true
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &Position<B>, mv: Step) -> Position<B> {
        if mv == Step::PASS {
            return position.after_pass(&self.keys);
        }
        position.after(&self.keys, mv, self.is_jump(mv).then(|| mv.middle()))
    }
}

impl<B: Bits> Mirror for Oska<B> {
    fn mirrored(&self, position: &Position<B>) -> Option<Position<B>> {
        Some(position.mirrored(&self.keys, &self.layout))
    }

    fn mirrored_move(&self, mv: Step) -> Step {
        if mv == Step::PASS { mv } else { mv.turned(&self.layout) }
    }
}

/// Men only move forward, so a board can never be repeated.
impl<B: Bits> Repetition for Oska<B> {}
