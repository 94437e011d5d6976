//! Sets of a fixed size, numbered without gaps: by their highest elements first, as the sets read as numbers are ordered.

use std::sync::LazyLock;

/// `BINOMIAL[n][k]`: how many sets of `k` there are among `n`, as far as a `u64` can tell.
static BINOMIAL: [[u64; 65]; 65] = {
    let mut table = [[0u64; 65]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1].saturating_add(table[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of `k` there are among `n`, at most 64; the largest number there is if they are more.
#[inline]
pub fn binomial(n: u32, k: u32) -> u64 {
    if k > 64 { 0 } else { BINOMIAL[n as usize][k as usize] }
}

/// The number of a set among all sets of its size whose elements are `among`.
#[inline]
pub fn rank(mut set: u64, among: u64) -> u64 {
    let mut rank = 0;
    let mut size = 0;
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        set &= set - 1;
        size += 1;
        rank += BINOMIAL[(among & below).count_ones() as usize & 63][size];
    }
    rank
}

/// The set of `size` elements that has this number.
#[inline]
pub fn unrank(rank: u64, size: u32, among: u64) -> u64 {
    let (mut rank, mut set, mut left) = (rank, 0, among);
    let mut index = among.count_ones();
    for k in (1..=size as usize).rev() {
        // The highest element is the last one before which there are no more sets than the rank says.
        loop {
            let highest = left.ilog2();
            left &= !(1 << highest);
            index -= 1;
            let before = BINOMIAL[index as usize & 63][k];
            if before <= rank {
                rank -= before;
                set |= 1 << highest;
                break;
            }
        }
    }
    set
}

/// All sets of `size` among the lowest `count` bits, in order.
pub fn subsets(size: u32, count: u32) -> impl Iterator<Item = u32> {
    debug_assert!(size <= count && count < 32);
    let mut next = Some((1u32 << size) - 1);
    std::iter::from_fn(move || {
        let set = next?;
        // The lowest run of ones gives its highest one to the next bit and goes down to the end.
        let low = set & set.wrapping_neg();
        let up = set.wrapping_add(low);
        let after = if low == 0 { u32::MAX } else { up | ((set ^ up) >> 2) >> low.trailing_zeros() };
        next = (after < 1 << count).then_some(after);
        Some(set)
    })
}

/// Ranks of sets of low bits by two looks into tables.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// For the low half: the rank, and in the highest byte the number of elements.
    low: Box<[u32; 1 << Ranks::LOW_BITS]>,
    /// For the number of elements in the low half, the high half's share of the rank.
    high: Box<[u32; (Ranks::SIZE as usize + 1) << Ranks::HIGH_BITS]>,
}

impl Ranks {
    /// The bits of the low half.
    const LOW_BITS: u32 = 12;
    /// The bits of a set.
    pub const BITS: u32 = 2 * Self::LOW_BITS + 2;
    const HIGH_BITS: u32 = Self::BITS - Self::LOW_BITS;
    /// The elements of a set.
    pub const SIZE: u32 = 7;

    /// The tables. They are prepared once.
    pub fn get() -> &'static Ranks {
        static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);
        &RANKS
    }

    fn new() -> Ranks {
        let rank_from = |set: u32, first: u32, before: u32| {
            let mut rank = 0;
            let mut size = before;
            for bit in (0..32).filter(|bit| set >> bit & 1 == 1) {
                size += 1;
                rank += binomial(first + bit, size);
            }
            rank as u32
        };
        let low = (0..1 << Self::LOW_BITS).map(|set: u32| match set.count_ones() {
            size if size > Self::SIZE => 0,
            size => size << 24 | rank_from(set, 0, 0),
        });
        let high = (0..=Self::SIZE).flat_map(|before| {
            (0..1 << Self::HIGH_BITS).map(move |set: u32| {
                if before + set.count_ones() > Self::SIZE {
                    0
                } else {
                    rank_from(set, Self::LOW_BITS, before)
                }
            })
        });
        let (low, high): (Vec<u32>, Vec<u32>) = (low.collect(), high.collect());
        let whole = "as many as there are sets";
        Ranks { low: low.try_into().expect(whole), high: high.try_into().expect(whole) }
    }

    /// The rank of a set of at most [`Ranks::SIZE`] of the lowest [`Ranks::BITS`] bits.
    #[inline(always)]
    pub fn of(&self, set: u32) -> usize {
        let low = self.low[(set & ((1 << Self::LOW_BITS) - 1)) as usize];
        // The mask changes nothing but tells the compiler that the place is in the table.
        let place = (low >> 24 << Self::HIGH_BITS) + (set >> Self::LOW_BITS);
        let high = self.high[place as usize & (((Self::SIZE as usize + 1) << Self::HIGH_BITS) - 1)];
        ((low & 0xFF_FFFF) + high) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Ranks, binomial, rank, subsets, unrank};

    #[test]
    fn ranks_count_the_sets() {
        let among: u64 = 0b1011_0111_0101_1101_0001;
        let cells = among.count_ones();
        let ranks = Ranks::get();
        for size in 0..=6 {
            for number in 0..binomial(cells, size) {
                let set = unrank(number, size, among);
                assert_eq!((set & !among, set.count_ones(), rank(set, among)), (0, size, number));
            }
            let mut count = 0;
            for (number, set) in subsets(size, cells).enumerate() {
                assert_eq!((rank(set.into(), u64::MAX), ranks.of(set)), (number as u64, number));
                count += 1;
            }
            assert_eq!(count, binomial(cells, size));
        }
        assert_eq!(ranks.of(0b11 << 24) as u64, binomial(26, 2) - 1);
    }
}
