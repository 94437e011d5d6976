//! What a board looks like: for pages and terminals, which draw cells and know no rules.

use std::fmt::Write;

use game::Side;
use serde::Serialize;

use crate::GameSpec;
use crate::layout::column_name;

/// The cells of a board, numbered row by row from the top.
///
/// ```
/// use games::{GameSpec, Shape};
/// let shape = Shape::of(GameSpec::Congo);
/// assert_eq!((shape.name(0).as_str(), shape.name(48).as_str()), ("a7", "g1"));
/// assert_eq!(shape.path("a2b3"), [35, 29]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Shape {
    /// `squares`, `hexagons` or `diamonds`; `congo` for squares with a river and castles.
    pub kind: &'static str,
    /// The number of cells of each row, top row first.
    pub rows: Vec<usize>,
}

impl Shape {
    /// The board of a game.
    pub fn of(game: GameSpec) -> Shape {
        let (kind, rows) = match game {
            GameSpec::Ctf(size) => ("squares", vec![size; size]),
            GameSpec::Crusher(size) => {
                let length = |row: usize| 2 * size - 1 - row.abs_diff(size - 1);
                ("hexagons", (0..2 * size - 1).map(length).collect())
            }
            GameSpec::Oska(size) => {
                ("diamonds", (0..2 * size - 3).map(|row| 2 + row.abs_diff(size - 2)).collect())
            }
            GameSpec::Congo | GameSpec::CongoCourse => ("congo", vec![7; 7]),
        };
        Shape { kind, rows }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.rows.iter().sum()
    }

    /// The name of a cell, as it stands in the names of moves.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn name(&self, cell: usize) -> String {
        let mut column = cell;
        for (row, &length) in self.rows.iter().enumerate() {
            if column < length {
                // Ranks of Congo count from White's side, the rows of other boards from the top.
                let number = if self.kind == "congo" { self.rows.len() - row } else { row + 1 };
                return format!("{}{number}", column_name(column as u32));
            }
            column -= length;
        }
        panic!("a board of {} cells has no cell {cell}", self.cells())
    }

    /// The cells that the name of a move passes through, the first being where it starts; none for a pass.
    pub fn path(&self, mv: &str) -> Vec<usize> {
        let mut path = Vec::new();
        let mut rest = mv;
        while let Some(digits) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let end = rest[digits..].find(|letter: char| !letter.is_ascii_digit());
            let (name, after) = rest.split_at(end.map_or(rest.len(), |end| digits + end));
            let Some(cell) = self.cell(&name[..digits], &name[digits..]) else {
                return Vec::new();
            };
            path.push(cell);
            rest = after;
        }
        path
    }

    fn cell(&self, column: &str, number: &str) -> Option<usize> {
        let number: usize = number.parse().ok()?;
        let row = if self.kind == "congo" {
            self.rows.len().checked_sub(number)?
        } else {
            number.checked_sub(1)?
        };
        let length = *self.rows.get(row)?;
        // Columns count like numbers with 26 digits of which none is zero.
        let digit = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a') + 1);
        let place = |left: usize, letter| Some(left.checked_mul(26)? + digit(letter)?);
        let column = column.bytes().try_fold(0, place)?.checked_sub(1)?;
        (column < length).then(|| self.rows[..row].iter().sum::<usize>() + column)
    }
}

impl GameSpec {
    /// The text of the position with these cells, a character each as [`cells_of`] gives them, and no boards before it.
    /// Whether it is a position of the game is for the game to say.
    pub fn write_cells(self, cells: &[char], side: Side) -> String {
        let shape = Shape::of(self);
        let mut rest = cells;
        let mut rows = Vec::new();
        for &length in &shape.rows {
            let (row, after) = rest.split_at(length.min(rest.len()));
            rest = after;
            rows.push(if self.is_congo() { with_numbers(row) } else { row.iter().collect() });
        }
        rows.extend((!rest.is_empty()).then(|| rest.iter().collect()));
        match self {
            GameSpec::Ctf(_) => format!("{} {}", rows.concat(), side.letter()),
            GameSpec::Crusher(_) => format!("{} {}", rows.concat(), side.letter().to_ascii_uppercase()),
            GameSpec::Oska(_) => format!("{} {}", rows.join("/"), side.letter()),
            GameSpec::Congo | GameSpec::CongoCourse => format!("{} {} 0", rows.join("/"), side.letter()),
        }
    }
}

/// A row with numbers for empty cells.
fn with_numbers(row: &[char]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| (*a == '-') == (*b == '-')) {
        if run[0] == '-' {
            let _ = write!(text, "{}", run.len());
        } else {
            text.extend(run);
        }
    }
    text
}

/// The cells of a board, a character each, row by row from the top, `-` where no man stands. Numbers in the board's text
/// stand for so many empty cells, as they do in Congo.
pub fn cells_of(board: &str) -> Vec<char> {
    let cell = |letter: char| match letter.to_digit(10) {
        Some(count) => std::iter::repeat_n('-', count as usize),
        None => std::iter::repeat_n(letter, 1),
    };
    board.chars().filter(|&letter| letter != '/').flat_map(cell).collect()
}
