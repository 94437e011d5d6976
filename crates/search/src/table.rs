//! The transposition table: the results of earlier searches, shared by all threads without locks.
//!
//! A slot is two words: the key XOR the data, and the data (lockless hashing). If two threads write the same slot at
//! the same time, the words may not belong together; then the key does not match, and the slot counts as empty. All
//! accesses are atomic, so this is not a data race.
//!
//! In an exact search the key contains everything that determines a value: the position, the plies left and the earlier
//! boards that can still matter (see `reach`), so an entry can be used without further checks. All entries of a
//! position are in the same bucket, even if the rest of their keys differs. One lookup finds the value, or otherwise a
//! good move from another entry.
//!
//! Under the no-repeat rule an exact search also stores what a result needs of the earlier boards (see `needs`). Then an entry takes two
//! slots, and its key does not contain the earlier boards. The second slot has the needs, and 0 in place of a bound, so that it
//! is never taken for an entry. The first key is mixed with the second slot, too.
//!
//! The table begins small, so that a short search stays in the processor's cache and takes no time for memory, and grows
//! with the results that a search stores. It grows bucket by bucket (linear hashing), so no search ever waits for it.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::memory::{Zeroable, Zeroed, prefetch};
use crate::needs::Needs;

/// How a stored value relates to the true value. Its number is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the true value.
    Exact = 1,
    /// The true value is at least the stored value.
    Lower,
    /// The true value is at most the stored value.
    Upper,
}

/// The stored result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// For the side to move. The distance of a win or loss counts from this position, not from the root.
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// The depth of the search that found it.
    pub(crate) depth: u32,
}

impl Entry {
    /// The entry in a data word.
    #[inline]
    fn from_data(data: u64) -> Entry {
        let bound = match field(data, 0, BOUND_BITS) {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Entry {
            value: field(data, VALUE_SHIFT, VALUE_BITS) as i32 - VALUE_OFFSET,
            bound,
            depth: field(data, DEPTH_SHIFT, DEPTH_BITS) as u32,
        }
    }
}

/// The key of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// The hash of the position.
    pub(crate) position: u64,
    /// A hash of everything else that determines the value.
    pub(crate) context: u64,
}

impl Key {
    /// Both hashes in one word. The lowest [`POSITION_BITS`] bits depend only on the position.
    #[inline]
    fn word(self) -> u64 {
        self.position ^ self.context << POSITION_BITS
    }
}

/// The result of a lookup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lookup {
    /// The entry with this key.
    pub(crate) entry: Option<Entry>,
    /// The code of a good move from any entry of this position. If hashes collide, it belongs to another position, so
    /// the caller must check that the move is possible.
    pub(crate) hint: Option<u32>,
}

impl Lookup {
    /// Takes the hint of a data word, unless there is one of a deeper search: that is better.
    #[inline]
    fn take_hint(&mut self, data: u64, deepest: &mut u32) {
        let depth = field(data, DEPTH_SHIFT, DEPTH_BITS) as u32;
        let hint = field(data, HINT_SHIFT, HINT_BITS) as u32;
        if hint != 0 && depth >= *deepest {
            (self.hint, *deepest) = (Some(hint - 1), depth);
        }
    }
}

#[derive(Default)]
struct Slot {
    mixed_key: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a line of the processor's cache: reading all of them costs little more than reading one.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS_PER_BUCKET]);

const SLOTS_PER_BUCKET: usize = 4;

impl Bucket {
    /// The slots of entries with needs.
    #[inline]
    fn pairs(&self) -> [[&Slot; 2]; SLOTS_PER_BUCKET / 2] {
        let [a, b, c, d] = &self.0;
        [[a, b], [c, d]]
    }
}

// SAFETY: atomic integers are valid when they are zero, and need no dropping.
#[allow(unsafe_code)]
unsafe impl Zeroable for Bucket {}

/// The error that the system does not have the memory for a transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot get {} of memory for the transposition table", in_units(*bytes))]
pub struct OutOfMemory {
    /// The size of the table.
    pub bytes: usize,
}

/// A number of bytes as people say it: `64 GB`.
fn in_units(bytes: usize) -> String {
    match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        megabytes if megabytes % 1024 == 0 => format!("{} GB", megabytes >> 10),
        megabytes => format!("{megabytes} MB"),
    }
}

