//! The places, names and notation of the cells of a board: everything that is needed to draw it.

use std::fmt::Write;
use std::ops::Range;

/// The outline of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A square, one unit wide.
    Square,
    /// A hexagon that stands on a corner, one unit wide.
    Hexagon,
    /// A square that stands on a corner, one unit wide.
    Diamond,
}

impl Outline {
    /// Its name in the page and its API.
    pub const fn name(self) -> &'static str {
        match self {
            Outline::Square => "square",
            Outline::Hexagon => "hexagon",
            Outline::Diamond => "diamond",
        }
    }

    /// How far the middle of a cell is above its lowest point, in units.
    fn reach(self) -> f64 {
        match self {
            Outline::Square | Outline::Diamond => 0.5,
            Outline::Hexagon => 1.0 / 3f64.sqrt(),
        }
    }

    /// How far apart two rows are, in units.
    fn pitch(self) -> f64 {
        match self {
            Outline::Square => 1.0,
            Outline::Hexagon => 3f64.sqrt() / 2.0,
            Outline::Diamond => 0.5,
        }
    }
}

/// The look of an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Like most cells.
    Plain,
    /// Under water.
    Water,
    /// Inside a wall. Neighbouring cells with the same number are inside the same wall.
    Walled(u8),
}

/// A cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Its name in moves, such as `c2`.
    pub name: String,
    /// The place of its centre, in cell widths from the left.
    pub x: f64,
    /// The place of its centre, in cell widths from the top.
    pub y: f64,
    /// One of up to three shades. Neighbours have different shades.
    pub tone: u8,
    /// Its look when it is empty.
    pub ground: Ground,
}

/// How the cells of a board are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardText {
    /// One character for each cell: `wWbB`.
    Cells,
    /// One character for each cell, with a stroke between rows: `ww/--/bb`.
    Rows,
    /// As in FEN: a stroke between rows, and a digit for each run of empty cells: `p1p/3/P1P`.
    Counted,
}

/// The letter of an empty cell.
pub const EMPTY: char = '-';

/// The cells of a board, row by row from the top.
///
/// ```
/// use game::{Board, BoardText};
/// let board = Board::squares(2, 3, BoardText::Rows);
/// assert_eq!(board.cells[0].name, "a1");
/// assert_eq!(board.path("a1b2"), [0, 4]);
/// assert_eq!(board.write(&['w', '-', 'w', '-', 'b', '-']), "w-w/-b-");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The outline of every cell.
    pub outline: Outline,
    /// The cells in the order of the board's text.
    pub cells: Vec<Cell>,
    /// How many cells each row has.
    pub rows: Vec<usize>,
    /// How the board is written.
    pub text: BoardText,
    /// Whether White starts at the top.
    pub white_on_top: bool,
}

impl Board {
    /// A board of rows of these lengths, centred one below the other. A cell's name is a column letter and a row
    /// number; `a1` is at the top left. White starts at the top.
    pub fn of_rows(outline: Outline, rows: Vec<usize>, text: BoardText) -> Board {
        let widest = rows.iter().copied().max().unwrap_or(0);
        let middle = rows.len() / 2;
        let cell = |(row, column): (usize, usize)| Cell {
            name: cell_name(column, row),
            x: (widest - rows[row]) as f64 / 2.0 + column as f64 + 0.5,
            y: outline.reach() + row as f64 * outline.pitch(),
            tone: match outline {
                Outline::Square => (row + column) % 2,
                Outline::Diamond => row % 2,
                // Along each of the three directions of a hexagon the shade changes by one.
                Outline::Hexagon => (column + 2 * row.min(middle) + 2 * row + 3 * widest) % 3,
            } as u8,
            ground: Ground::Plain,
        };
        let places =
            rows.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |column| (row, column)));
        let cells = places.map(cell).collect();
        Board { outline, cells, rows, text, white_on_top: true }
    }

    /// A rectangle of squares.
    pub fn squares(rows: usize, columns: usize, text: BoardText) -> Board {
        Board::of_rows(Outline::Square, vec![columns; rows], text)
    }

    /// The same board with White's side at the bottom, and rows numbered from there.
    #[must_use]
    pub fn numbered_from_below(mut self) -> Board {
        let mut cells = self.cells.iter_mut();
        for (row, &length) in self.rows.iter().enumerate() {
            for (column, cell) in cells.by_ref().take(length).enumerate() {
                cell.name = cell_name(column, self.rows.len() - 1 - row);
            }
        }
        self.white_on_top = false;
        self
    }

    /// The cells of a row, as numbers.
    ///
    /// # Panics
    /// When the board has no such row.
    pub fn row(&self, row: usize) -> Range<usize> {
        let first = self.rows[..row].iter().sum();
        first..first + self.rows[row]
    }

    /// The number of the cell with this name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// The cells in the name of a move, beginning with its start; empty for a pass.
    pub fn path(&self, mv: &str) -> Vec<usize> {
        let mut path = Vec::new();
        let mut rest = mv;
        while let Some(digits) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let end = rest[digits..].find(|letter: char| !letter.is_ascii_digit());
            let (name, after) = rest.split_at(end.map_or(rest.len(), |end| digits + end));
            let Some(cell) = self.cell(name) else {
                return Vec::new();
            };
            path.push(cell);
            rest = after;
        }
        path
    }

    /// The name of a move as a person types it, if the text consists of cells: `B2 - b3` means `b2b3`.
    pub fn typed_move(&self, text: &str) -> Option<String> {
        let letters = text.chars().filter(|character| character.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        (!self.path(&name).is_empty()).then_some(name)
    }

    /// The first cell that this board does not have, if the text has the form of a move: `a9` in `b1-a9`.
    pub fn missing_cell(&self, text: &str) -> Option<String> {
        let mut rest = text.to_lowercase();
        rest.retain(|character| !matches!(character, '-' | ' '));
        let mut missing = None;
        while !rest.is_empty() {
            let letters = rest.find(|character: char| !character.is_ascii_lowercase())?;
            let length = rest[letters..]
                .find(|character: char| !character.is_ascii_digit())
                .unwrap_or(rest.len() - letters);
            if letters == 0 || length == 0 {
                return None;
            }
            let after = rest.split_off(letters + length);
            if missing.is_none() && self.cell(&rest).is_none() {
                missing = Some(rest);
            }
            rest = after;
        }
        missing
    }

    /// The text of a board with these letters on its cells.
    pub fn write(&self, letters: &[char]) -> String {
        let mut text = String::new();
        let mut rest = letters;
        for (row, &length) in self.rows.iter().enumerate() {
            let (cells, after) = rest.split_at(length.min(rest.len()));
            rest = after;
            if row > 0 && self.text != BoardText::Cells {
                text.push('/');
            }
            if self.text == BoardText::Counted {
                write_counted(&mut text, cells);
            } else {
                text.extend(cells);
            }
        }
        text
    }

    /// Draws these letters for a terminal: centred rows with their numbers, and column names above a rectangle.
    pub fn draw(&self, letters: &[char]) -> String {
        let widest = self.rows.iter().copied().max().unwrap_or(0);
        let rectangle = self.rows.iter().all(|&length| length == widest);
        let mut drawing = String::new();
        if rectangle {
            let columns: Vec<String> = (0..widest).map(column_name).collect();
            drawing = format!("     {}\n", columns.join(" "));
        }
        let mut cells = letters.iter();
        for (row, &length) in self.rows.iter().enumerate() {
            let number = if self.white_on_top { row + 1 } else { self.rows.len() - row };
            let indent = " ".repeat(if rectangle { 0 } else { widest - length });
            let mut line = format!("{number:>3}  {indent}");
            for (column, &letter) in cells.by_ref().take(length).enumerate() {
                line.push(if letter == EMPTY { '·' } else { letter });
                // Column names have two letters after z.
                line += if rectangle && column >= 26 { "  " } else { " " };
            }
            drawing += line.trim_end();
            drawing.push('\n');
        }
        drawing
    }

    /// The letters on the cells of a board's text, [`EMPTY`] for an empty cell. It does not check the board.
    pub fn read(&self, text: &str) -> Vec<char> {
        let counted = self.text == BoardText::Counted;
        let cells = |letter: char| match letter.to_digit(10).filter(|_| counted) {
            Some(count) => std::iter::repeat_n(EMPTY, count as usize),
            None => std::iter::repeat_n(letter, 1),
        };
        text.chars().filter(|&letter| letter != '/').flat_map(cells).collect()
    }
}

