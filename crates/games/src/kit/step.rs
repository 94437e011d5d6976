//! Moves of one man from one cell to another, generated a direction at a time for all men at once.

use game::{Error, MoveCode, Problem, Side};

use crate::kit::bits::Bits;
use crate::kit::layout::Layout;

/// A man goes from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u16,
    to: u16,
}

impl Step {
    /// A pass. Every other step ends on another cell than it starts from.
    pub const PASS: Step = Step { from: 0, to: 0 };

    /// The step from one cell to another.
    #[inline(always)]
    pub fn new(from: u32, to: u32) -> Step {
        Step { from: from as u16, to: to as u16 }
    }

    /// Where the man comes from.
    #[inline(always)]
    pub fn from(self) -> u32 {
        u32::from(self.from)
    }

    /// Where it goes.
    #[inline(always)]
    pub fn to(self) -> u32 {
        u32::from(self.to)
    }

    /// The step that has this code.
    #[inline(always)]
    pub fn from_code(code: u32) -> Step {
        Step::new(code >> 11 & 0x7FF, code & 0x7FF)
    }

    /// How far apart the two cells are among the bits.
    #[inline(always)]
    pub fn distance(self) -> u32 {
        u32::from(self.from.abs_diff(self.to))
    }

    /// The cell in the middle of a jump.
    #[inline(always)]
    pub fn middle(self) -> u32 {
        u32::midpoint(self.from(), self.to())
    }

    /// The step as it is after a half-turn of the board.
    #[must_use]
    pub fn turned<B: Bits>(self, layout: &Layout<B>) -> Step {
        Step::new(layout.turned_place(self.from()), layout.turned_place(self.to()))
    }

    /// `c2c3`.
    pub fn write<B: Bits>(self, layout: &Layout<B>) -> String {
        layout.name(self.from()) + &layout.name(self.to())
    }

    /// Reads `c2c3` if it is one of these moves.
    ///
    /// # Errors
    /// When the text is not two cells of this board, or none of the moves.
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

/// The steps of one side: for each direction the cells that can be reached, and how far the men come.
///
/// Directions and cells are taken in the mover's own order, so that a half-turn with the colours swapped gives the same
/// moves in the same order.
#[derive(Clone, Debug)]
pub struct Steps<'a, B, const DIRECTIONS: usize> {
    targets: [B; DIRECTIONS],
    /// What White adds to a bit, and Black takes from it, to go that way.
    distances: &'a [i32; DIRECTIONS],
    side: Side,
    direction: usize,
}

impl<'a, B: Bits, const DIRECTIONS: usize> Steps<'a, B, DIRECTIONS> {
    /// The steps to these cells, of which each direction has some, and for each direction what White adds to a bit, and Black takes
    /// from it, to go that way.
    #[inline(always)]
    pub fn new(targets: [B; DIRECTIONS], distances: &'a [i32; DIRECTIONS], side: Side) -> Self {
        Steps { targets, distances, side, direction: 0 }
    }

    /// Whether a step is among them, which is asked of each direction and not of each step.
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
}

impl<B: Bits, const DIRECTIONS: usize> Steps<'_, B, DIRECTIONS> {
    /// The step to a cell that is reached in the present direction.
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

    /// Every loop that does not stop early comes down to this one, which need not look up where it is for each step.
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

/// The least number of plies in which the side to move can displace `own` men and the other side `enemy` men, if a move
/// displaces one man at most. A move always changes the board: no man displaced means no move, or two and more.
#[inline(always)]
pub fn plies_to_displace(own: u32, enemy: u32) -> u32 {
    match (own, enemy) {
        (1, 0) => 1,
        (1, 1) => 2,
        (0..=2, 1) => 3,
        // From here on both sides have two moves and more, which can undo each other.
        _ => (2 * own).saturating_sub(1).max(2 * enemy).max(4),
    }
}