/// A transposition table that grows up to a fixed size.
pub(crate) struct TranspositionTable {
    /// Room for the largest size. The system allocates the memory of a bucket when it is first used.
    buckets: Zeroed<Bucket>,
    /// The number of buckets in use.
    used: AtomicU64,
    /// Counts the iterations of iterative deepening. Entries of earlier iterations are replaced first.
    generation: AtomicU64,
    /// The results that the current search has stored.
    stored: AtomicU64,
    /// The generation in which the current search began.
    first_generation: u64,
}

/// The number of low bits of a key that depend only on the position. They distinguish the positions of a bucket.
const POSITION_BITS: u32 = 24;

// Fields of the data word, from the lowest bit: bound, value, depth, hint (code + 1, or 0 for none), generation, and the
// next bits of the hash that will decide on the bucket when the table grows. The bound is never 0, so a word of 0 is an
// empty slot.
const BOUND_BITS: u32 = 2;
const VALUE_SHIFT: u32 = BOUND_BITS;
const VALUE_BITS: u32 = 21;
const VALUE_OFFSET: i32 = 1 << (VALUE_BITS - 1);
const DEPTH_SHIFT: u32 = VALUE_SHIFT + VALUE_BITS;
const DEPTH_BITS: u32 = 10;
const HINT_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;
const HINT_BITS: u32 = 23;
const GENERATION_SHIFT: u32 = HINT_SHIFT + HINT_BITS;
const GENERATION_BITS: u32 = 4;
const GENERATIONS: u64 = 1 << GENERATION_BITS;
const NEXT_BITS_SHIFT: u32 = GENERATION_SHIFT + GENERATION_BITS;
/// With four bits, an entry is moved rightly until the table is 16 times as large. After that half of them are lost.
const NEXT_BITS: u32 = 4;

/// The buckets at the beginning: 256 KiB, about as much as a processor's second cache holds.
const FIRST_BUCKETS: u64 = 1 << 12;

/// The part of the data word that the second slot of an entry has in common with the first: generation and next bits.
const COMMON_SHIFT: u32 = GENERATION_SHIFT;

const fn field(data: u64, shift: u32, bits: u32) -> u64 {
    data >> shift & ((1 << bits) - 1)
}

impl TranspositionTable {
    /// A transposition table of about this many bytes, with at least one bucket.
    pub(crate) fn new(bytes: usize) -> Result<TranspositionTable, OutOfMemory> {
        let buckets =
            Zeroed::<Bucket>::new((bytes / size_of::<Bucket>()).max(1)).ok_or(OutOfMemory { bytes })?;
        let used = AtomicU64::new(FIRST_BUCKETS.min(buckets.len() as u64));
        Ok(TranspositionTable {
            buckets,
            used,
            stored: AtomicU64::new(0),
            generation: AtomicU64::new(0),
            first_generation: 0,
        })
    }

    /// Removes all entries. The table is then like a new one, also in its size, but keeps the memory that it got from the system.
    pub(crate) fn clear(&mut self) {
        for slot in self.in_use().iter().flat_map(|bucket| &bucket.0) {
            slot.mixed_key.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        *self.used.get_mut() = FIRST_BUCKETS.min(self.buckets.len() as u64);
        *self.generation.get_mut() = 0;
        self.first_generation = 0;
    }

    /// The bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.in_use())
    }

    /// Grows the table after this many more results were stored, until it has its largest size. It gets a bucket for each result
    /// of the current search: with fewer buckets a search visits more positions, with more of them it waits longer for memory.
    /// Threads that search at the same time may miss an entry, but never find a wrong one.
    #[inline]
    pub(crate) fn grow(&self, stored: u64) {
        let stored = self.stored.fetch_add(stored, Relaxed) + stored;
        let wanted = stored.min(self.buckets.len() as u64);
        let used = self.used.load(Relaxed);
        if used < wanted && self.used.compare_exchange(used, wanted, Relaxed, Relaxed).is_ok() {
            (used..wanted).for_each(|new| self.split(new));
        }
    }

    /// Moves the entries that belong to a new bucket from now on.
    fn split(&self, new: u64) {
        let old = &self.buckets[(new & (mask(new) >> 1)) as usize];
        let level = u64::BITS - 1 - new.leading_zeros();
        for (from, to) in old.0.iter().zip(&self.buckets[new as usize].0) {
            let data = from.data.load(Relaxed);
            if data >> NEXT_BITS_SHIFT >> (level % NEXT_BITS) & 1 == 1 {
                to.mixed_key.store(from.mixed_key.load(Relaxed), Relaxed);
                to.data.store(data, Relaxed);
                from.data.store(0, Relaxed);
            }
        }
    }

