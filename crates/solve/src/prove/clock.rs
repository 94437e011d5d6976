//! When to stop, when to report and when to save.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::Notation;
use game::clock::Instant;

use super::prover::Prover;

/// How long a proof may take, and how much memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'c> {
    /// The time for everything, the check of the result included.
    pub time: Option<Duration>,
    /// The positions whose moves are made.
    pub nodes: Option<u64>,
    /// The bytes for what is remembered.
    pub memory: usize,
    /// Stops soon after this becomes true.
    pub cancel: Option<&'c AtomicBool>,
}

impl Default for Limits<'_> {
    /// 256 MB, and as long as it takes.
    fn default() -> Self {
        Limits { time: None, nodes: None, memory: 256 << 20, cancel: None }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions whose moves were made.
    pub nodes: u64,
    /// The proof number of the position in question.
    pub proof: u32,
    /// Its disproof number.
    pub disproof: u32,
    /// Places of the table that are taken.
    pub used: usize,
    /// Places of the table.
    pub size: usize,
    /// Which search it is, from 1. The no-repeat rule may ask for up to three.
    pub stage: usize,
    /// The time so far.
    pub time: Duration,
}

/// Where a search is kept between runs.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The file.
    pub path: PathBuf,
    /// How often it is written while the search goes on; it always is at the end.
    pub every: Duration,
    /// The name of the game with its size, as the command line has it.
    pub game: String,
}

/// Is called now and then with how far a search has come.
pub type Report<'r> = &'r mut dyn FnMut(&Progress);

/// The limits of one run, with what is to be done now and then.
pub(super) struct Clock<'c> {
    limits: Limits<'c>,
    report: Option<Report<'c>>,
    checkpoint: Option<&'c Checkpoint>,
    start: Instant,
    reported: Instant,
    saved: Instant,
}

const REPORT_EVERY: Duration = Duration::from_millis(500);

impl<'c> Clock<'c> {
    /// A clock that starts now.
    pub(super) fn new(
        limits: Limits<'c>,
        report: Option<Report<'c>>,
        checkpoint: Option<&'c Checkpoint>,
    ) -> Clock<'c> {
        let now = Instant::now();
        Clock { limits, report, checkpoint, start: now, reported: now, saved: now }
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether there is time left, and the nodes are within the limit.
    pub(super) fn has_budget(&self, nodes: u64) -> bool {
        let cancelled = self.limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        let late = self.limits.time.is_some_and(|time| self.elapsed() >= time);
        !cancelled && !late && self.limits.nodes.is_none_or(|most| nodes < most)
    }

    /// Reports and saves if it is time to, and says whether to go on.
    pub(super) fn may_go_on<G: Notation>(&mut self, prover: &Prover<'_, G>) -> bool {
        let now = Instant::now();
        if now - self.reported >= REPORT_EVERY {
            self.reported = now;
            if let Some(report) = &mut self.report {
                let (table, value) = (&prover.search.table, prover.search.root_value);
                report(&Progress {
                    nodes: prover.nodes(),
                    proof: value.proof,
                    disproof: value.disproof,
                    used: table.used,
                    size: table.size(),
                    stage: prover.stage as usize + 1,
                    time: now - self.start,
                });
            }
        }
        if let Some(checkpoint) = self.checkpoint
            && now - self.saved >= checkpoint.every
        {
            // If it cannot be written now, perhaps it can the next time; at the end the caller hears of it.
            let _ = prover.save(checkpoint);
            self.saved = Instant::now();
        }
        self.has_budget(prover.nodes())
    }
}
