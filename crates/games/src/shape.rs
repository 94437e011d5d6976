//! What a board looks like: for pages and terminals, which draw cells and know no rules.

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
            let Some(cell) = (0..self.cells()).find(|&cell| self.name(cell) == name) else {
                return Vec::new();
            };
            path.push(cell);
            rest = after;
        }
        path
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_shapes() {
        let rows = |game: &str| Shape::of(game.parse().expect(game)).rows;
        assert_eq!(rows("ctf:4"), [4, 4, 4, 4]);
        assert_eq!(rows("crusher:3"), [3, 4, 5, 4, 3]);
        assert_eq!(rows("oska:4"), [4, 3, 2, 3, 4]);
        assert_eq!(rows("oska:3"), [3, 2, 3]);
        assert_eq!(rows("congo:course"), [7; 7]);
    }

    #[test]
    fn names_are_those_of_moves() {
        let shape = Shape::of(GameSpec::Ctf(30));
        assert_eq!(shape.name(29), "ad1");
        assert_eq!(shape.path("ad1ad2"), [29, 59]);
        assert!(shape.path("pass").is_empty() && shape.path("a1z99").is_empty());
    }
}