    fn in_use(&self) -> &[Bucket] {
        &self.buckets[..self.used.load(Relaxed) as usize]
    }

    pub(crate) fn begin_search(&mut self) {
        self.begin_iteration();
        *self.stored.get_mut() = 0;
        self.first_generation = *self.generation.get_mut();
    }

    pub(crate) fn begin_iteration(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Fetches the bucket of a position into the processor's cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position_hash: u64) {
        prefetch(self.bucket(position_hash));
    }

    /// The code of a good move in a position with this hash, as in [`Lookup::hint`].
    pub(crate) fn hint(&self, position_hash: u64) -> Option<u32> {
        let key = Key { position: position_hash, context: 0 };
        self.find(key).hint.or_else(|| self.find_proof(key, key, |_| false).0.hint)
    }

    /// The entry with this key.
    #[inline]
    pub(crate) fn find_entry(&self, key: Key) -> Option<Entry> {
        self.bucket(key.position).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let is_it = slot.mixed_key.load(Relaxed) ^ data == key.word() && data != 0;
            is_it.then(|| Entry::from_data(data))
        })
    }

    /// Looks up a position.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Lookup {
        let mut found = Lookup { entry: None, hint: None };
        let mut deepest = 0;
        for slot in &self.bucket(key.position).0 {
            let data = slot.data.load(Relaxed);
            let word = slot.mixed_key.load(Relaxed) ^ data;
            if (word ^ key.word()) << (64 - POSITION_BITS) != 0 || data == 0 {
                continue;
            }
            if word == key.word() {
                found.entry = Some(Entry::from_data(data));
            }
            found.take_hint(data, &mut deepest);
        }
        found
    }

    /// Looks up a result that holds with these earlier boards: one with the key `with_boards`, or one with the key `alone` whose needs
    /// are met. Returns what the result needs, too.
    #[inline]
    pub(crate) fn find_proof(
        &self,
        with_boards: Key,
        alone: Key,
        are_met: impl Fn(Needs) -> bool,
    ) -> (Lookup, Needs) {
        let mut found = Lookup { entry: None, hint: None };
        let mut needs = Needs::THE_SAME_BOARDS;
        let mut deepest = 0;
        for [first, second] in self.bucket(alone.position).pairs() {
            let data = first.data.load(Relaxed);
            let rest = [second.data.load(Relaxed), second.mixed_key.load(Relaxed)];
            let word = first.mixed_key.load(Relaxed) ^ data ^ mixed(rest);
            if (word ^ alone.word()) << (64 - POSITION_BITS) != 0 || field(data, 0, BOUND_BITS) == 0 {
                continue;
            }
            if rest[0] == 0 && word == with_boards.word() {
                (found.entry, needs) = (Some(Entry::from_data(data)), Needs::THE_SAME_BOARDS);
            } else if word == alone.word() {
                let stored = Needs::from_words([rest[0] >> BOUND_BITS, rest[1]]);
                if are_met(stored) {
                    (found.entry, needs) = (Some(Entry::from_data(data)), stored);
                }
            }
            found.take_hint(data, &mut deepest);
        }
        (found, needs)
    }

    /// Stores the result of a search and the code of a good move.
    #[inline]
    pub(crate) fn store(&self, key: Key, entry: Entry, hint: Option<u32>) {
        let data = self.data(key, entry, hint);
        let slots = self.bucket(key.position).0.each_ref();
        let victim =
            victim(key, data, slots.map(|slot| (slot.mixed_key.load(Relaxed), slot.data.load(Relaxed))));
        slots[victim].data.store(data, Relaxed);
        slots[victim].mixed_key.store(key.word() ^ data, Relaxed);
    }

    /// Like `store`, with what the result needs of the earlier boards, for [`TranspositionTable::find_proof`].
    #[inline]
    pub(crate) fn store_proof(&self, key: Key, entry: Entry, hint: Option<u32>, needs: Needs) {
        let data = self.data(key, entry, hint);
        let rest = if needs.the_same_boards() {
            [0; 2]
        } else {
            let [first, second] = needs.words();
            [first << BOUND_BITS | data >> COMMON_SHIFT << COMMON_SHIFT, second]
        };
        let pairs = self.bucket(key.position).pairs();
        let victim = victim(
            key,
            data,
            pairs.map(|[first, second]| {
                let rest = [second.data.load(Relaxed), second.mixed_key.load(Relaxed)];
                (first.mixed_key.load(Relaxed) ^ mixed(rest), first.data.load(Relaxed))
            }),
        );
        let [first, second] = pairs[victim];
        second.data.store(rest[0], Relaxed);
        second.mixed_key.store(rest[1], Relaxed);
        first.data.store(data, Relaxed);
        first.mixed_key.store(key.word() ^ data ^ mixed(rest), Relaxed);
    }

    /// The data word of an entry.
    #[inline]
    fn data(&self, key: Key, entry: Entry, hint: Option<u32>) -> u64 {
        let generation = self.generation.load(Relaxed) % GENERATIONS;
        entry.bound as u64
            | ((entry.value + VALUE_OFFSET) as u64) << VALUE_SHIFT
            | u64::from(entry.depth) << DEPTH_SHIFT
            | u64::from(hint.map_or(0, |code| code + 1)) << HINT_SHIFT
            | generation << GENERATION_SHIFT
            | self.next_bits(key.position) << NEXT_BITS_SHIFT
    }

    /// How much of the largest size is filled with entries of the current search, in thousandths, estimated from the first
    /// buckets.
    pub(crate) fn permille_used(&self) -> u32 {
        let in_use = self.in_use();
        let sample = &in_use[..in_use.len().min(250)];
        let generation = self.generation.load(Relaxed);
        let current = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            let age = generation.wrapping_sub(field(data, GENERATION_SHIFT, GENERATION_BITS)) % GENERATIONS;
            data != 0 && age <= generation - self.first_generation
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(current).count();
        let share = used as f64 / (sample.len() * SLOTS_PER_BUCKET) as f64;
        (1000.0 * share * in_use.len() as f64 / self.buckets.len() as f64) as u32
    }

    /// The bits of the hash for [`NEXT_BITS_SHIFT`]. The bit that decides when the table grows to 2^n buckets is at n modulo
    /// [`NEXT_BITS`].
    #[inline]
    fn next_bits(&self, position_hash: u64) -> u64 {
        let level = u64::BITS - 1 - self.used.load(Relaxed).leading_zeros();
        let bits = position_hash >> POSITION_BITS >> level;
        let around = level % NEXT_BITS;
        let bits = bits << around | (bits & ((1 << NEXT_BITS) - 1)) >> (NEXT_BITS - around);
        bits & ((1 << NEXT_BITS) - 1)
    }

    #[inline]
    fn bucket(&self, position_hash: u64) -> &Bucket {
        // Not the bits that tell the positions of a bucket apart.
        let hash = position_hash >> POSITION_BITS;
        let used = self.used.load(Relaxed);
        let mask = mask(used - 1);
        let index = hash & mask;
        // A bucket that does not exist yet: its entries are still in the bucket that will be split for it.
        let index = if index < used { index } else { index & (mask >> 1) };
        &self.buckets[index as usize]
    }
}

