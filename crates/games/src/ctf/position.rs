//! Where the men stand at the start, and when a position is won.

use game::{Ending, Game, Side};

use super::Ctf;
use crate::bits::Bits;
use crate::{men, step};

/// The kinds of men.
pub(crate) const PAWN: usize = 0;
pub(crate) const FLAG: usize = 1;

/// Pawns and flags of both sides, and the side to move.
pub type Position<B> = men::Position<B, 2>;

impl<B: Bits> Ctf<B> {
    /// Two rows of pawns that leave the edge columns free, the flag in the middle of the outer one; the two smallest
    /// boards have room for one row. Black is the half-turn of White.
    pub(super) fn start_position(&self) -> Position<B> {
        let size = self.size() as u32;
        let (rows, columns) = if size < 4 { (1, 0..size) } else { (2, 1..size - 1) };
        let flag = if size == 2 { 1 } else { (size - 1) / 2 };
        let mut pawns = B::EMPTY;
        for row in 0..rows {
            for column in columns.clone() {
                pawns |= B::bit(row * self.row + column);
            }
        }
        let flag = B::bit(flag);
        let white = [pawns & !flag, flag];
        let black = white.map(|set| self.layout.turned(set));
        // The smallest board is the exception: `wWbB`.
        let black = if size == 2 { [B::bit(self.row), B::bit(self.row + 1)] } else { black };
        Position::new(&self.keys, [white, black], Side::White)
    }

    /// Whether, and how, the board is won for `side`.
    #[inline(always)]
    pub(super) fn win(&self, position: &Position<B>, side: Side) -> Option<Ending> {
        let pawns = position.men(!side, PAWN);
        if pawns.is_empty() {
            return Some(Ending::win(side, "all enemy pawns are captured"));
        }
        if position.men(!side, FLAG).is_empty() {
            return Some(Ending::win(side, "the enemy flag is captured"));
        }
        let flag = position.men(side, FLAG);
        if flag.is_empty() {
            return None;
        }
        let row_start = self.row_start[flag.lowest() as usize];
        let past = match side {
            Side::White => row_start > pawns.highest(),
            Side::Black => row_start + self.row <= pawns.lowest(),
        };
        past.then(|| Ending::win(side, "the flag is past every enemy pawn"))
    }

    /// The rows between a cell and the far end of the board as `side` moves.
    pub(super) fn rows_ahead(&self, side: Side, place: u32) -> u32 {
        let row = place / self.row;
        match side {
            Side::White => self.size() as u32 - 1 - row,
            Side::Black => row,
        }
    }

    /// A lower bound of the plies from a position to a board.
    #[inline(always)]
    pub(super) fn plies_between(&self, position: &Position<B>, board: &Position<B>) -> u32 {
        let (us, them) = (position.side(), !position.side());
        if !self.same_rows(position, board, us) || !self.same_rows(position, board, them) {
            // A pawn has gone forward or was captured, and cannot have come back.
            let later = self.potential(board) < self.potential(position);
            return if later { 1 } else { u32::MAX };
        }
        step::plies_to_displace(position.displaced(board, us), position.displaced(board, them))
    }

    /// Whether a side has its flag, and as many pawns in each row, on both boards.
    #[inline(always)]
    fn same_rows(&self, position: &Position<B>, board: &Position<B>, side: Side) -> bool {
        let (here, there) = (position.men(side, PAWN), board.men(side, PAWN));
        if position.men(side, FLAG).is_empty() != board.men(side, FLAG).is_empty() {
            return false;
        }
        let (mut left, mut come) = (here & !there, there & !here);
        // Pawns are counted row by row in step: the first of each set must be in the same row.
        while !left.is_empty() && !come.is_empty() {
            let (a, b) = (left.take_first(Side::White), come.take_first(Side::White));
            if self.row_start[a as usize] != self.row_start[b as usize] {
                return false;
            }
        }
        left.is_empty() && come.is_empty()
    }
}
