//! Random numbers for the hashes of positions (Zobrist hashing).

use std::marker::PhantomData;

use game::Random;

use crate::kit::bits::Bits;

/// A number for each kind of man on each cell, and a number for the side to move.
#[derive(Clone, Debug)]
pub struct Keys<B> {
    numbers: Vec<u64>,
    /// The part of the hash for Black to move.
    pub black_to_move: u64,
    /// There is a number for each bit of `B`.
    sets: PhantomData<B>,
}

impl<B: Bits> Keys<B> {
    /// Keys for this many kinds of men. They are the same each time.
    pub fn new(kinds: usize) -> Keys<B> {
        let mut random = Random::new(0x51AD_0000 + u64::from(B::WIDTH));
        let black_to_move = random.next_u64();
        let numbers = (0..kinds * B::WIDTH as usize).map(|_| random.next_u64()).collect();
        Keys { numbers, black_to_move, sets: PhantomData }
    }

    /// The number of a man of this kind on this place.
    #[inline(always)]
    pub fn of(&self, kind: usize, place: u32) -> u64 {
        // Without a panic, the compiler leaves this out where nobody reads the hash, as in perft.
        self.numbers.get(kind * B::WIDTH as usize + place as usize).copied().unwrap_or_default()
    }
}
