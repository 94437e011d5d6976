//! Marks of the positions that threads are searching, so that threads do not do the same work at the same time.
//!
//! A thread defers a move that another thread is searching until it has tried its other moves. By then the answer is
//! mostly in the transposition table. A lost or false mark costs time only; it does not change an answer.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::BoardState;

use crate::reach::scatter;

/// Marks of positions under search.
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
}

/// Below this depth deferring costs more than it saves.
const LEAST_DEPTH: u32 = 3;

impl Busy {
    /// Space for the marks of this number of threads. A single thread needs no marks.
    pub(crate) fn new(threads: usize) -> Busy {
        let slots = if threads > 1 { 1 << 12 } else { 0 };
        Busy { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The key of the search of a move with this depth, if such searches are marked: `next` is the position after it.
    #[inline]
    pub(crate) fn key(&self, next: &impl BoardState, depth: u32) -> Option<u64> {
        let marks = depth >= LEAST_DEPTH && !self.slots.is_empty();
        marks.then(|| scatter(next.hash() ^ u64::from(depth)))
    }

    /// Whether another thread is searching the position with this key.
    #[inline]
    pub(crate) fn is_taken(&self, key: u64) -> bool {
        self.slot(key).is_some_and(|slot| slot.load(Relaxed) == key)
    }

    #[inline]
    pub(crate) fn take(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(key, Relaxed);
        }
    }

    #[inline]
    pub(crate) fn release(&self, key: u64) {
        if let Some(slot) = self.slot(key)
            && slot.load(Relaxed) == key
        {
            slot.store(0, Relaxed);
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        self.slots.get((key >> 52) as usize)
    }
}
