//! When to stop: at a depth, after a number of positions or a time, or when a flag is set.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::MAX_DEPTH;

/// How long a search may take.
#[derive(Clone, Debug)]
pub struct Limits<'c> {
    /// The largest depth, at least 1.
    pub depth: u32,
    /// The time for one answer.
    pub time: Option<Duration>,
    /// About how many positions to look at.
    pub nodes: Option<u64>,
    /// Another thread sets this to stop the search.
    pub cancel: Option<&'c AtomicBool>,
}

impl Limits<'_> {
    /// Whether something other than the depth can end a search within these limits.
    pub(crate) fn is_up(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.cancel.is_some_and(|cancel| cancel.load(Relaxed))
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { depth: MAX_DEPTH, time: None, nodes: None, cancel: None }
    }
}

/// A search in progress: when it has to stop, and whether it has to stop now. All its threads share it.
pub(crate) struct Watch<'c> {
    started: Instant,
    limits: Limits<'c>,
    stop: AtomicBool,
    nodes: AtomicU64,
}

/// A thread looks at the clock after this many positions: often enough for a millisecond, seldom enough to cost nothing.
pub(crate) const NODES_A_LOOK: u64 = 128;

impl<'c> Watch<'c> {
    pub(crate) fn new(limits: Limits<'c>) -> Watch<'c> {
        Watch { started: Instant::now(), limits, stop: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Whether all threads have to stop. What they return after that means nothing.
    #[inline]
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Adds positions that a thread has looked at since it was here last, and looks at the limits.
    pub(crate) fn look(&self, nodes: u64) {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let enough = self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|most| self.started.elapsed() >= most)
            || self.limits.cancel.is_some_and(|cancel| cancel.load(Relaxed));
        if enough {
            self.stop();
        }
    }

    /// Whether there is time for one more iteration: the next takes longer than all before it together. An answer that has
    /// just changed deserves more of it. What an exact search has not finished is lost; a selective one keeps what it finds.
    pub(crate) fn can_deepen(&self, steady: bool, keeps: bool) -> bool {
        let share = if keeps {
            1.0
        } else if steady {
            0.45
        } else {
            0.8
        };
        self.limits.time.is_none_or(|most| self.started.elapsed() < most.mul_f64(share))
    }

    /// The depth to search after this one. Values and best moves of odd depths are unlike those of even ones, since it is the
    /// other side that moves last. If only the last depth counts, the others of its kind prepare it best.
    pub(crate) fn next_depth(&self, depth: u32) -> u32 {
        let last = self.limits.depth;
        let every = self.limits.time.is_some() || self.limits.nodes.is_some();
        if every || depth == 0 && last % 2 == 1 { depth + 1 } else { (depth + 2).min(last) }
    }

    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