fn write_counted(text: &mut String, cells: &[char]) {
    for run in cells.chunk_by(|a, b| (*a == EMPTY) == (*b == EMPTY)) {
        if run[0] == EMPTY {
            let _ = write!(text, "{}", run.len());
        } else {
            text.extend(run);
        }
    }
}

/// The name of a cell by its column and row, counted from 0: `a1`, and `aa1` after `z1`.
pub fn cell_name(column: usize, row: usize) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// `a` to `z`, then `aa`, `ab` and so on.
pub fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.to_string(),
        more => column_name(more - 1) + &letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every two cells at the distance of neighbours have different shades.
    #[test]
    fn neighbours_have_different_shades() {
        let hexagon = vec![4, 5, 6, 7, 6, 5, 4];
        for (outline, rows) in [
            (Outline::Square, vec![6; 5]),
            (Outline::Hexagon, hexagon),
            (Outline::Diamond, vec![4, 3, 2, 3, 4]),
        ] {
            let board = Board::of_rows(outline, rows, BoardText::Cells);
            let nearest = if outline == Outline::Diamond { 0.5f64.sqrt() } else { 1.0 };
            for a in &board.cells {
                for b in &board.cells {
                    let distance = (a.x - b.x).hypot(a.y - b.y);
                    assert!(a == b || distance > nearest - 1e-9, "{} lies on {}", a.name, b.name);
                    if (distance - nearest).abs() < 1e-9 {
                        assert_ne!(a.tone, b.tone, "{} and {} on {outline:?}", a.name, b.name);
                    }
                }
            }
        }
    }

    #[test]
    fn boards_are_read_as_they_are_written() {
        for text in [BoardText::Cells, BoardText::Rows, BoardText::Counted] {
            let board = Board::squares(2, 3, text);
            let letters = ['w', EMPTY, EMPTY, EMPTY, EMPTY, 'b'];
            assert_eq!(board.read(&board.write(&letters)), letters, "{text:?}");
        }
    }

    #[test]
    fn names_and_paths_are_those_of_the_board() {
        let board = Board::squares(7, 7, BoardText::Counted).numbered_from_below();
        assert_eq!((board.cells[0].name.as_str(), board.cells[48].name.as_str()), ("a7", "g1"));
        assert_eq!(board.path("a2b3"), [35, 29]);
        assert_eq!(board.path("pass"), [0; 0]);
        assert_eq!(board.path("a2h9"), [0; 0], "there is no such cell");
        assert_eq!(cell_name(26, 0), "aa1");
        for (text, missing) in [
            ("a2h9", Some("h9")),
            ("H9-a2", Some("h9")),
            ("a2b3", None),
            ("pass", None),
            ("2l4", None),
            ("a0/b1", None),
        ] {
            assert_eq!(board.missing_cell(text).as_deref(), missing, "{text}");
        }
    }
}
