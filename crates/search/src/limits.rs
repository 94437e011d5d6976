//! The limits of a search: depth, number of positions, time, and a flag that cancels it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use game::MAX_DEPTH;
use game::clock::Instant;

use crate::team::Team;

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct Limits<'c> {
    /// The largest depth, at least 1.
    pub depth: u32,
    /// The maximum time.
    pub time: Option<Duration>,
    /// About the maximum number of positions.
    pub nodes: Option<u64>,
    /// Another thread sets this to stop the search.
    pub cancel: Option<&'c AtomicBool>,
    /// Stops the search after this time as if `cancel` had been set, where no other thread can set it. Unlike `time`, it does not change
    /// in which steps a search deepens: the same search again finds its results in the transposition table, and goes on.
    pub slice: Option<Duration>,
}

impl Limits<'_> {
    /// Whether something other than the depth can end a search within these limits.
    pub(crate) fn is_up(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.cancel.is_some_and(|cancel| cancel.load(Relaxed))
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { depth: MAX_DEPTH, time: None, nodes: None, cancel: None, slice: None }
    }
}

/// The limits of a running search, and whether it has to stop now. All its threads share it.
pub(crate) struct Watch<'c> {
    started: Instant,
    limits: Limits<'c>,
    stop: AtomicBool,
    nodes: AtomicU64,
    team: Team,
}

/// A thread checks the limits after this many positions: often enough for a limit of 1 ms, rarely enough to be cheap.
pub(crate) const NODES_PER_CHECK: u64 = 128;

impl<'c> Watch<'c> {
    pub(crate) fn new(limits: Limits<'c>, team: Team) -> Watch<'c> {
        Watch {
            started: Instant::now(),
            limits,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            team,
        }
    }

    /// The threads of the search.
    #[inline]
    pub(crate) fn team(&self) -> &Team {
        &self.team
    }

    /// Whether all threads have to stop. The values that they return after that are meaningless.
    #[inline]
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.team.end();
    }

    /// Adds the positions that a thread has visited since its last call, and checks the limits.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let enough = self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|most| self.started.elapsed() >= most)
            || self.limits.slice.is_some_and(|most| self.started.elapsed() >= most)
            || self.limits.cancel.is_some_and(|cancel| cancel.load(Relaxed));
        if enough {
            self.stop();
        }
    }

    /// Whether there is time for one more iteration, which takes longer than all earlier ones together. If the answer
    /// has just changed (not `steady`), more time is used. An exact search loses an unfinished iteration; a selective
    /// search keeps its result.
    pub(crate) fn can_deepen(&self, steady: bool, keeps: bool) -> bool {
        let share = match (keeps, steady) {
            (true, _) => 1.0,
            (false, true) => 0.45,
            (false, false) => 0.8,
        };
        self.limits.time.is_none_or(|most| self.started.elapsed() < most.mul_f64(share))
    }

    /// The depth of the next iteration. If there is time for more than one depth, it is the next depth. Otherwise only the last depth
    /// counts, and some depths before it prepare it: one or two plies, and those that differ from the last by a multiple of `step`,
    /// which is even.
    pub(crate) fn next_depth(&self, depth: u32, step: u32) -> u32 {
        if self.limits.time.is_some() || self.limits.nodes.is_some() {
            return depth + 1;
        }
        let left = self.limits.depth - depth;
        let step = if depth == 0 { 2 } else { step };
        depth + (left - 1) % step + 1
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
