//! Random numbers from which the hashes of positions are made.

use std::marker::PhantomData;

use game::Random;

use crate::kit::bits::Bits;

/// One number for each kind of man on each cell, and one for the side to move.
#[derive(Clone, Debug)]
pub struct Keys<B> {
    numbers: Vec<u64>,
    /// Part of the hash when Black is to move.
    pub black_to_move: u64,
    /// The numbers are laid out for the bits of `B`.
    sets: PhantomData<B>,
}

impl<B: Bits> Keys<B> {
    /// Keys for that many kinds of men; the same ones each time.
    pub fn new(kinds: usize) -> Keys<B> {
        let mut random = Random::new(0x51AD_0000 + u64::from(B::WIDTH));
        let black_to_move = random.next_u64();
        let numbers = (0..kinds * B::WIDTH as usize).map(|_| random.next_u64()).collect();
        Keys { numbers, black_to_move, sets: PhantomData }
    }

    /// The number of a man of that kind on that bit.
    #[inline(always)]
    pub fn of(&self, kind: usize, place: u32) -> u64 {
        self.numbers[kind * B::WIDTH as usize + place as usize]
    }
}
