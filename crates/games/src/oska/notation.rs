//! `ROW/ROW/… w|b`, moves such as `a1a2` or `pass`, and the drawing.

use game::{Board, BoardState, BoardText, Error, Notation, Outline, Problem, Rules, Side};

use super::Oska;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::step::Step;
use crate::text::{self, Letters};

pub(super) const PLAYERS: Letters = ['w', 'b'];
const PASS: &str = "pass";

/// The size of a board from its rows, checked to have the right shape.
pub(crate) fn size_of(rows: &[&str]) -> Result<usize, RowError> {
    let whole = |problem| RowError { error: Error::whole(problem, &rows.join("/")), row: None };
    let top = rows.first().map_or(0, |row| row.chars().count());
    if top == 0 {
        return Err(whole(Problem::NoBoard));
    }
    if !super::SIZES.contains(&top) {
        let sizes = super::DESCRIPTOR.sizes.describe();
        return Err(whole(Problem::Size { game: super::DESCRIPTOR.name, sizes }));
    }
    let expected = 2 * top - 3;
    if rows.len() != expected {
        return Err(whole(Problem::Rows { rows: rows.len(), top, expected }));
    }
    for (index, row) in rows.iter().enumerate() {
        let (cells, expected) = (row.chars().count(), 2 + index.abs_diff(top - 2));
        if cells != expected {
            let problem = Problem::RowLength { row: index + 1, cells, expected };
            return Err(RowError { error: Error::whole(problem, row), row: Some(index) });
        }
    }
    Ok(top)
}

/// An error of a whole board, or of one of its rows.
pub(crate) struct RowError {
    pub(crate) error: Error,
    pub(crate) row: Option<usize>,
}

impl RowError {
    /// The error in the text `ROW/ROW/…`.
    pub(crate) fn in_text(self, rows: &[&str]) -> Error {
        let start = |row: usize| rows[..row].iter().map(|row| row.chars().count() + 1).sum();
        self.error.within(&rows.join("/"), self.row.map_or(0, start))
    }
}

impl<B: Bits> Oska<B> {
    /// Reads the rows of a board.
    pub(super) fn parse_rows(&self, rows: &[&str], side: Side) -> Result<Position<B>, RowError> {
        let size = size_of(rows)?;
        if size != self.size {
            let (cells, expected) = (size * size + size - 4, self.size * self.size + self.size - 4);
            let error = Error::whole(Problem::Cells { cells, expected }, &rows.join("/"));
            return Err(RowError { error, row: None });
        }
        let mut men = [B::EMPTY; 2];
        for (index, row) in rows.iter().enumerate() {
            let [white, black]: [B; 2] = text::men(self.layout.row(index), row, PLAYERS, "w b or -")
                .map_err(|error| RowError { error, row: Some(index) })?;
            men = [men[0] | white, men[1] | black];
        }
        Ok(Position::new(&self.keys, men.map(|set| [set]), side))
    }

    /// Writes the rows of a board.
    pub(super) fn write_rows(&self, position: &Position<B>) -> Vec<String> {
        let cell = |place| Self::letter(position, place).unwrap_or('-');
        (0..self.layout.height()).map(|row| self.layout.row(row).map(cell).collect()).collect()
    }

    fn letter(position: &Position<B>, place: u32) -> Option<char> {
        Side::BOTH
            .into_iter()
            .find(|&side| position.men(side, MAN).has(place))
            .map(|side| PLAYERS[side.index()])
    }
}

impl<B: Bits> Notation for Oska<B> {
    fn parse(&self, text: &str) -> Result<Vec<Position<B>>, Error> {
        let (board, side) = text::boards_and_player(text, PLAYERS)?;
        let rows: Vec<&str> = board.text.split('/').collect();
        let in_text = |error: RowError| error.in_text(&rows).within(text, board.start);
        let position = self.parse_rows(&rows, side).map_err(in_text)?;
        Ok(vec![position])
    }

    fn write(&self, positions: &[Position<B>]) -> String {
        let position = &positions[0];
        format!("{} {}", self.write_rows(position).join("/"), PLAYERS[position.side().index()])
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Step, Error> {
        if text == PASS {
            let pass = self.moves(position).find(|&mv| mv == Step::PASS);
            return pass.ok_or_else(|| Error::whole(Problem::IllegalMove, text));
        }
        Step::parse(text, &self.layout, self.moves(position))
    }

    fn write_move(&self, _position: &Position<B>, mv: Step) -> String {
        if mv == Step::PASS { PASS.to_string() } else { mv.write(&self.layout) }
    }

    fn board(&self) -> Board {
        let rows = (0..2 * self.size - 3).map(|row| 2 + row.abs_diff(self.size - 2)).collect();
        Board::of_rows(Outline::Diamond, rows, BoardText::Rows)
    }
}
