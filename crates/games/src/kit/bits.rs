//! Bit sets of cells: a machine word for small boards, several words for larger ones, with the same code for all.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use game::Side;

/// A bit set of places: each bit is a cell of a [`Layout`](crate::kit::layout::Layout).
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
    /// The empty set.
    const EMPTY: Self;
    /// The number of bits.
    const WIDTH: u32;

    /// The set of one bit.
    fn bit(place: u32) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// Whether no bit is set.
    fn is_empty(self) -> bool;
    /// The lowest bit of the set; [`Bits::WIDTH`] if the set is empty.
    fn lowest(self) -> u32;
    /// The highest bit of the set; `u32::MAX` if the set is empty.
    fn highest(self) -> u32;
    /// All bits in the opposite order: the lowest becomes the highest.
    #[must_use]
    fn reversed(self) -> Self;
    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The set of these bits.
    fn of(places: impl IntoIterator<Item = u32>) -> Self {
        places.into_iter().fold(Self::EMPTY, |set, place| set | Self::bit(place))
    }

    /// Whether this bit is set.
    #[inline(always)]
    fn has(self, place: u32) -> bool {
        !(self & Self::bit(place)).is_empty()
    }

    /// Removes the first bit, counted from the end of the board where `side` starts. The set must not be empty.
    #[inline(always)]
    fn take_first(&mut self, side: Side) -> u32 {
        let place = match side {
            Side::White => self.lowest(),
            Side::Black => self.highest(),
        };
        *self ^= Self::bit(place);
        place
    }

    /// Adds this bit if `changes`, or removes it if it is set.
    #[inline(always)]
    fn flip(&mut self, place: u32, changes: bool) {
        *self ^= if changes { Self::bit(place) } else { Self::EMPTY };
    }

    /// If `changes`, moves a bit from one place to another, where it is not set.
    #[inline(always)]
    fn relocate(&mut self, from: u32, to: u32, changes: bool) {
        *self ^= if changes { Self::bit(from) | Self::bit(to) } else { Self::EMPTY };
    }

    /// All cells moved by `distance`, away from the end of the board where `side` starts.
    #[inline(always)]
    #[must_use]
    fn forward(self, side: Side, distance: u32) -> Self {
        match side {
            Side::White => self << distance,
            Side::Black => self >> distance,
        }
    }

    /// All cells moved by `distance`, towards the end of the board where `side` starts.
    #[inline(always)]
    #[must_use]
    fn backward(self, side: Side, distance: u32) -> Self {
        self.forward(!side, distance)
    }

    /// The bits in increasing order.
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
            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// A set of more bits than a machine integer has, lowest word first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> Wide<WORDS> {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|word| operation(self.0[word], other.0[word])))
    }

    /// A shift to the left by less than a word, as in almost every step. Each word is combined with the word below it, so the
    /// compiler combines several at once.
    #[inline(always)]
    fn shl_near(self, distance: u32) -> Self {
        let below = |index: usize| if index > 0 { self.0[index - 1] } else { 0 };
        // Two shifts of the word below, because a single shift by all 64 bits is not allowed.
        let rest = |word: u64| word >> 1 >> (u64::BITS - 1 - distance);
        Wide(std::array::from_fn(|index| self.0[index] << distance | rest(below(index))))
    }

    /// A shift to the right by less than a word.
    #[inline(always)]
    fn shr_near(self, distance: u32) -> Self {
        let above = |index: usize| if index + 1 < WORDS { self.0[index + 1] } else { 0 };
        let rest = |word: u64| word << 1 << (u64::BITS - 1 - distance);
        Wide(std::array::from_fn(|index| self.0[index] >> distance | rest(above(index))))
    }

    /// A shift to the left by at least a word.
    #[inline(never)]
    fn shl_far(self, distance: u32) -> Self {
        let whole = (distance / u64::BITS) as usize;
        let moved = |index: usize| index.checked_sub(whole).map_or(0, |from| self.0[from]);
        Wide(std::array::from_fn(moved)) << (distance % u64::BITS)
    }

    /// A shift to the right by at least a word.
    #[inline(never)]
    fn shr_far(self, distance: u32) -> Self {
        let whole = (distance / u64::BITS) as usize;
        let moved = |index: usize| self.0.get(index + whole).copied().unwrap_or(0);
        Wide(std::array::from_fn(moved)) >> (distance % u64::BITS)
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
    fn low(self) -> u64 {
        self.0[0]
    }
    #[inline]
    fn has(self, place: u32) -> bool {
        self.0[(place / u64::BITS) as usize] >> (place % u64::BITS) & 1 == 1
    }
    #[inline]
    fn take_first(&mut self, side: Side) -> u32 {
        let place = match side {
            Side::White => self.lowest(),
            Side::Black => self.highest(),
        };
        self.flip(place, true);
        place
    }
    #[inline]
    fn flip(&mut self, place: u32, changes: bool) {
        self.0[(place / u64::BITS) as usize] ^= u64::from(changes) << (place % u64::BITS);
    }
    #[inline]
    fn relocate(&mut self, from: u32, to: u32, changes: bool) {
        self.flip(from, changes);
        self.flip(to, changes);
    }
}

impl<const WORDS: usize> Shl<u32> for Wide<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, distance: u32) -> Self {
        if distance < u64::BITS { self.shl_near(distance) } else { self.shl_far(distance) }
    }
}

impl<const WORDS: usize> Shr<u32> for Wide<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, distance: u32) -> Self {
        if distance < u64::BITS { self.shr_near(distance) } else { self.shr_far(distance) }
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

/// The largest size of a game's board: `all` where all types of sets are compiled, `narrow` where only boards of at most 128 cells are.
/// In WebAssembly the wide sets would make three quarters of what a browser has to load.
pub const fn largest_size(all: usize, narrow: usize) -> usize {
    if cfg!(target_family = "wasm") { narrow } else { all }
}

/// Evaluates an expression with `$bits` as the smallest type of set that has this many bits: at most 1280, or 128 in WebAssembly (see
/// [`largest_size`](crate::kit::bits::largest_size)).
///
/// The expression is compiled once for each type, and so is all that it calls: there are few of them.
#[macro_export]
macro_rules! with_bits {
    ($needed:expr, $bits:ident => $body:expr) => {
        match $needed {
            0..=64 => {
                type $bits = u64;
                $body
            }
            #[cfg(not(target_family = "wasm"))]
            129..=320 => {
                type $bits = $crate::kit::bits::Wide<5>;
                $body
            }
            #[cfg(not(target_family = "wasm"))]
            321..=640 => {
                type $bits = $crate::kit::bits::Wide<10>;
                $body
            }
            #[cfg(not(target_family = "wasm"))]
            641.. => {
                type $bits = $crate::kit::bits::Wide<20>;
                $body
            }
            _ => {
                type $bits = u128;
                $body
            }
        }
    };
}
