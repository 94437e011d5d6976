//! `BOARD[,OLDER…] w|b`, moves such as `c2c3`, and the drawing.

use game::{Board, BoardText, Error, Notation, Problem, Rules, Side};

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::bits::Bits;
use crate::step::Step;
use crate::text::{self, Letters};

pub(super) const PLAYERS: Letters = ['w', 'b'];
const MEN: [char; 4] = ['w', 'W', 'b', 'B'];

/// The size of the square board with so many cells.
pub(crate) fn size_of(board: &str) -> Result<usize, Error> {
    let cells = board.chars().count();
    let size = cells.isqrt();
    if cells == 0 {
        return Err(Error::at_end(Problem::NoBoard, board));
    }
    // A square that is too small or too large is no help to anybody.
    if size * size != cells && super::SIZES.contains(&size) && super::SIZES.contains(&(size + 1)) {
        return Err(Error::whole(Problem::NotSquare { cells, below: size, above: size + 1 }, board));
    }
    super::check_size(size, board)
}

impl<B: Bits> Ctf<B> {
    /// Reads one board.
    pub(super) fn parse_board(&self, board: &str, side: Side) -> Result<Position<B>, Error> {
        let (cells, expected) = (board.chars().count(), self.size() * self.size());
        if cells != expected {
            return Err(Error::whole(Problem::Cells { cells, expected }, board));
        }
        let [white, white_flag, black, black_flag]: [B; 4] =
            text::men(self.layout.cells().iter(), board, MEN, "w W b B or -")?;
        for (flags, flag) in [(white_flag, 'W'), (black_flag, 'B')] {
            if flags.count() > 1 {
                let second = board.chars().enumerate().filter(|&(_, letter)| letter == flag).nth(1);
                let at = second.map_or(0, |(index, _)| index);
                return Err(Error::new(Problem::TwoFlags { flag }, board, at..at + 1));
            }
        }
        Ok(Position::new(&self.keys, [[white, white_flag], [black, black_flag]], side))
    }

    /// Writes one board.
    pub(super) fn write_board(&self, position: &Position<B>) -> String {
        self.layout.cells().iter().map(|place| Self::letter(position, place).unwrap_or('-')).collect()
    }

    fn letter(position: &Position<B>, place: u32) -> Option<char> {
        let sets = [(Side::White, PAWN), (Side::White, FLAG), (Side::Black, PAWN), (Side::Black, FLAG)];
        sets.iter().position(|&(side, kind)| position.men(side, kind).has(place)).map(|set| MEN[set])
    }
}

impl<B: Bits> Notation for Ctf<B> {
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
        Board::squares(self.size(), self.size(), BoardText::Cells)
    }
}
