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

pub use descriptor::{CrusherGame, DESCRIPTOR};
pub use position::Position;

use std::ops::RangeInclusive;

use game::{BoardState, Ending, Mirror, Rules};

use crate::kit::bits::{Bits, largest_size};
use crate::kit::keys::Keys;
use crate::kit::layout::Layout;
use crate::kit::step::{self, Step, Steps};
use position::MAN;

/// The rules page.
pub const RULES: &str = include_str!("rules.md");

/// The rule by which somebody wins who has crushed enough men.
const CRUSHED: &str = "too few enemy men are left";

/// The sizes of the board.
pub const SIZES: RangeInclusive<usize> = 2..=largest_size(18, 6);

/// Crusher with a fixed board size. `B` is the type of its bit sets.
#[derive(Clone, Debug)]
pub struct Crusher<B> {
    layout: Layout<B>,
    keys: Keys<B>,
    size: usize,
    /// The distance in bits from a cell to its lower right neighbour. The lower left neighbour is one bit nearer.
    row: u32,
    distances: [i32; moves::DIRECTIONS],
    /// The hexagon without its outer rings: all cells, all cells except the outermost ring, and so on.
    rings: Vec<B>,
    /// The six cells with only three neighbours.
    corners: B,
}

/// The number of bits of a hexagon of this size. Cells are numbered along a slanted axis, so that a neighbour in the
/// next row is always the same number of bits away. Between the two longest rows there is one unused bit. Unused bits
/// at both ends are cut off.
pub const fn bits(size: usize) -> usize {
    2 * size * (2 * size - 1) - 2 * (size - 1) - 1
}

impl<B: Bits> Crusher<B> {
    /// The rules for a hexagon with `size` cells per edge.
    ///
    /// # Panics
    /// When the size is not in [`SIZES`] or its board does not fit into `B`.
    pub fn new(size: usize) -> Crusher<B> {
        assert!(
            SIZES.contains(&size) && bits(size) <= B::WIDTH as usize,
            "a hexagon of size {size} does not fit"
        );
        let (row, side) = (2 * size as u32, size as u32);
        let layout = Layout::new((0..2 * side - 1).map(|index| {
            // Down to the middle, each row begins one cell further left on the slanted axis than the row above.
            let indent = index.min(side - 1);
            (index * row - indent, side + indent - index.saturating_sub(side - 1))
        }));
        let distance = row as i32;
        let slides = [distance, distance - 1, 1, -1, 1 - distance, -distance];
        let rings = position::rings(&layout, row);
        let corners = position::corners(&layout);
        let distances = std::array::from_fn(|way| if way < 6 { 2 * slides[way] } else { slides[way - 6] });
        Crusher { layout, keys: Keys::new(2), size, row, distances, rings, corners }
    }

    /// The bit numbers and names of the cells.
    pub fn layout(&self) -> &Layout<B> {
        &self.layout
    }
}

impl<B: Bits> Rules for Crusher<B> {
    type Position = Position<B>;
    type Move = Step;
    type Moves<'a> = Steps<'a, B, { moves::DIRECTIONS }>;

    fn start(&self) -> Position<B> {
        self.start_position()
    }

    #[inline(always)]
    fn ending(&self, position: &Position<B>) -> Option<Ending> {
        // If both sides have too few men, the side that has just moved has won.
        let crushed = |side| (position.men(side, MAN).count() as usize) < self.size;
        if crushed(position.side()) {
            Some(Ending::win(!position.side(), CRUSHED))
        } else if crushed(!position.side()) {
            Some(Ending::win(position.side(), CRUSHED))
        } else {
            None
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
        position.after(&self.keys, mv, Self::is_capture(position, mv).then_some(mv.to()))
    }
}

impl<B: Bits> Mirror for Crusher<B> {
    fn mirrored(&self, position: &Position<B>) -> Option<Position<B>> {
        Some(position.mirrored(&self.keys, &self.layout))
    }

    fn mirrored_move(&self, mv: Step) -> Step {
        mv.turned(&self.layout)
    }
}
