//! When to stop: a depth, a number of positions, a time, or somebody who calls it off.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::MAX_DEPTH;

/// How long a search may go on.
#[derive(Clone, Debug)]
pub struct Limits<'c> {
    /// The largest depth, at least 1.
    pub depth: u32,
    /// The time for one answer.
    pub time: Option<Duration>,
    /// How many positions to look at, about.
    pub nodes: Option<u64>,
    /// Set by somebody else to call the search off.
    pub cancel: Option<&'c AtomicBool>,
}

impl Limits<'_> {
    /// Whether a search within these limits has to come to an end as soon as it can, and not only at its depth.
    pub(crate) fn is_up(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.cancel.is_some_and(|cancel| cancel.load(Relaxed))
    }
}

/// The time to take for a move when the clock of the whole game shows `left`, and each move gives `increment` back.
pub fn share_of_clock(left: Duration, increment: Duration) -> Duration {
    // A share of the clock, most of what comes back, and never the last of it.
    let share = (left / 25 + increment * 3 / 4).min(left * 4 / 5);
    share.max(Duration::from_millis(1))
}

/// The longest time that can be asked for, a year: no sum of a few of them is too large for a clock.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// Reads a time such as `500ms` or `2s`.
///
/// # Errors
/// When the text is none, in words that say what would be right.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let time = match (number.parse(), unit) {
        (Ok(number), "ms") => Duration::from_millis(number),
        (Ok(number), "s") => Duration::from_secs(number),
        _ => return Err("a time is a whole number of ms or s: 500ms, 2s".to_string()),
    };
    if time > LONGEST { Err("a time is at most a year".to_string()) } else { Ok(time) }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { depth: MAX_DEPTH, time: None, nodes: None, cancel: None }
    }
}

/// A search under way: when it has to stop, and whether it has to stop now. All its threads share it.
pub(crate) struct Watch<'c> {
    started: Instant,
    limits: Limits<'c>,
    stop: AtomicBool,
    nodes: AtomicU64,
}

/// A thread looks at the clock once in so many positions: often enough for a millisecond, seldom enough to cost nothing.
pub(crate) const NODES_A_LOOK: u64 = 128;

impl<'c> Watch<'c> {
    pub(crate) fn new(limits: Limits<'c>) -> Watch<'c> {
        Watch { started: Instant::now(), limits, stop: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Whether all threads have to stop; what they are about to return means nothing then.
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
