//! Where the men can go, for all of them at once.

use game::{BoardState, Side};

use super::Oska;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::step::{Step, Steps, count};

/// Jumps to the left and to the right, then steps, as the mover sees it. This is the order of generation.
pub(super) const DIRECTIONS: usize = 4;

impl<B: Bits> Oska<B> {
    /// The cells that can be reached in each direction.
    #[inline(always)]
    pub(super) fn targets(&self, position: &Position<B>) -> [B; DIRECTIONS] {
        // Once a side, so that each shift is compiled for its direction.
        match position.side() {
            Side::White => self.targets_of(position, Side::White),
            Side::Black => self.targets_of(position, Side::Black),
        }
    }

    /// Whether a side has a step or a jump. Almost always it has a step, so that is asked first.
    #[inline(always)]
    pub(super) fn can_move(&self, position: &Position<B>, side: Side) -> bool {
        let men = position.men(side, MAN);
        let next = men.forward(side, self.row) | men.forward(side, self.row + 1);
        let empty = self.layout.cells() & !(men | position.men(!side, MAN));
        !(next & empty).is_empty() || self.targets_of(position, side).into_iter().any(|set| !set.is_empty())
    }

    /// Whether a move goes over a man, two rows on.
    #[inline(always)]
    pub(super) fn is_jump(&self, mv: Step) -> bool {
        mv.distance() >= 2 * self.row
    }

    #[inline(always)]
    pub(super) fn targets_of(&self, position: &Position<B>, side: Side) -> [B; DIRECTIONS] {
        let (men, enemies) = (position.men(side, MAN), position.men(!side, MAN));
        let empty = self.layout.cells() & !(men | enemies);
        let (left, right) = (self.row, self.row + 1);
        let (next_left, next_right) = (men.forward(side, left), men.forward(side, right));
        [
            (next_left & enemies).forward(side, left) & empty,
            (next_right & enemies).forward(side, right) & empty,
            next_left & empty,
            next_right & empty,
        ]
    }
}

/// The steps of the side to move or, when it has none, a pass.
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
        Moves { pass: count(targets) == 0, steps: Steps::new(targets, distances, side) }
    }
}

impl<B: Bits> Moves<'_, B> {
    /// Whether a step, or a pass, is among them.
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
