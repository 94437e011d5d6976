//! `BOARD[,OLDER…] W|B`, moves such as `a1a2`, and the drawing.

use game::{Board, BoardText, Error, Notation, Outline, Problem, Rules, Side};

use super::Crusher;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::step::Step;
use crate::text::{self, Letters};

pub(super) const PLAYERS: Letters = ['W', 'B'];

/// The number of cells of a hexagon.
pub(crate) const fn cells_of(size: usize) -> usize {
    3 * size * (size - 1) + 1
}

/// The size of the hexagon with so many cells.
pub(crate) fn size_of(board: &str) -> Result<usize, Error> {
    let cells = board.chars().count();
    if cells == 0 {
        return Err(Error::at_end(Problem::NoBoard, board));
    }
    let above = (1..=cells).find(|&size| cells_of(size) >= cells).unwrap_or(1);
    // A hexagon that is too small or too large is no help to anybody.
    if cells_of(above) != cells && super::SIZES.contains(&above) && super::SIZES.contains(&(above - 1)) {
        return Err(Error::whole(Problem::NotHexagon { cells, below: above - 1, above }, board));
    }
    super::check_size(above, board)
}

impl<B: Bits> Crusher<B> {
    /// Reads one board.
    pub(super) fn parse_board(&self, board: &str, side: Side) -> Result<Position<B>, Error> {
        let (cells, expected) = (board.chars().count(), cells_of(self.size));
        if cells != expected {
            return Err(Error::whole(Problem::Cells { cells, expected }, board));
        }
        let [white, black]: [B; 2] = text::men(self.layout.cells().iter(), board, PLAYERS, "W B or -")?;
        Ok(Position::new(&self.keys, [[white], [black]], side))
    }

    /// Writes one board.
    pub(super) fn write_board(&self, position: &Position<B>) -> String {
        self.layout.cells().iter().map(|place| Self::letter(position, place).unwrap_or('-')).collect()
    }

    fn letter(position: &Position<B>, place: u32) -> Option<char> {
        Side::BOTH
            .into_iter()
            .find(|&side| position.men(side, MAN).has(place))
            .map(|side| PLAYERS[side.index()])
    }
}

impl<B: Bits> Notation for Crusher<B> {
    fn parse(&self, text: &str) -> Result<Vec<Position<B>>, Error> {
        text::parse_history(text, PLAYERS, |board, side| self.parse_board(board, side))
    }

    fn write(&self, positions: &[Position<B>]) -> String {
        text::write_history(positions, PLAYERS, |position| self.write_board(position))
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Step, Error> {
        Step::parse(text, &self.layout, self.moves(position))
    }

    fn write_move(&self, _position: &Position<B>, mv: Step) -> String {
        mv.write(&self.layout)
    }

    fn board(&self) -> Board {
        let length = |row: usize| 2 * self.size - 1 - row.abs_diff(self.size - 1);
        let rows = (0..2 * self.size - 1).map(length).collect();
        Board::of_rows(Outline::Hexagon, rows, BoardText::Cells)
    }
}
