//! Moves of one man from one cell to another. For each direction, the moves of all men are generated at once.

use game::{Error, MoveCode, Problem, Side};

use crate::kit::bits::Bits;
use crate::kit::layout::Layout;

/// A move of a man from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u16,
    to: u16,
}

impl Step {
    /// A pass. Other steps never end on the cell where they start.
    pub const PASS: Step = Step { from: 0, to: 0 };

    /// The step from one cell to another.
    #[inline(always)]
    pub fn new(from: u32, to: u32) -> Step {
        Step { from: from as u16, to: to as u16 }
    }

    /// The place where the man starts.
    #[inline(always)]
    pub fn from(self) -> u32 {
        u32::from(self.from)
    }

    /// The place where it ends.
    #[inline(always)]
    pub fn to(self) -> u32 {
        u32::from(self.to)
    }

    /// The step with this code.
    #[inline(always)]
    pub fn from_code(code: u32) -> Step {
        Step::new(code >> 11 & 0x7FF, code & 0x7FF)
    }

    /// The distance between the two cells in bits.
    #[inline(always)]
    pub fn distance(self) -> u32 {
        u32::from(self.from.abs_diff(self.to))
    }

    /// The cell in the middle of a jump.
    #[inline(always)]
    pub fn middle(self) -> u32 {
        u32::midpoint(self.from(), self.to())
    }

    /// The step on the board rotated by 180°.
    #[must_use]
    pub fn turned<B: Bits>(self, layout: &Layout<B>) -> Step {
        Step::new(layout.turned_place(self.from()), layout.turned_place(self.to()))
    }

    /// The step on the board reflected from left to right.
    #[must_use]
    pub fn reflected<B: Bits>(self, layout: &Layout<B>) -> Step {
        Step::new(layout.reflected_place(self.from()), layout.reflected_place(self.to()))
    }

    /// Writes the step: `c2c3`.
    pub fn write<B: Bits>(self, layout: &Layout<B>) -> String {
        layout.name(self.from()) + &layout.name(self.to())
    }

    /// Reads `c2c3` if it is one of these moves.
    ///
    /// # Errors
    /// When the text is not two cells of this board, or not one of the moves.
    pub fn parse<B: Bits>(
        text: &str,
        layout: &Layout<B>,
        mut moves: impl Iterator<Item = Step>,
    ) -> Result<Step, Error> {
        let whole = 0..text.chars().count();
        let &[from, to] = layout.parse_names(text)?.as_slice() else {
            return Err(Error::new(Problem::NotAStep, text, whole));
        };
        let step = Step::new(from, to);
        if moves.any(|mv| mv == step) { Ok(step) } else { Err(Error::new(Problem::IllegalMove, text, whole)) }
    }
}

impl MoveCode for Step {
    /// Both cells in one number.
    #[inline(always)]
    fn code(self) -> u32 {
        self.from() << 11 | self.to()
    }
}

/// The steps of one side: for each direction, the cells that can be reached, and the distance in bits.
///
/// Cells are ordered as the mover sees them, so that a mirrored position has the mirrored moves in the same order.
#[derive(Clone, Debug)]
pub struct Steps<'a, B, const DIRECTIONS: usize> {
    targets: [B; DIRECTIONS],
    /// The distance in bits that White adds, and Black subtracts, in each direction.
    distances: &'a [i32; DIRECTIONS],
    side: Side,
    direction: usize,
}

impl<'a, B: Bits, const DIRECTIONS: usize> Steps<'a, B, DIRECTIONS> {
    /// The steps to these cells, by direction. White adds `distances` to the place of a man, and Black subtracts them.
    #[inline(always)]
    pub fn new(targets: [B; DIRECTIONS], distances: &'a [i32; DIRECTIONS], side: Side) -> Self {
        Steps { targets, distances, side, direction: 0 }
    }

    /// Whether this step is one of them. It checks each direction, not each step.
    #[inline(always)]
    pub fn has(&self, step: Step) -> bool {
        if step.to() >= B::WIDTH {
            return false;
        }
        let distance = match self.side {
            Side::White => step.to() as i32 - step.from() as i32,
            Side::Black => step.from() as i32 - step.to() as i32,
        };
        self.targets.iter().zip(self.distances).any(|(set, &way)| way == distance && set.has(step.to()))
    }

    /// The step to a cell in the current direction.
    #[inline(always)]
    fn step_to(&self, to: u32) -> Step {
        let distance = self.distances[self.direction];
        let from = match self.side {
            Side::White => to.wrapping_add_signed(-distance),
            Side::Black => to.wrapping_add_signed(distance),
        };
        Step::new(from, to)
    }
}

impl<B: Bits, const DIRECTIONS: usize> Iterator for Steps<'_, B, DIRECTIONS> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        while self.direction < DIRECTIONS {
            if !self.targets[self.direction].is_empty() {
                let to = self.targets[self.direction].take_first(self.side);
                return Some(self.step_to(to));
            }
            self.direction += 1;
        }
        None
    }

    /// Faster than calling `next` for each step. Loops such as `for_each` use it.
    #[inline(always)]
    fn fold<A, F: FnMut(A, Step) -> A>(mut self, start: A, mut each: F) -> A {
        let mut result = start;
        while self.direction < DIRECTIONS {
            let mut targets = self.targets[self.direction];
            while !targets.is_empty() {
                let to = targets.take_first(self.side);
                result = each(result, self.step_to(to));
            }
            self.direction += 1;
        }
        result
    }
}

/// How many steps there are in all directions.
#[inline(always)]
pub fn count<B: Bits, const DIRECTIONS: usize>(targets: [B; DIRECTIONS]) -> usize {
    let mut total = 0;
    for set in targets {
        total += set.count() as usize;
    }
    total
}

/// The minimum number of plies after which `own` men of the side to move and `enemy` men of the other side are on new
/// cells, if each move moves one man. A move always changes the board, so a side with no man on a new cell has made no
/// move, or at least two.
#[inline(always)]
pub fn plies_to_displace(own: u32, enemy: u32) -> u32 {
    match (own, enemy) {
        (1, 0) => 1,
        (1, 1) => 2,
        (0..=2, 1) => 3,
        // From here on both sides make at least two moves, which can take each other back.
        _ => (2 * own).saturating_sub(1).max(2 * enemy).max(4),
    }
}
