//! A board of Congo with the side to move, the move number and the hash.

use game::{BoardState, Ending, Line, Repetition, Side};

use super::Congo;
use super::tables::{CELLS, RIVER};
use crate::kit::bits::Bits;
use crate::kit::keys::Keys;
use crate::kit::layout::Layout;

/// The largest move number in a FEN.
pub(super) const MAX_MOVE_NUMBER: u32 = 999_999_999;

/// The kind of a man, in the order of the course.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    /// Goes forward; past the river also back.
    Pawn,
    /// A pawn that has reached the last rank.
    Superpawn,
    /// Steps like a king, captures by leaps of two.
    Giraffe,
    /// Captures by jumping over one or more men.
    Monkey,
    /// Goes one or two cells straight.
    Elephant,
    /// Stays in its castle; the side that loses it has lost.
    Lion,
    /// Slides to the river and along it, and never drowns.
    Crocodile,
    /// Moves like a knight.
    Zebra,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 8] = [
        Kind::Pawn,
        Kind::Superpawn,
        Kind::Giraffe,
        Kind::Monkey,
        Kind::Elephant,
        Kind::Lion,
        Kind::Crocodile,
        Kind::Zebra,
    ];

    /// The index of the kind in [`Kind::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name: `pawn`, `superpawn`, `giraffe` and so on.
    pub const fn name(self) -> &'static str {
        ["pawn", "superpawn", "giraffe", "monkey", "elephant", "lion", "crocodile", "zebra"][self.index()]
    }

    /// The kind with this English name, in upper or lower case.
    ///
    /// ```
    /// use games::congo::Kind;
    /// assert_eq!(Kind::from_name("zebra"), Some(Kind::Zebra));
    /// assert_eq!(Kind::from_name("horse"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// The letter of a man: its initial, upper case for White.
    pub fn letter(self, side: Side) -> char {
        let initial = char::from(self.name().as_bytes()[0]);
        if side == Side::White { initial.to_ascii_uppercase() } else { initial }
    }

    /// The side and kind of the man with this letter.
    pub fn from_letter(letter: char) -> Option<(Side, Kind)> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Kind::ALL.into_iter().find(|kind| kind.letter(side) == letter).map(|kind| (side, kind))
    }
}

/// A board, the side to move, the move number and the hash of board and side.
///
/// The fields are private, so they always change together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The men of each kind, of both sides.
    kinds: [u64; 8],
    /// The men of each side.
    sides: [u64; 2],
    hash: u64,
    number: u32,
    to_move: Side,
}

impl Position {
    pub(super) fn empty(to_move: Side, number: u32, keys: &Keys<u64>) -> Position {
        let hash = if to_move == Side::Black { keys.black_to_move } else { 0 };
        Position { kinds: [0; 8], sides: [0; 2], hash, number, to_move }
    }

    /// The move number. It increases after each move of Black.
    pub fn move_number(&self) -> u32 {
        self.number
    }

