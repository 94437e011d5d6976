//! Where the threads of a search are in the tree, so that a thread that has searched a position can call back the others that are still
//! below it.
//!
//! The result is in the transposition table by then, and what the others do there would be wasted. A lost or false call costs time
//! only; it does not change an answer. To end a search is to call all threads back from all positions.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::reach::scatter;

/// The threads of a search.
pub(crate) struct Team {
    members: Vec<Member>,
    joined: AtomicUsize,
}

/// One thread. Only the thread itself changes its path; others read it.
#[repr(align(64))]
pub(crate) struct Member {
    /// The position, packed into one number, to which the thread is called back; [`END`] from all positions, or 0 if it is not called.
    /// It stays until the thread is back.
    call: AtomicU64,
    /// The positions that the thread is searching, by their plies; 0 for none.
    path: Vec<Places>,
}

/// A line of the processor's cache, so that threads which write their own paths do not wait for each other.
#[derive(Default)]
#[repr(align(64))]
struct Places([AtomicU64; PLACES]);

const PLACES: usize = 8;

/// Below this depth a call costs more than it saves.
const LEAST_DEPTH: u32 = 4;

const END: u64 = u64::MAX;

/// The low bits of a packed position contain its ply.
const PLY_BITS: u32 = 16;

/// Packs the hash of a position, its ply and the depth of its search into one number, which is never 0.
#[inline]
fn packed(hash: u64, ply: usize, depth: u32) -> u64 {
    (scatter(hash ^ u64::from(depth)) | 1) << PLY_BITS | ply as u64
}

impl Team {
    /// A team of this number of threads, whose searches go down this number of plies.
    pub(crate) fn new(threads: usize, plies: u32) -> Team {
        // A single thread is called by nobody.
        let places = if threads > 1 { plies as usize / PLACES + 1 } else { 0 };
        let path = || (0..places).map(|_| Places::default()).collect();
        let members = (0..threads).map(|_| Member { call: AtomicU64::new(0), path: path() }).collect();
        Team { members, joined: AtomicUsize::new(0) }
    }

    /// The place of another thread in the team.
    pub(crate) fn join(&self) -> &Member {
        &self.members[self.joined.fetch_add(1, Relaxed)]
    }

    /// Calls the other threads back that search below a position which this thread has searched.
    #[inline]
    pub(crate) fn call(&self, caller: &Member, hash: u64, ply: usize, depth: u32) {
        if caller.has_path(depth) {
            self.call_others(caller, hash, ply, depth);
        }
    }

    #[inline(never)]
    fn call_others(&self, caller: &Member, hash: u64, ply: usize, depth: u32) {
        let position = packed(hash, ply, depth);
        for member in &self.members {
            if !std::ptr::eq(member, caller) && member.place(ply).load(Relaxed) == position {
                // If the thread is on its way back to another position, this call is lost.
                let _ = member.call.compare_exchange(0, position, Relaxed, Relaxed);
            }
        }
    }

    /// Calls all threads back from all positions.
    pub(crate) fn end(&self) {
        self.members.iter().for_each(|member| member.call.store(END, Relaxed));
    }
}

impl Member {
    /// The thread begins to search a position. Below it others may be, too.
    #[inline]
    pub(crate) fn enter(&self, hash: u64, ply: usize, depth: u32) {
        if self.has_path(depth) {
            self.place(ply).store(packed(hash, ply, depth), Relaxed);
        }
    }

    /// The thread leaves a position. Returns whether it was called back to it.
    #[inline]
    pub(crate) fn leave(&self, hash: u64, ply: usize, depth: u32) -> bool {
        self.has_path(depth) && self.leave_path(hash, ply, depth)
    }

    #[inline(never)]
    fn leave_path(&self, hash: u64, ply: usize, depth: u32) -> bool {
        self.place(ply).store(0, Relaxed);
        let position = packed(hash, ply, depth);
        self.call.load(Relaxed) == position
            && self.call.compare_exchange(position, 0, Relaxed, Relaxed).is_ok()
    }

    /// Whether the thread is called back. Until it is there, what its searches return is meaningless.
    #[inline(always)]
    pub(crate) fn is_called(&self) -> bool {
        self.call.load(Relaxed) != 0 && self.accepts_call()
    }

    /// A call that comes too late, when the thread has left the position, is ignored.
    #[cold]
    fn accepts_call(&self) -> bool {
        let position = self.call.load(Relaxed);
        let ply = position as usize % (1 << PLY_BITS);
        if position == END || self.place(ply).load(Relaxed) == position {
            return true;
        }
        // If all threads are called meanwhile, this has no effect.
        let _ = self.call.compare_exchange(position, 0, Relaxed, Relaxed);
        self.call.load(Relaxed) == END
    }

    #[inline]
    fn has_path(&self, depth: u32) -> bool {
        depth >= LEAST_DEPTH && !self.path.is_empty()
    }

    #[inline]
    fn place(&self, ply: usize) -> &AtomicU64 {
        &self.path[ply / PLACES].0[ply % PLACES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_called_back_only_to_a_position_that_it_is_searching() {
        let team = Team::new(2, 20);
        let (one, other) = (team.join(), team.join());
        other.enter(7, 3, 9);
        other.enter(8, 4, 8);
        team.call(one, 7, 3, 8);
        team.call(one, 7, 4, 9);
        assert!(!other.is_called());
        team.call(one, 7, 3, 9);
        assert!(other.is_called() && !one.is_called());
        // It is not back before it leaves the position, and the call is over then.
        assert!(!other.leave(8, 4, 8) && other.is_called());
        assert!(other.leave(7, 3, 9) && !other.is_called());
    }

    #[test]
    fn a_call_that_comes_too_late_is_ignored() {
        let team = Team::new(2, 20);
        let (one, other) = (team.join(), team.join());
        other.enter(7, 3, 9);
        team.call(one, 7, 3, 9);
        other.place(3).store(0, Relaxed);
        assert!(!other.is_called());
        other.enter(8, 3, 9);
        team.call(one, 8, 3, 9);
        assert!(other.is_called());
    }

    #[test]
    fn the_end_of_a_search_calls_all_threads_for_good() {
        let team = Team::new(2, 20);
        let (one, other) = (team.join(), team.join());
        other.enter(7, 3, 9);
        team.call(one, 7, 3, 9);
        team.end();
        team.call(one, 7, 3, 9);
        assert!(!other.leave(7, 3, 9) && other.is_called() && one.is_called());
    }
}
