//! Positions made of a few kinds of men.

use game::{BoardState, Side};
use solve::Placement;

use crate::kit::bits::Bits;
use crate::kit::keys::Keys;
use crate::kit::layout::Layout;
use crate::kit::step::{self, Step};

/// The men of both sides, the side to move and their hash. The fields are private, so men and hash always change together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Position<B, const KINDS: usize> {
    men: [[B; KINDS]; 2],
    side: Side,
    hash: u64,
}

impl<B: Bits, const KINDS: usize> Position<B, KINDS> {
    /// A position of these men, by side and kind.
    pub fn new(keys: &Keys<B>, men: [[B; KINDS]; 2], side: Side) -> Self {
        let mut hash = if side == Side::Black { keys.black_to_move } else { 0 };
        for owner in Side::BOTH {
            for (kind, set) in men[owner.index()].iter().enumerate() {
                for place in set.iter() {
                    hash ^= keys.of(owner.index() * KINDS + kind, place);
                }
            }
        }
        Position { men, side, hash }
    }

    /// The men of one side and kind.
    #[inline(always)]
    pub fn men(&self, side: Side, kind: usize) -> B {
        self.men[side.index()][kind]
    }

    /// All men of one side.
    #[inline(always)]
    pub fn all(&self, side: Side) -> B {
        self.men[side.index()].into_iter().fold(B::EMPTY, |all, set| all | set)
    }

    /// The position after a step of the side to move that captures the enemy on `captured`.
    #[inline(always)]
    pub fn after(&self, keys: &Keys<B>, step: Step, captured: Option<u32>) -> Self {
        // One copy per side, so that memory addresses do not depend on the side.
        match self.side {
            Side::White => self.after_step_of(Side::White, keys, step, captured),
            Side::Black => self.after_step_of(Side::Black, keys, step, captured),
        }
    }

    #[inline(always)]
    fn after_step_of(&self, side: Side, keys: &Keys<B>, step: Step, captured: Option<u32>) -> Self {
        let mut next = self.after_pass(keys);
        let kind = self.kind_at(side, step.from());
        // A choice of values, not of places: the sets stay in registers.
        for (index, set) in next.men[side.index()].iter_mut().enumerate() {
            set.relocate(step.from(), step.to(), index == kind);
        }
        next.hash ^= keys.of(side.index() * KINDS + kind, step.from())
            ^ keys.of(side.index() * KINDS + kind, step.to());
        if let Some(place) = captured {
            let kind = self.kind_at(!side, place);
            for (index, set) in next.men[(!side).index()].iter_mut().enumerate() {
                set.flip(place, index == kind);
            }
            next.hash ^= keys.of((!side).index() * KINDS + kind, place);
        }
        next
    }

    /// The same board with the other side to move.
    #[inline(always)]
    pub fn after_pass(&self, keys: &Keys<B>) -> Self {
        Position { men: self.men, side: !self.side, hash: self.hash ^ keys.black_to_move }
    }

    /// The position before a move, where `back` is the reverse of the move.
    #[inline(always)]
    pub fn before(&self, keys: &Keys<B>, back: Step) -> Self {
        self.after_pass(keys).after(keys, back, None).after_pass(keys)
    }

    /// The hash of the board, without the side to move.
    #[inline(always)]
    pub fn board_hash(&self, keys: &Keys<B>) -> u64 {
        if self.side == Side::Black { self.hash ^ keys.black_to_move } else { self.hash }
    }

    /// A lower bound on the number of plies in which quiet moves can lead to `board`.
    #[inline(always)]
    pub fn min_plies_to(&self, board: &Self) -> u32 {
        let come =
            |side| (0..KINDS).map(|kind| (board.men(side, kind) & !self.men(side, kind)).count()).sum();
        step::plies_to_displace(come(self.side), come(!self.side))
    }

    /// The position with the colours swapped and the board rotated by 180°.
    pub fn mirrored(&self, keys: &Keys<B>, layout: &Layout<B>) -> Self {
        let turned = |side: Side| self.men[side.index()].map(|set| layout.turned(set));
        Position::new(keys, [turned(Side::Black), turned(Side::White)], !self.side)
    }

    /// The position on the board reflected from left to right.
    pub fn reflected(&self, keys: &Keys<B>, layout: &Layout<B>) -> Self {
        let reflect = |set: B| B::of(set.iter().map(|place| layout.reflected_place(place)));
        Position::new(keys, self.men.map(|kinds| kinds.map(reflect)), self.side)
    }

    /// The only step that could lead to `board`, which has no additional enemy and one moved man of this side.
    #[inline(always)]
    pub fn step_towards(&self, board: &Self) -> Option<Step> {
        let (us, them) = (self.side, !self.side);
        let changed = self.all(us) ^ board.all(us);
        if !(board.all(them) & !self.all(them)).is_empty() || changed.count() != 2 {
            return None;
        }
        let (from, to) = (changed & self.all(us), changed & board.all(us));
        (!from.is_empty() && !to.is_empty()).then(|| Step::new(from.lowest(), to.lowest()))
    }

    /// The side and kind of the man on a cell.
    pub fn man_at(&self, place: u32) -> Option<(Side, usize)> {
        let side = Side::BOTH.into_iter().find(|&side| self.all(side).has(place))?;
        Some((side, self.kind_at(side, place)))
    }

    /// The kind of a man of this side. The cell must not be empty.
    #[inline(always)]
    fn kind_at(&self, side: Side, place: u32) -> usize {
        (1..KINDS).find(|&kind| self.men[side.index()][kind].has(place)).unwrap_or(0)
    }
}

impl<B: Bits, const KINDS: usize> BoardState for Position<B, KINDS> {
    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn same_board(&self, other: &Self) -> bool {
        // Set by set, not in one piece: the compiler then keeps the sets in registers, and leaves out a hash that nobody reads.
        let mut changed = B::EMPTY;
        for side in Side::BOTH {
            for kind in 0..KINDS {
                changed |= self.men(side, kind) ^ other.men(side, kind);
            }
        }
        changed.is_empty()
    }

    #[inline(always)]
    fn count(&self, side: Side) -> u32 {
        self.all(side).count()
    }
}

impl<const KINDS: usize> Position<u64, KINDS> {
    /// The men by side and kind.
    #[inline]
    pub fn placement(&self) -> Placement {
        self.men.map(|kinds| std::array::from_fn(|kind| kinds.get(kind).copied().unwrap_or(0)))
    }

    /// The position with these men.
    #[inline]
    pub fn placed(keys: &Keys<u64>, placement: &Placement, side: Side) -> Self {
        Position::new(keys, placement.map(|kinds| std::array::from_fn(|kind| kinds[kind])), side)
    }
}
