//! Random numbers from which position hashes are made.

use game::Random;

/// One number for each kind of man on each cell, and one for the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    numbers: Vec<u64>,
    width: usize,
    /// Part of the hash when Black is to move.
    pub(crate) black_to_move: u64,
}

impl Keys {
    /// Keys for that many kinds of men on `width` bits; the same ones each time.
    pub(crate) fn new(kinds: usize, width: u32) -> Keys {
        let mut random = Random::new(0x51AD_0000 + u64::from(width));
        let black_to_move = random.next_u64();
        let width = width as usize;
        Keys { numbers: (0..kinds * width).map(|_| random.next_u64()).collect(), width, black_to_move }
    }

    /// The number of a man of that kind on that bit.
    #[inline(always)]
    pub(crate) fn of(&self, kind: usize, place: u32) -> u64 {
        self.numbers[kind * self.width + place as usize]
    }
}
