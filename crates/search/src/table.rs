//! The transposition table: what is known of positions that were searched before, shared by all threads without locks.
//!
//! An entry is two words. The first is the key, mixed with the second: if two threads write the same entry at once, the
//! words do not belong together, the key does not match, and the entry counts as empty. All accesses are atomic, so there is
//! no data race to begin with.
//!
//! The key stands for everything a value depends on: the position, the plies left and the earlier boards that can still matter
//! (see `reach`). An entry that is found can therefore be used as it is. Entries of one position lie next to each other
//! whatever the rest of their keys, so that one look finds the value, if it is there, and at least a good move if not.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::memory::{Zeroable, Zeroed, prefetch};

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

/// What an entry is found by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// The hash of the position.
    pub(crate) position: u64,
    /// A hash of everything else the value depends on.
    pub(crate) rest: u64,
}

impl Key {
    /// The whole in one word. The lowest bits are those of the position alone.
    #[inline]
    fn word(self) -> u64 {
        self.position ^ self.rest << POSITION_BITS
    }
}

/// What one look at the transposition table finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// What is known under the key.
    pub(crate) known: Option<Known>,
    /// The code of a move that was good in this position, whatever the rest of the key. It may be that of another position:
    /// a good guess, never trusted.
    pub(crate) hint: Option<u32>,
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

// SAFETY: atomic integers are valid when they are zero, and need no dropping.
#[allow(unsafe_code)]
unsafe impl Zeroable for Bucket {}

/// A transposition table of a fixed size.
pub(crate) struct Table {
    buckets: Zeroed<Bucket>,
    /// Counts the depths that were searched, so that what is left of earlier ones is replaced first.
    generation: AtomicU64,
    /// The generation that the present search began with.
    began: u64,
}

/// The bits of a key that tell positions apart whatever the rest; where the bucket is tells them apart as well.
const POSITION_BITS: u32 = 24;

// Fields of the data word, from the lowest bit. The kind is 0 in an empty entry.
const KIND_BITS: u32 = 2;
const VALUE_SHIFT: u32 = KIND_BITS;
const VALUE_BITS: u32 = 21;
const VALUE_OFFSET: i32 = 1 << (VALUE_BITS - 1);
const DEPTH_SHIFT: u32 = VALUE_SHIFT + VALUE_BITS;
const DEPTH_BITS: u32 = 10;
const HINT_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;
const HINT_BITS: u32 = 23;
const GENERATION_SHIFT: u32 = HINT_SHIFT + HINT_BITS;
const GENERATIONS: u64 = 1 << (64 - GENERATION_SHIFT);

const fn field(data: u64, shift: u32, bits: u32) -> u64 {
    data >> shift & ((1 << bits) - 1)
}

impl Table {
    /// A transposition table that takes about this many bytes. It has room for at least a few positions.
    pub(crate) fn new(bytes: usize) -> Table {
        let buckets = Zeroed::new((bytes / size_of::<Bucket>()).max(1));
        Table { buckets, generation: AtomicU64::new(0), began: 0 }
    }

    /// Takes the memory of the whole transposition table from the system.
    pub(crate) fn take_all(&self) {
        self.buckets.take_all();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.mixed_key.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
    }

    /// Begins a search.
    pub(crate) fn begin(&mut self) {
        self.age();
        self.began = *self.generation.get_mut();
    }

