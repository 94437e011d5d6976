//! What the search remembers, in a fixed number of places.

use super::number::{NEVER, NOTHING, Value};

/// What is remembered of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry {
    /// Which position; 0 in a free place.
    pub(super) key: u64,
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// How many positions were looked at for this; what took more work stays longer.
    pub(super) work: u32,
    pub(super) plies: u16,
}

impl Entry {
    fn value(&self) -> Value {
        Value { proof: self.proof, disproof: self.disproof, plies: self.plies, rests_on: NOTHING }
    }

    /// Final results are worth more: they end searches, and show the way afterwards.
    fn worth(&self) -> u64 {
        let is_final = self.proof == 0 || self.disproof == 0;
        u64::from(self.work) << (u32::from(is_final) * 3)
    }

    /// Whether the numbers make sense together.
    pub(super) fn is_sane(&self) -> bool {
        let shown = self.proof == 0 || self.disproof == 0;
        let never = self.proof == NEVER || self.disproof == NEVER;
        self.key != 0 && shown == never && (self.proof != self.disproof || !shown)
    }
}

/// Places that belong together: an entry may be in any of its bucket.
const BUCKET: usize = 4;

/// A table of a fixed size. Only what is known for good, whatever the path, and estimates are kept here.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// How many places are taken.
    pub(super) used: usize,
}

impl Table {
    /// A table that takes at most this many bytes, but at least one bucket.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        Table { entries: vec![Entry::default(); buckets * BUCKET], used: 0 }
    }

    /// All that is remembered.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.key != 0)
    }

    /// How many places there are.
    pub(super) fn size(&self) -> usize {
        self.entries.len()
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u64;
        ((u128::from(key) * u128::from(buckets)) >> 64) as usize * BUCKET
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u64) -> Option<Value> {
        let start = self.bucket(key);
        self.entries[start..start + BUCKET].iter().find(|entry| entry.key == key).map(Entry::value)
    }

    /// Remembers what `work` positions have shown of this one.
    pub(super) fn put(&mut self, key: u64, value: Value, work: u64) {
        let work = work.min(u64::from(u32::MAX)) as u32;
        self.insert(Entry { key, proof: value.proof, disproof: value.disproof, work, plies: value.plies });
    }

    /// Puts an entry in its own place, or in a free one, or in that of the entry that is worth least.
    pub(super) fn insert(&mut self, mut new: Entry) {
        let start = self.bucket(new.key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let place = if let Some(own) = bucket.iter_mut().find(|entry| entry.key == new.key) {
            if own.value().is_shown() {
                return;
            }
            new.work = new.work.saturating_add(own.work);
            own
        } else if let Some(free) = bucket.iter_mut().find(|entry| entry.key == 0) {
            self.used += 1;
            free
        } else if let Some(least) = bucket.iter_mut().min_by_key(|entry| entry.worth()) {
            least
        } else {
            return;
        };
        *place = new;
    }
}