    /// The men of one side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    /// The men of one kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> u64 {
        self.kinds[kind.index()]
    }

    /// The men of one kind and side.
    #[inline(always)]
    pub fn of(&self, side: Side, kind: Kind) -> u64 {
        self.men(side) & self.kind(kind)
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// All cells without a man.
    #[inline(always)]
    pub fn empty_cells(&self) -> u64 {
        CELLS & !self.occupied()
    }

    /// The men of one side in the river, except crocodiles.
    #[inline(always)]
    pub fn wading(&self, side: Side) -> u64 {
        self.men(side) & RIVER & !self.kind(Kind::Crocodile)
    }

    /// Whether only the two lions are left.
    #[inline(always)]
    pub fn is_bare(&self) -> bool {
        let lions = self.kind(Kind::Lion);
        self.occupied() == lions && lions & self.sides[0] != 0 && lions & self.sides[1] != 0
    }

    /// The man on a cell.
    pub fn man_at(&self, place: u32) -> Option<(Side, Kind)> {
        let side = Side::BOTH.into_iter().find(|&side| self.men(side).has(place))?;
        Some((side, self.kind_at(place)))
    }

    /// The kind of the man on a cell, which must not be empty.
    #[inline]
    pub(super) fn kind_at(&self, place: u32) -> Kind {
        let mut found = Kind::Pawn;
        for kind in Kind::ALL {
            if self.kind(kind).has(place) {
                found = kind;
            }
        }
        found
    }

    /// The same board and move number with the other side to move.
    pub(super) fn passed(&self, keys: &Keys<u64>) -> Position {
        Position { to_move: !self.to_move, hash: self.hash ^ keys.black_to_move, ..*self }
    }

    /// The position before the last move, which was made by the side that is not to move now, with the move number 0.
    #[inline(always)]
    pub(super) fn before(&self, kind: Kind, from: u32, to: u32, keys: &Keys<u64>) -> Position {
        let mut before = Position { number: 0, ..self.passed(keys) };
        before.toggle(before.to_move, kind, to, keys);
        before.toggle(before.to_move, kind, from, keys);
        before
    }

    /// Puts a man onto an empty cell, or removes him from his cell.
    #[inline(always)]
    pub(super) fn toggle(&mut self, side: Side, kind: Kind, place: u32, keys: &Keys<u64>) {
        self.kinds[kind.index()] ^= u64::bit(place);
        self.sides[side.index()] ^= u64::bit(place);
        self.hash ^= keys.of(side.index() * 8 + kind.index(), place);
    }

    /// Removes these men of one side.
    #[inline]
    pub(super) fn remove(&mut self, side: Side, men: u64, keys: &Keys<u64>) {
        for place in men.iter() {
            self.toggle(side, self.kind_at(place), place, keys);
        }
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub(super) fn turn(&mut self, keys: &Keys<u64>) {
        self.hash ^= keys.black_to_move;
        // The number stops at the largest that a FEN can have, so that every position can be read back.
        self.number += u32::from(self.to_move == Side::Black && self.number < MAX_MOVE_NUMBER);
        self.to_move = !self.to_move;
    }

    /// The board rotated by 180° with the colours swapped.
    pub(super) fn mirrored(&self, layout: &Layout<u64>, keys: &Keys<u64>) -> Position {
        let mut mirrored = Position::empty(!self.to_move, self.number, keys);
        for side in Side::BOTH {
            for place in self.men(side).iter() {
                mirrored.toggle(!side, self.kind_at(place), layout.turned_place(place), keys);
            }
        }
        mirrored
    }
}

impl BoardState for Position {
    #[inline(always)]
    fn side(&self) -> Side {
        self.to_move
    }

    /// The hash does not include the move number.
    #[inline(always)]
    fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    fn same_board(&self, other: &Position) -> bool {
        self.kinds == other.kinds && self.sides == other.sides
    }

    #[inline]
    fn count(&self, side: Side) -> u32 {
        self.men(side).count()
    }
}

impl Repetition for Congo {
    /// The third occurrence of a position, or 200 plies without a capture, a drowning and a move of a pawn.
    fn draw_in_play(&self, line: &Line<'_, Congo>) -> Option<Ending> {
        const TIMES: usize = 3;
        const QUIET_PLIES: usize = 200;
        let here = line.position();
        let is_here = |before: &Position| before.hash() == here.hash() && before.same_board(here);
        if line.history().filter(is_here).count() + 1 >= TIMES {
            return Some(Ending::draw("the same position for the third time"));
        }
        let mut after = *here;
        let quiet = line.history().rev().take_while(|before| {
            let next = std::mem::replace(&mut after, *before);
            let pawns = |side| before.of(side, Kind::Pawn) == next.of(side, Kind::Pawn);
            before.occupied().count_ones() == next.occupied().count_ones()
                && Side::BOTH.into_iter().all(pawns)
        });
        (quiet.count() >= QUIET_PLIES)
            .then(|| Ending::draw("100 turns without a capture, a drowning or a pawn's move"))
    }
}