    /// Begins the next depth of a search.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Fetches what is known of a position into the processor's cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position: u64) {
        prefetch(self.bucket(position));
    }

    /// The code of the move that was best in a position with this hash, if one is remembered: maybe of another position.
    pub(crate) fn hint(&self, position: u64) -> Option<u32> {
        self.find(Key { position, rest: 0 }).hint
    }

    /// Looks a position up.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Found {
        let mut found = Found { known: None, hint: None };
        let mut deepest = 0;
        for entry in &self.bucket(key.position).0 {
            let data = entry.data.load(Relaxed);
            let word = entry.mixed_key.load(Relaxed) ^ data;
            if (word ^ key.word()) << (64 - POSITION_BITS) != 0 || data == 0 {
                continue;
            }
            let depth = field(data, DEPTH_SHIFT, DEPTH_BITS) as u32;
            if word == key.word() {
                let bound = match field(data, 0, KIND_BITS) {
                    1 => Bound::Exact,
                    2 => Bound::Lower,
                    _ => Bound::Upper,
                };
                let value = field(data, VALUE_SHIFT, VALUE_BITS) as i32 - VALUE_OFFSET;
                found.known = Some(Known { value, bound, depth });
            }
            // The deeper the search that found a move, the better.
            let hint = field(data, HINT_SHIFT, HINT_BITS) as u32;
            if hint != 0 && depth >= deepest {
                (found.hint, deepest) = (Some(hint - 1), depth);
            }
        }
        found
    }

    /// Keeps what a search has found, and the code of a good move.
    #[inline]
    pub(crate) fn store(&self, key: Key, known: Known, hint: Option<u32>) {
        let kind = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let generation = self.generation.load(Relaxed) % GENERATIONS;
        let data = kind
            | ((known.value + VALUE_OFFSET) as u64) << VALUE_SHIFT
            | u64::from(known.depth) << DEPTH_SHIFT
            | u64::from(hint.map_or(0, |code| code + 1)) << HINT_SHIFT
            | generation << GENERATION_SHIFT;
        let mut victim = 0;
        let mut least = u64::MAX;
        let bucket = &self.bucket(key.position).0;
        for (index, entry) in bucket.iter().enumerate() {
            let old = entry.data.load(Relaxed);
            let word = entry.mixed_key.load(Relaxed) ^ old;
            if old == 0 || word == key.word() {
                victim = index;
                break;
            }
            // Entries of this depth of the search are worth keeping, and of these the deep ones. What an earlier depth left
            // of the same position is no longer needed.
            let current = old >> GENERATION_SHIFT == generation;
            let same = (word ^ key.word()) << (64 - POSITION_BITS) == 0;
            let worth = if current {
                1 << DEPTH_BITS | field(old, DEPTH_SHIFT, DEPTH_BITS)
            } else if same {
                0
            } else {
                field(old, DEPTH_SHIFT, DEPTH_BITS)
            };
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        bucket[victim].data.store(data, Relaxed);
        bucket[victim].mixed_key.store(key.word() ^ data, Relaxed);
    }

    /// How full the transposition table is with entries of the present search, in thousandths, by a sample.
    pub(crate) fn permille_used(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let generations = self.generation.load(Relaxed) - self.began;
        let current = |entry: &&Entry| {
            let data = entry.data.load(Relaxed);
            let age = (self.generation.load(Relaxed) - (data >> GENERATION_SHIFT)) % GENERATIONS;
            data != 0 && age <= generations
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(current).count();
        (used * 1000 / (sample.len() * BUCKET)) as u32
    }

    #[inline]
    fn bucket(&self, position: u64) -> &Bucket {
        // Evenly from the high bits.
        let index = (u128::from(position) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_until_it_is_replaced() {
        for bytes in [0, 1 << 10, 1 << 16] {
            let mut table = Table::new(bytes);
            table.begin();
            let mut random = game::Random::new(5);
            for _ in 0..5_000 {
                let key = Key { position: random.next_u64(), rest: random.next_u64() };
                let known = Known {
                    value: random.below(2_000_003) as i32 - 1_000_001,
                    bound: random.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]),
                    depth: random.below(1_000) as u32,
                };
                let hint = Some(random.below(1 << 22) as u32).filter(|code| code % 5 > 0);
                table.store(key, known, hint);
                assert_eq!(table.find(key), Found { known: Some(known), hint });
                // The same position with other boards before it: only the move can be used.
                assert_eq!(table.find(Key { rest: !key.rest, ..key }), Found { known: None, hint });
                assert_eq!(
                    table.find(Key { position: !key.position, ..key }),
                    Found { known: None, hint: None }
                );
            }
            table.clear();
            assert_eq!(table.permille_used(), 0);
        }
    }

    #[test]
    fn the_move_of_the_deepest_search_is_the_hint() {
        let table = Table::new(64);
        let key = |rest| Key { position: 7, rest };
        for depth in [2, 5, 3] {
            let known = Known { value: 0, bound: Bound::Exact, depth };
            table.store(key(u64::from(depth)), known, Some(depth));
        }
        assert_eq!(table.find(key(9)), Found { known: None, hint: Some(5) });
    }

    #[test]
    fn torn_entries_are_empty() {
        let table = Table::new(64);
        let key = Key { position: 1, rest: 0 };
        table.store(key, Known { value: 5, bound: Bound::Exact, depth: 3 }, None);
        table.bucket(1).0[0].data.fetch_xor(1 << VALUE_SHIFT, Relaxed);
        assert_eq!(table.find(key).known, None);
    }
}
