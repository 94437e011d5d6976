//! Sets of cells as bits: one machine word for small boards, more for wide ones, the same code for all.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use game::Side;

/// A set of small numbers, each the place of a cell in its [`Layout`](crate::layout::Layout).
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The set of nothing.
    const EMPTY: Self;
    /// How many different bits there are.
    const WIDTH: u32;

    /// The set of one bit.
    fn bit(place: u32) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// Whether no bit is set.
    fn is_empty(self) -> bool;
    /// The lowest bit set; [`Bits::WIDTH`] when there is none.
    fn lowest(self) -> u32;
    /// The highest bit set; the largest number there is when there is none.
    fn highest(self) -> u32;
    /// All bits in the opposite order: the lowest becomes the highest.
    #[must_use]
    fn reversed(self) -> Self;

    /// Whether that bit is set.
    #[inline(always)]
    fn has(self, place: u32) -> bool {
        !(self & Self::bit(place)).is_empty()
    }

    /// Takes the first bit out as `side` counts, from its own end of the board; the set must not be empty.
    #[inline(always)]
    fn take_first(&mut self, side: Side) -> u32 {
        let place = match side {
            Side::White => self.lowest(),
            Side::Black => self.highest(),
        };
        *self ^= Self::bit(place);
        place
    }

    /// All cells moved on by `distance`, away from the side's own end of the board.
    #[inline(always)]
    #[must_use]
    fn forward(self, side: Side, distance: u32) -> Self {
        match side {
            Side::White => self << distance,
            Side::Black => self >> distance,
        }
    }

    /// All cells moved back by `distance`, towards the side's own end of the board.
    #[inline(always)]
    #[must_use]
    fn backward(self, side: Side, distance: u32) -> Self {
        self.forward(!side, distance)
    }

    /// The bits in rising order.
    fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || (!rest.is_empty()).then(|| rest.take_first(Side::White)))
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const WIDTH: u32 = <$word>::BITS;

            #[inline(always)]
            fn bit(place: u32) -> Self {
                1 << place
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn highest(self) -> u32 {
                (<$word>::BITS - 1).wrapping_sub(self.leading_zeros())
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// A set of more bits than a machine integer has, lowest word first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Wide<WORDS> {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|word| operation(self.0[word], other.0[word])))
    }
}

impl<const WORDS: usize> Bits for Wide<WORDS> {
    const EMPTY: Self = Wide([0; WORDS]);
    const WIDTH: u32 = u64::BITS * WORDS as u32;

    #[inline]
    fn bit(place: u32) -> Self {
        let mut words = [0; WORDS];
        words[(place / u64::BITS) as usize] = 1 << (place % u64::BITS);
        Wide(words)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline]
    fn lowest(self) -> u32 {
        let empty = self.0.iter().take_while(|&&word| word == 0).count();
        empty as u32 * u64::BITS + self.0.get(empty).map_or(0, |word| word.trailing_zeros())
    }
    #[inline]
    fn highest(self) -> u32 {
        let used = WORDS - self.0.iter().rev().take_while(|&&word| word == 0).count();
        let top = used.checked_sub(1).map_or(0, |top| self.0[top]);
        (used as u32 * u64::BITS).wrapping_sub(top.leading_zeros() % u64::BITS).wrapping_sub(1)
    }
    #[inline]
    fn reversed(self) -> Self {
        Wide(std::array::from_fn(|word| self.0[WORDS - 1 - word].reverse_bits()))
    }
    #[inline]
    fn has(self, place: u32) -> bool {
        self.0[(place / u64::BITS) as usize] >> (place % u64::BITS) & 1 == 1
    }
}

impl<const WORDS: usize> Shl<u32> for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn shl(self, distance: u32) -> Self {
        let (whole, part) = ((distance / u64::BITS) as usize, distance % u64::BITS);
        let word = |index: usize, back: usize| index.checked_sub(back).map_or(0, |from| self.0[from]);
        // Shifting down by one and then by the rest keeps a shift of a whole word defined.
        Wide(std::array::from_fn(|index| {
            word(index, whole) << part | word(index, whole + 1) >> 1 >> (u64::BITS - 1 - part)
        }))
    }
}

impl<const WORDS: usize> Shr<u32> for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn shr(self, distance: u32) -> Self {
        let (whole, part) = ((distance / u64::BITS) as usize, distance % u64::BITS);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Wide(std::array::from_fn(|index| {
            word(index + whole) >> part | word(index + whole + 1) << 1 << (u64::BITS - 1 - part)
        }))
    }
}

impl<const WORDS: usize> Not for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

macro_rules! wide_operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, $operator:tt) => {
        impl<const WORDS: usize> $trait for Wide<WORDS> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $operator b)
            }
        }

        impl<const WORDS: usize> $assign for Wide<WORDS> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    };
}

wide_operator!(BitAnd bitand, BitAndAssign bitand_assign, &);
wide_operator!(BitOr bitor, BitOrAssign bitor_assign, |);
wide_operator!(BitXor bitxor, BitXorAssign bitxor_assign, ^);

#[cfg(test)]
mod tests {
    use super::*;
    use game::Random;

    fn random(random: &mut Random) -> (u128, Wide<2>) {
        let words = [random.next_u64() & random.next_u64(), random.next_u64() & random.next_u64()];
        (u128::from(words[0]) | u128::from(words[1]) << 64, Wide(words))
    }

    fn same(word: u128, wide: Wide<2>) {
        assert_eq!(wide.0, [word as u64, (word >> 64) as u64]);
    }

    #[test]
    fn wide_sets_behave_as_machine_words_do() {
        let mut numbers = Random::new(1);
        for _ in 0..200 {
            let ((a, wide_a), (b, wide_b)) = (random(&mut numbers), random(&mut numbers));
            same(a & b, wide_a & wide_b);
            same(a | b, wide_a | wide_b);
            same(a ^ b, wide_a ^ wide_b);
            same(!a, !wide_a);
            same(a.reversed(), wide_a.reversed());
            assert_eq!(
                (a.count(), a.lowest(), a.highest()),
                (wide_a.count(), wide_a.lowest(), wide_a.highest())
            );
            for distance in 0..128 {
                same(a << distance, wide_a << distance);
                same(a >> distance, wide_a >> distance);
                same(Bits::bit(distance), Bits::bit(distance));
                assert_eq!(a.has(distance), wide_a.has(distance));
            }
            assert!(a.iter().eq(wide_a.iter()));
            let (mut rest, mut wide_rest) = (a, wide_a);
            while !rest.is_empty() {
                assert_eq!(rest.take_first(Side::Black), wide_rest.take_first(Side::Black));
            }
            assert!(wide_rest.is_empty());
        }
    }

    #[test]
    fn the_empty_set_has_no_lowest_and_no_highest() {
        fn check<B: Bits>() {
            assert!(B::EMPTY.is_empty());
            assert_eq!((B::EMPTY.lowest(), B::EMPTY.highest(), B::EMPTY.count()), (B::WIDTH, u32::MAX, 0));
        }
        check::<u64>();
        check::<u128>();
        check::<Wide<4>>();
        for word in [0, 63, 64, 255] {
            assert_eq!(Wide::<4>::bit(word).highest(), word);
            assert_eq!(Wide::<4>::bit(word).lowest(), word);
        }
    }
}
