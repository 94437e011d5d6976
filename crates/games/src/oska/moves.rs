//! Generates the moves of all men at once.

use game::{BoardState, Side};

use super::Oska;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::{Step, Steps};

/// Jumps to the left and to the right, then steps, as the mover sees it. This is the generation order.
pub(super) const DIRECTIONS: usize = 4;

impl<B: Bits> Oska<B> {
    /// The cells that can be reached in each direction.
    #[inline(always)]
    pub(super) fn targets(&self, position: &Position<B>) -> [B; DIRECTIONS] {
        // One copy per side, so that the compiler knows the direction of each shift.
        match position.side() {
            Side::White => self.targets_of(position, Side::White),
            Side::Black => self.targets_of(position, Side::Black),
        }
    }

    /// Whether a side has a step or a jump. Steps are checked first, because a side almost always has one.
    #[inline(always)]
    pub(super) fn can_move(&self, position: &Position<B>, side: Side) -> bool {
        let men = position.men(side, MAN);
        let next = men.forward(side, self.row_shift) | men.forward(side, self.row_shift + 1);
        let empty = self.layout.cells() & !(men | position.men(!side, MAN));
        !(next & empty).is_empty() || self.targets_of(position, side).into_iter().any(|set| !set.is_empty())
    }

    /// Whether a move jumps over a man: it goes two rows forward.
    #[inline(always)]
    pub(super) fn is_jump(&self, mv: Step) -> bool {
        mv.distance() >= 2 * self.row_shift
    }

    #[inline(always)]
    pub(super) fn targets_of(&self, position: &Position<B>, side: Side) -> [B; DIRECTIONS] {
        let (men, enemies) = (position.men(side, MAN), position.men(!side, MAN));
        let empty = self.layout.cells() & !(men | enemies);
        let (left, right) = (self.row_shift, self.row_shift + 1);
        let (next_left, next_right) = (men.forward(side, left), men.forward(side, right));
        [
            (next_left & enemies).forward(side, left) & empty,
            (next_right & enemies).forward(side, right) & empty,
            next_left & empty,
            next_right & empty,
        ]
    }
}

/// The steps and jumps of the side to move or, if there are none, a pass.
#[derive(Clone, Debug)]
pub struct Moves<'a, B> {
    steps: Steps<'a, B, DIRECTIONS>,
    pass: bool,
}

impl<'a, B: Bits> Moves<'a, B> {
    #[inline(always)]
    pub(super) fn new(
        targets: [B; DIRECTIONS],
        distances: &'a [i32; DIRECTIONS],
        side: Side,
    ) -> Moves<'a, B> {
        let pass = targets.into_iter().all(B::is_empty);
        Moves { pass, steps: Steps::new(targets, distances, side) }
    }

    /// Whether this step or pass is one of the moves.
    #[inline(always)]
    pub(super) fn has(&self, step: Step) -> bool {
        if step == Step::PASS { self.pass } else { self.steps.has(step) }
    }
}

impl<B: Bits> Iterator for Moves<'_, B> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        if self.pass {
            self.pass = false;
            return Some(Step::PASS);
        }
        self.steps.next()
    }

    #[inline(always)]
    fn fold<A, F: FnMut(A, Step) -> A>(self, start: A, mut each: F) -> A {
        if self.pass { each(start, Step::PASS) } else { self.steps.fold(start, each) }
    }
}
