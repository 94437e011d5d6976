//! How many positions a search may visit, and whether it goes on.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Line, Notation};

use super::{Algorithm, TreeError};

/// The positions that a search has visited and may visit.
pub(super) struct Visits<'c> {
    made: usize,
    most: usize,
    cancel: Option<&'c AtomicBool>,
}

impl<'c> Visits<'c> {
    /// At most this many visits, until the flag is raised.
    pub(super) fn new(most: usize, cancel: Option<&'c AtomicBool>) -> Visits<'c> {
        Visits { made: 0, most, cancel }
    }

    /// Visits a position. `None` if the search has to end.
    pub(super) fn add(&mut self) -> Option<()> {
        self.made += 1;
        (self.made <= self.most && !self.is_cancelled()).then_some(())
    }

    /// The moves of a position. `None` if there are more of them than positions that may be visited in all.
    pub(super) fn moves<G: Notation>(&self, line: &Line<'_, G>) -> Option<Vec<G::Move>> {
        let moves = line.first_moves(self.most.saturating_add(1));
        (moves.len() <= self.most).then_some(moves)
    }

    /// How many positions were visited.
    pub(super) fn made(&self) -> usize {
        self.made
    }

    /// Why the search had to end.
    pub(super) fn error(&self, algorithm: Algorithm, depth: u32) -> TreeError {
        if self.is_cancelled() {
            TreeError::Cancelled
        } else {
            TreeError::TooLarge { algorithm, depth, most: self.most }
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Relaxed))
    }
}
