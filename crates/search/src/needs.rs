//! What a result needs of the earlier boards, under the no-repeat rule.
//!
//! A bound on the value of a position is proved by a tree: one side, the prover, chooses one move in each of its positions, and every
//! legal move of the other side is answered. Say that the proof was found with some earlier boards. With other earlier boards it
//! can only fail in three ways:
//!
//! * A move that the prover chooses is now illegal. So [`Needs`] notes the boards that these moves make (`made`).
//! * A move of the other side was illegal, and is legal now. Such proofs are never used with other earlier boards: they are
//!   [`Needs::THE_SAME_BOARDS`]. More illegal moves of the other side only help the prover, because a side without a legal move has lost.
//! * The prover is to move at the horizon, or relies on the number of its moves, and has no legal move left. So `room` is the least
//!   number of earlier boards that could take all its moves there.
//!
//! A move that no earlier board can follow (an irreversible one) ends all needs of what comes after it.
//!
//! At the horizon, `depth` plies below a position, moves can be illegal by the boards that were earlier ones before, and by boards of the
//! proof itself. Of these the last three do not count: the other side has moved since each of them and has not moved back. That leaves
//! `depth - 2` boards.

/// What a result needs of the earlier boards. It is meaningless in games without the no-repeat rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Needs {
    /// A set of marks of boards (a Bloom filter): none of them may be an earlier board.
    made: u128,
    /// The number of earlier boards, with those of the proof itself, has to be less than this.
    room: u32,
}

impl Needs {
    /// The bits of `made` in use: as many as an entry of the transposition table has place for.
    const MADE_BITS: u64 = 112;
    const LOW_BITS: u32 = 48;
    const ROOM_BITS: u32 = 6;

    /// The result holds with any earlier boards.
    pub(crate) const NOTHING: Needs = Needs { made: 0, room: u32::MAX };

    /// The result holds only with the earlier boards that it was found with.
    pub(crate) const THE_SAME_BOARDS: Needs = Needs { made: 0, room: 0 };

    /// The side to move needs one of this many moves, whichever is legal.
    #[inline(always)]
    pub(crate) fn one_of(moves: usize) -> Needs {
        Needs { made: 0, room: u32::try_from(moves).unwrap_or(u32::MAX) }
    }

    /// Also a move that makes the board with this mark.
    #[inline(always)]
    #[must_use]
    pub(crate) fn and_board(self, mark: u64) -> Needs {
        Needs { made: self.made | 1 << (mark % Self::MADE_BITS), ..self }
    }

    /// Both.
    #[inline(always)]
    #[must_use]
    pub(crate) fn and(self, other: Needs) -> Needs {
        Needs { made: self.made | other.made, room: self.room.min(other.room) }
    }

    /// Whether the result holds only with the earlier boards that it was found with.
    #[inline(always)]
    pub(crate) fn the_same_boards(self) -> bool {
        self.room == 0
    }

    /// Whether the result holds, `depth` plies above the horizon, with earlier boards that have these marks.
    #[inline(always)]
    pub(crate) fn are_met(self, depth: u32, marks: impl ExactSizeIterator<Item = u64>) -> bool {
        let boards = marks.len() as u32 + depth.saturating_sub(2);
        let mut marks = marks;
        boards < self.room && marks.all(|mark| self.made >> (mark % Self::MADE_BITS) & 1 == 0)
    }

    /// The needs in two words. Of the first, the lowest 54 bits are in use, and one of them is set unless the needs are
    /// [`Needs::THE_SAME_BOARDS`].
    #[inline]
    pub(crate) fn words(self) -> [u64; 2] {
        let room = u64::from(self.room.min((1 << Self::ROOM_BITS) - 1));
        let low = self.made as u64 & ((1 << Self::LOW_BITS) - 1);
        [low << Self::ROOM_BITS | room, (self.made >> Self::LOW_BITS) as u64]
    }

    /// The needs from these words.
    #[inline]
    pub(crate) fn from_words([first, second]: [u64; 2]) -> Needs {
        let low = first >> Self::ROOM_BITS & ((1 << Self::LOW_BITS) - 1);
        Needs {
            made: u128::from(second) << Self::LOW_BITS | u128::from(low),
            room: (first & ((1 << Self::ROOM_BITS) - 1)) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_are_met_or_not() {
        let none = std::iter::empty();
        assert!(Needs::NOTHING.are_met(9, [1, 2, 3].into_iter()));
        assert!(!Needs::THE_SAME_BOARDS.are_met(1, none.clone()));
        // With five plies left, three boards of the proof itself can make moves illegal at the horizon.
        let needs = Needs::one_of(5);
        assert!(needs.are_met(5, [1].into_iter()) && !needs.are_met(5, [1, 2].into_iter()));
        assert!(needs.are_met(2, [1, 2, 3, 4].into_iter()) && !needs.are_met(2, [1, 2, 3, 4, 5].into_iter()));
        let needs = Needs::NOTHING.and_board(7);
        assert!(needs.are_met(5, [6, 8].into_iter()) && !needs.are_met(5, [6, 7].into_iter()));
        let both = needs.and(Needs::one_of(3));
        assert!(
            both.are_met(2, none) && !both.are_met(2, [7].into_iter()) && !both.are_met(4, [6].into_iter())
        );
    }

    #[test]
    fn needs_are_stored() {
        let mut random = game::Random::new(3);
        for _ in 0..1000 {
            let mut needs = Needs::one_of(1 + random.below(62));
            for _ in 0..random.below(40) {
                needs = needs.and_board(random.next_u64());
            }
            let words = needs.words();
            assert_eq!(Needs::from_words(words), needs);
            assert!(words[0] != 0 && words[0] >> 54 == 0);
        }
        // More room than there are bits for counts as the most that can be stored.
        assert_eq!(Needs::from_words(Needs::NOTHING.words()), Needs::one_of(63));
        assert!(Needs::from_words(Needs::THE_SAME_BOARDS.words()).the_same_boards());
    }
}
