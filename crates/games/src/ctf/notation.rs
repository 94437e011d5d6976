//! `BOARD[,OLDER…] w|b`, moves such as `c2c3`, and the drawing.

use game::{Board, BoardState, BoardText, Error, Notation, Outline, Problem, Rules, Side};

use super::position::{FLAG, Position};
use super::{Ctf, DESCRIPTOR};
use crate::family::Size;
use crate::kit::bits::Bits;
use crate::kit::script::Script;
use crate::kit::step::Step;
use crate::kit::text;

const SCRIPT: Script<2> = Script { men: [['w', 'W'], ['b', 'B']], players: ['w', 'b'], slashes: false };

/// The size of the square board with as many cells as the text.
pub(super) fn size_of(board: &str) -> Result<Size, Error> {
    let cells = board.chars().count();
    let size = cells.isqrt();
    if cells == 0 {
        return Err(Error::at_end(Problem::NoBoard, board));
    }
    // Sizes that are too small or too large are not suggested.
    if size * size != cells && super::SIZES.contains(&size) && super::SIZES.contains(&(size + 1)) {
        let (above, square) = (size + 1, (size + 1) * (size + 1));
        let problem = Problem::Other(format!(
            "a board of {cells} cells is not square: {size}×{size} has {} cells, {above}×{above} has {square}",
            size * size
        ));
        return Err(Error::whole(problem, board));
    }
    DESCRIPTOR.sizes.check(DESCRIPTOR.name, Size::Number(size), board)
}

impl<B: Bits> Ctf<B> {
    /// Reads one board.
    fn parse_board(&self, board: &str, side: Side) -> Result<Position<B>, Error> {
        let position = SCRIPT.parse_board(board, &self.layout, &self.keys, side)?;
        for side in Side::BOTH {
            let flag = SCRIPT.men[side.index()][FLAG];
            let mut flags = board.chars().enumerate().filter(|&(_, letter)| letter == flag);
            if let Some((second, _)) = flags.nth(1) {
                let problem = Problem::Other(format!("a second {flag}: a side has one flag at most"));
                return Err(Error::new(problem, board, second..second + 1));
            }
        }
        Ok(position)
    }
}

impl<B: Bits> Notation for Ctf<B> {
    fn parse(&self, text: &str) -> Result<Vec<Position<B>>, Error> {
        text::parse_history(text, SCRIPT.players, |board, side| self.parse_board(board, side))
    }

    fn write(&self, positions: &[Position<B>]) -> String {
        SCRIPT.write(positions, &self.layout)
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Step, Error> {
        Step::parse(text, &self.layout, self.moves(position))
    }

    fn broken_rule(&self, position: &Position<B>, path: &[usize]) -> String {
        let &[from, to] = self.layout.places_of(path).as_slice() else {
            return "a man moves once a turn, from one cell to another".to_string();
        };
        let side = position.side();
        let (row, column) = self.layout.offset(side, from, to);
        let is_flag = position.men(side, FLAG).has(from);
        let between = || position.man_at(u32::midpoint(from, to)).map(|(owner, _)| owner);
        let rule = match (row, column) {
            (0, 0) => "a man has to leave its cell",
            _ if position.man_at(to).is_some() => {
                "a man moves to an empty cell; a pawn captures by jumping over an enemy"
            }
            _ if is_flag => "a flag moves one cell: forward, backward or sideways",
            (..0, _) => "pawns never move backward",
            (_, 0) | (0, _) if row.abs() + column.abs() != 2 => {
                "a pawn moves one cell, or jumps over one enemy to the cell behind it"
            }
            (_, 0) | (0, _) if between() == Some(side) => "a pawn jumps over enemies, not over its own side",
            (_, 0) | (0, _) => "a pawn moves one cell unless it jumps over an enemy",
            _ => "a pawn moves straight forward or sideways, never diagonally",
        };
        rule.to_string()
    }

    fn write_move(&self, _position: &Position<B>, mv: Step) -> String {
        mv.write(&self.layout)
    }

    fn board(&self) -> Board {
        self.layout.board(Outline::Square, BoardText::Cells)
    }
}
