//! `ROW/ROW/… w|b`, moves such as `a1a2` or `pass`, and the drawing.

use game::{Game, Notation, Side};

use super::Oska;
use super::position::{MAN, Position};
use crate::bits::Bits;
use crate::error::{Error, Problem};
use crate::step::Step;
use crate::text::{self, Letters, Part};

pub(super) const PLAYERS: Letters = ['w', 'b'];
const PASS: &str = "pass";

/// The size of a board from its rows, checked to have the right shape.
pub(crate) fn size_of(rows: &[&str]) -> Result<usize, Error> {
    let text = rows.join("/");
    let Some(top) = rows.first().map(|row| row.chars().count()) else {
        return Err(Error::whole(Problem::NoBoard, "[]"));
    };
    if top == 0 {
        return Err(Error::new(Problem::NoBoard, &text, 0..0));
    }
    crate::spec::check_size("oska", top, &super::SIZES, &text)?;
    let expected = 2 * top - 3;
    if rows.len() != expected {
        return Err(Error::whole(Problem::Rows { rows: rows.len(), top, expected }, &text));
    }
    for (index, row) in text::split(Part { text: &text, start: 0 }, '/').enumerate() {
        let (cells, expected) = (row.text.chars().count(), 2 + index.abs_diff(top - 2));
        if cells != expected {
            let problem = Problem::RowLength { row: index + 1, cells, expected };
            return Err(Error::new(problem, &text, row.start..row.start + cells));
        }
    }
    Ok(top)
}

impl<B: Bits> Oska<B> {
    /// Reads the rows of a board.
    pub(super) fn parse_rows(&self, rows: &[&str], side: Side) -> Result<Position<B>, Error> {
        let size = size_of(rows)?;
        let text = rows.join("/");
        if size != self.size {
            let (cells, expected) = (size * size + size - 4, self.size * self.size + self.size - 4);
            return Err(Error::whole(Problem::Cells { cells, expected }, &text));
        }
        let mut men = [B::EMPTY; 2];
        for (index, row) in text::split(Part { text: &text, start: 0 }, '/').enumerate() {
            let [white, black]: [B; 2] = text::men(self.layout.row(index), row.text, PLAYERS, "w b or -")
                .map_err(|error| error.within(&text, row.start))?;
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
    type Error = Error;

    fn parse(&self, text: &str) -> Result<Vec<Position<B>>, Error> {
        let (board, side) = text::boards_and_player(text, PLAYERS)?;
        let rows: Vec<&str> = board.text.split('/').collect();
        let position = self.parse_rows(&rows, side).map_err(|error| error.within(text, board.start))?;
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

    fn draw(&self, position: &Position<B>) -> String {
        text::draw(&self.layout, position.side(), |place| Self::letter(position, place).unwrap_or('·'))
    }
}
