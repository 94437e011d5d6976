//! The bound on how many processes a program may have at once: without one, a program that forks without end takes the machine down
//! long before its time is up. The system's own bound counts all processes of a user, so it cannot be used.

use std::time::{Duration, Instant};

use super::descendants;

/// Often enough to catch a flood of processes while it can be stopped, and seldom enough to cost nothing.
const INTERVAL: Duration = Duration::from_millis(50);

/// A look at the number of processes, now and then.
pub(super) struct Crowd {
    limit: usize,
    /// The fewest tasks that the whole system was seen to have.
    fewest: usize,
    next_look: Instant,
}

impl Crowd {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, fewest: descendants::tasks_in_system(), next_look: Instant::now() + INTERVAL }
    }

    pub(super) fn next_look(&self) -> Instant {
        self.next_look
    }

    /// Whether the program has too many processes, if it is time to look.
    pub(super) fn is_too_large(&mut self) -> bool {
        if Instant::now() < self.next_look {
            return false;
        }
        self.next_look = Instant::now() + INTERVAL;
        let tasks = descendants::tasks_in_system();
        self.fewest = self.fewest.min(tasks);
        // Counting the program's own processes means looking at all there are, so it waits until there can be too many.
        tasks > self.fewest + self.limit && descendants::count() > self.limit
    }
}
