//! Which worker owns which numbers of a tier: blocks in turn, so that every worker has some of each kind.

use crate::ranking::Index;

/// The blocks of a tier, dealt out to workers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    pub(crate) values: u64,
    pub(crate) block: u64,
    pub(crate) workers: u64,
}

impl Shares {
    /// The worker that owns a number, and the place that the number has among those of the worker.
    #[inline]
    pub(crate) fn owner(&self, index: Index) -> (usize, u32) {
        let (block, offset) = (index / self.block, index % self.block);
        let local = block / self.workers * self.block + offset;
        let local = u32::try_from(local).expect("no worker is given more than it can number");
        ((block % self.workers) as usize, local)
    }

    /// The number that has a place among those of a worker.
    #[inline]
    pub(crate) fn index(&self, worker: usize, local: usize) -> Index {
        let (block, offset) = (local as u64 / self.block, local as u64 % self.block);
        (block * self.workers + worker as u64) * self.block + offset
    }

    /// The blocks of a worker, each with the place of its first value and the number of its values.
    pub(crate) fn blocks(&self, worker: usize) -> impl Iterator<Item = (u64, usize, usize)> + use<> {
        let Shares { values, block: size, workers } = *self;
        let blocks = (worker as u64..values.div_ceil(size)).step_by(workers as usize);
        blocks.enumerate().map(move |(number, block)| {
            (block, number * size as usize, size.min(values - block * size) as usize)
        })
    }

    /// How many blocks there are.
    pub(crate) fn count(&self) -> usize {
        self.values.div_ceil(self.block) as usize
    }

    /// How many numbers a worker owns.
    pub(crate) fn len(&self, worker: usize) -> usize {
        self.blocks(worker).map(|(_, _, values)| values).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Shares;

    #[test]
    fn every_number_has_one_owner() {
        for workers in 1..5 {
            let shares = Shares { values: 1003, block: 10, workers };
            let lengths = (0..workers as usize).map(|worker| shares.len(worker));
            assert_eq!(lengths.sum::<usize>(), 1003);
            for index in 0..1003 {
                let (worker, local) = shares.owner(index);
                assert!((local as usize) < shares.len(worker));
                assert_eq!(shares.index(worker, local as usize), index);
            }
        }
    }
}
