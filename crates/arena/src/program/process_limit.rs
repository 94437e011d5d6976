//! The limit on how many processes a program may have at once. Without it, a program that forks endlessly takes the machine down long
//! before its time is over. The system's own limit counts all processes of a user, so it cannot be used.

use std::time::{Duration, Instant};

use super::descendants;

/// How often processes are counted: often enough to stop a flood of processes in time, and seldom enough to cost nothing.
const INTERVAL: Duration = Duration::from_millis(50);

/// Counts the processes of the program now and then.
pub(super) struct ProcessLimit {
    limit: usize,
    /// The lowest number of tasks in the whole system so far.
    fewest: usize,
    next_count: Instant,
}

impl ProcessLimit {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, fewest: descendants::tasks_in_system(), next_count: Instant::now() + INTERVAL }
    }

    pub(super) fn next_count(&self) -> Instant {
        self.next_count
    }

    /// Whether the program has too many processes, if it is time to count them.
    pub(super) fn is_exceeded(&mut self) -> bool {
        if Instant::now() < self.next_count {
            return false;
        }
        self.next_count = Instant::now() + INTERVAL;
        let tasks = descendants::tasks_in_system();
        self.fewest = self.fewest.min(tasks);
        // Finding the program's own processes takes a look at all processes, so it waits until there can be too many.
        tasks > self.fewest + self.limit && descendants::count() > self.limit
    }
}
