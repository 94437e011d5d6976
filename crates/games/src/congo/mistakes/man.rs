//! A man on a board of letters, and the cells around it.

use game::{EMPTY, Side};

use super::{Mistake, Slow};

/// The rows and columns of the board.
pub(super) const SIZE: isize = 7;

/// A man that is about to move.
pub(super) struct Man<'a> {
    pub(super) cells: &'a [char],
    pub(super) from: usize,
    pub(super) side: Side,
    pub(super) rules: &'a Slow,
}

impl Man<'_> {
    /// The cell this far down and to the right.
    pub(super) fn go(&self, (down, right): (isize, isize)) -> Option<usize> {
        let row = (self.from / 7) as isize + down;
        let column = (self.from % 7) as isize + right;
        let inside = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
        let cell = row * SIZE + column;
        let is_beside = inside || (0..SIZE * SIZE).contains(&cell) && self.rules.is(Mistake::RowsWrap);
        is_beside.then_some(cell as usize)
    }

    /// Which way down is forward for a pawn.
    pub(super) fn up(&self) -> isize {
        if (self.side == Side::White) == self.rules.is(Mistake::PawnWrongWay) { 1 } else { -1 }
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell] == EMPTY
    }

    pub(super) fn is_enemy(&self, cell: usize) -> bool {
        !self.is_empty(cell) && owner(self.cells[cell]) != self.side
    }

    pub(super) fn can_enter(&self, cell: usize) -> bool {
        self.is_empty(cell) || self.is_enemy(cell)
    }

    /// The cells so many steps away that are allowed.
    pub(super) fn each(
        &self,
        ways: &[(isize, isize)],
        steps: isize,
        allowed: impl Fn((isize, isize), usize) -> bool,
    ) -> impl Iterator<Item = usize> {
        let far = move |&(down, right): &(isize, isize)| self.go((steps * down, steps * right));
        ways.iter().filter_map(move |way| far(way).filter(|&to| allowed(*way, to)))
    }
}

pub(super) fn owner(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

/// The letter of a kind of man of a side.
pub(super) fn letter(kind: char, side: Side) -> char {
    if side == Side::White { kind.to_ascii_uppercase() } else { kind }
}
