//! The transposition table: what is known of positions that were searched before, shared by all threads without locks.
//!
//! An entry is two words. The first is the key, mixed with the second: if two threads write the same entry at once, the
//! words do not belong together, the key does not match, and the entry counts as empty. All accesses are atomic, so there is
//! no data race to begin with.
//!
//! The key stands for everything a value depends on: the position, the plies left and the old boards that can still matter
//! (see `reach`). An entry that is found can therefore be used as it is.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Which side of the true value a stored value is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value itself.
    Exact,
    /// The value is this or higher.
    Lower,
    /// The value is this or lower.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// For the side to move; a decided game counts its plies from this position.
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// The plies that were searched for it.
    pub(crate) depth: u32,
}

#[derive(Default)]
struct Entry {
    mixed_key: AtomicU64,
    data: AtomicU64,
}

/// Entries that share a line of the processor's cache: looking through all of them costs hardly more than one.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

const BUCKET: usize = 4;

/// A table of a fixed number of bytes.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// Best moves by position alone, whatever the depth and the history: good guesses, never trusted.
    hints: Vec<AtomicU32>,
    /// Counts searches, so that what is left of earlier ones is replaced first.
    generation: u64,
}

// Fields of the data word, from the lowest bit. A word of 0 is an empty entry: a stored one has its lowest bit set.
const BOUND_SHIFT: u32 = 1;
const VALUE_SHIFT: u32 = 3;
const VALUE_OFFSET: i32 = 1 << 21;
const DEPTH_SHIFT: u32 = 25;
const GENERATION_SHIFT: u32 = 35;

impl Table {
    /// A table that takes about so many bytes; it has room for a few positions at least.
    pub(crate) fn new(bytes: usize) -> Table {
        // An eighth for the hints.
        let buckets = (bytes - bytes / 8) / size_of::<Bucket>();
        let hints = bytes / 8 / size_of::<AtomicU32>();
        Table {
            buckets: (0..buckets.max(1)).map(|_| Bucket::default()).collect(),
            hints: (0..hints.max(1)).map(|_| AtomicU32::new(0)).collect(),
            generation: 0,
        }
    }

    /// Begins a search.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) & 0xFF;
    }

    /// What is known under this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        for entry in self.bucket(key) {
            let data = entry.data.load(Relaxed);
            if entry.mixed_key.load(Relaxed) ^ data == key && data != 0 {
                let bound = match data >> BOUND_SHIFT & 3 {
                    0 => Bound::Exact,
                    1 => Bound::Lower,
                    _ => Bound::Upper,
                };
                let value = (data >> VALUE_SHIFT & 0x3F_FFFF) as i32 - VALUE_OFFSET;
                let depth = (data >> DEPTH_SHIFT & 0x3FF) as u32;
                return Some(Known { value, bound, depth });
            }
        }
        None
    }

    /// Keeps what a search has found.
    #[inline]
    pub(crate) fn store(&self, key: u64, known: Known) {
        let bound = match known.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let data = 1
            | bound << BOUND_SHIFT
            | ((known.value + VALUE_OFFSET) as u64) << VALUE_SHIFT
            | u64::from(known.depth) << DEPTH_SHIFT
            | self.generation << GENERATION_SHIFT;
        let mut victim = 0;
        let mut least = u64::MAX;
        let bucket = self.bucket(key);
        for (index, entry) in bucket.iter().enumerate() {
            let old = entry.data.load(Relaxed);
            if old == 0 || entry.mixed_key.load(Relaxed) ^ old == key {
                victim = index;
                break;
            }
            // Entries of this search are worth keeping, and of these the deep ones.
            let current = old >> GENERATION_SHIFT & 0xFF == self.generation;
            let worth = (old >> DEPTH_SHIFT & 0x3FF) + if current { 1 << 10 } else { 0 };
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        bucket[victim].data.store(data, Relaxed);
        bucket[victim].mixed_key.store(key ^ data, Relaxed);
    }

    /// How full the table is with entries of the present search, in thousandths; a sample tells.
    pub(crate) fn permille_used(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let current = |entry: &&Entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && data >> GENERATION_SHIFT & 0xFF == self.generation
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(current).count();
        (used * 1000 / (sample.len() * BUCKET)) as u32
    }

    /// The code of the move that was best in a position with this hash, if one is remembered: maybe of another position.
    #[inline]
    pub(crate) fn hint(&self, hash: u64) -> Option<u32> {
        let hint = self.hints[reduce(hash, self.hints.len())].load(Relaxed);
        // The top ten bits tell most other positions from this one; the code is stored plus one, so that 0 is empty.
        (hint != 0 && u64::from(hint >> 23) == hash & 0x1FF).then(|| (hint & 0x7F_FFFF) - 1)
    }

    /// Remembers the best move of a position.
    #[inline]
    pub(crate) fn remember(&self, hash: u64, code: u32) {
        let hint = ((hash & 0x1FF) as u32) << 23 | (code + 1);
        self.hints[reduce(hash, self.hints.len())].store(hint, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Entry; BUCKET] {
        &self.buckets[reduce(key, self.buckets.len())].0
    }
}

/// A number below `size`, evenly from the high bits of the key.
#[inline]
fn reduce(key: u64, size: usize) -> usize {
    ((u128::from(key) * size as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_until_it_is_replaced() {
        for bytes in [0, 1 << 10, 1 << 16] {
            let mut table = Table::new(bytes);
            table.age();
            let mut random = game::Random::new(5);
            for _ in 0..5_000 {
                let key = random.next_u64();
                let value = random.below(2_000_003) as i32 - 1_000_001;
                let bound = random.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]);
                let depth = random.below(999) as u32;
                table.store(key, Known { value, bound, depth });
                assert_eq!(table.probe(key), Some(Known { value, bound, depth }));
                assert_eq!(table.probe(!key), None);
                let code = random.below(1 << 22) as u32;
                table.remember(key, code);
                assert_eq!(table.hint(key), Some(code));
            }
        }
    }

    #[test]
    fn torn_entries_are_empty() {
        let table = Table::new(64);
        table.store(1, Known { value: 5, bound: Bound::Exact, depth: 3 });
        let bucket = table.bucket(1);
        bucket[0].data.fetch_xor(1 << VALUE_SHIFT, Relaxed);
        assert_eq!(table.probe(1), None);
    }
}
