//! How far a run has come, for those who watch it.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::run::SolveError;

/// What is being done, and how much of it is done.
#[derive(Debug, Default)]
pub struct Progress {
    stage: Mutex<Stage>,
    done: AtomicU64,
    notes: Mutex<Vec<String>>,
    cancelled: AtomicBool,
}

/// One stretch of work.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stage {
    /// The number of the tier, from 1.
    pub tier: usize,
    /// How many tiers there are.
    pub tiers: usize,
    /// The men of the tier.
    pub name: String,
    /// What is done with it: "looking", "working back", "sweeping", "writing".
    pub work: &'static str,
    /// How much there is to do here, in positions.
    pub total: u64,
}

impl Progress {
    /// Begins a stretch of work.
    pub(crate) fn begin(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
        self.done.store(0, Relaxed);
    }

    /// Goes on to another kind of work on the same tier.
    pub(crate) fn go_on(&self, work: &'static str) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        stage.work = work;
        self.done.store(0, Relaxed);
    }

    /// This many more positions are done.
    pub(crate) fn add(&self, positions: u64) {
        self.done.fetch_add(positions, Relaxed);
    }

    /// Ends the work soon. Tables that are finished stay.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether the work may go on. Workers ask several times a second.
    pub(crate) fn check(&self) -> Result<(), SolveError> {
        if self.cancelled.load(Relaxed) { Err(SolveError::Cancelled) } else { Ok(()) }
    }

    /// Something to tell the user.
    pub(crate) fn note(&self, note: String) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(note);
    }

    /// The notes for the user since the last call.
    pub fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What is being done, and how many positions of it are.
    pub fn now(&self) -> (Stage, u64) {
        let stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (stage, self.done.load(Relaxed))
    }
}