/// The words of a second slot in one, for the key of the first. If two threads write results of the same position and depth at the same
/// time, words of both can get mixed up. Then this number does not match. A plain XOR could: words with few bits easily cancel out.
#[inline]
fn mixed([first, second]: [u64; 2]) -> u64 {
    first.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ second.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32)
}

/// Which of these entries, each with its mixed key and data, a new one with this data replaces.
#[inline]
fn victim<const N: usize>(key: Key, data: u64, entries: [(u64, u64); N]) -> usize {
    let generation = field(data, GENERATION_SHIFT, GENERATION_BITS);
    let mut victim = 0;
    let mut least = u64::MAX;
    for (index, (mixed_key, old)) in entries.into_iter().enumerate() {
        let word = mixed_key ^ old;
        if word == key.word() {
            return index;
        }
        // Used first are empty slots. Then entries of earlier iterations are replaced: those of this position, then the
        // shallowest. Then follow the shallowest entries of this iteration.
        let current = field(old, GENERATION_SHIFT, GENERATION_BITS) == generation;
        let same_position = (word ^ key.word()) << (64 - POSITION_BITS) == 0;
        let worth = if old == 0 {
            0
        } else if current {
            1 << DEPTH_BITS | field(old, DEPTH_SHIFT, DEPTH_BITS)
        } else if same_position {
            1
        } else {
            1 + field(old, DEPTH_SHIFT, DEPTH_BITS)
        };
        if worth < least {
            (victim, least) = (index, worth);
        }
    }
    victim
}

/// All bits up to the highest bit of a number.
#[inline(always)]
fn mask(number: u64) -> u64 {
    u64::MAX.checked_shr(number.leading_zeros()).unwrap_or(0)
}
