//! Where the men stand at the start, and how far from the rim a cell is.

use game::Side;

use super::Crusher;
use crate::bits::Bits;
use crate::layout::Layout;
use crate::{men, step};

/// There is one kind of men.
pub(crate) const MAN: usize = 0;

/// The men of both sides, and the side to move.
pub type Position<B> = men::Position<B, 1>;

impl<B: Bits> Crusher<B> {
    /// White fills the top row and the middle of the second, on the smallest board the left of it.
    /// Black is the half-turn of White.
    pub(super) fn start_position(&self) -> Position<B> {
        let second = self.layout.row(1);
        let second =
            if self.size == 2 { second.start..second.start + 1 } else { second.start + 1..second.end - 1 };
        let white = self.layout.row(0).chain(second).fold(B::EMPTY, |set, place| set | B::bit(place));
        Position::new(&self.keys, [[white], [self.layout.turned(white)]], Side::White)
    }
}

impl<B: Bits> Crusher<B> {
    /// A lower bound of the plies from a position to a board.
    #[inline(always)]
    pub(super) fn plies_between(position: &Position<B>, board: &Position<B>) -> u32 {
        let (us, them) = (position.side(), !position.side());
        let missing = |side| position.men(side, MAN).count() as i32 - board.men(side, MAN).count() as i32;
        let (ours, theirs) = (missing(us), missing(them));
        if ours < 0 || theirs < 0 {
            return u32::MAX;
        }
        if ours + theirs > 0 {
            // Captures lie between: nothing is known of when.
            return 1;
        }
        step::plies_to_displace(position.displaced(board, us), position.displaced(board, them))
    }
}

/// All cells, those with all six neighbours on the board, those of which all neighbours have that too, and so on.
pub(super) fn rings<B: Bits>(layout: &Layout<B>, row: u32) -> Vec<B> {
    let mut rings = vec![layout.cells()];
    loop {
        let outer = rings[rings.len() - 1];
        let inner = outer
            & (outer << row)
            & (outer >> row)
            & (outer << (row - 1))
            & (outer >> (row - 1))
            & (outer << 1)
            & (outer >> 1);
        if inner.is_empty() {
            return rings;
        }
        rings.push(inner);
    }
}
