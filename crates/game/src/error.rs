//! Errors in texts: what is wrong, where, and what would be right.

use std::fmt;
use std::ops::Range;

use crate::quote;

/// An error in a text.
///
/// It shows the problem, the text and the place of the error, and the problem says how to correct it:
///
/// ```
/// use game::{Error, Problem};
/// let error = Error::new(Problem::Cells { cells: 3, expected: 4 }, "w-b w", 0..3);
/// assert_eq!(
///     error.to_string(),
///     "this board has 3 cells; it needs 4
///   w-b w
///   ^^^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// What is wrong and what would be right.
    pub problem: Problem,
    /// The whole text.
    pub input: String,
    /// The characters of the text that are wrong; empty when something is missing there.
    pub place: Range<usize>,
}

impl std::error::Error for Error {}

impl Error {
    /// An error in these characters of a text.
    pub fn new(problem: Problem, input: &str, place: Range<usize>) -> Error {
        Error { problem, input: input.to_string(), place }
    }

    /// The same error in the text `whole`, which contains the present text from character `start` on.
    #[must_use]
    pub fn within(mut self, whole: &str, start: usize) -> Error {
        self.place = self.place.start + start..self.place.end + start;
        self.input = whole.to_string();
        self
    }

    /// An error in the whole text.
    pub fn whole(problem: Problem, input: &str) -> Error {
        Error::new(problem, input, 0..input.chars().count())
    }

    /// The error that something is missing at the end of a text.
    pub fn at_end(problem: Problem, input: &str) -> Error {
        let end = input.chars().count();
        Error::new(problem, input, end..end)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// How much of a long text is shown on each side of the place.
        const AROUND: usize = 60;
        if self.input.is_empty() {
            return write!(f, "{} (the text is empty)", self.problem);
        }
        let start = self.place.start.saturating_sub(AROUND);
        let mut rest = self.input.chars().skip(start);
        let shown: String = rest
            .by_ref()
            .take(self.place.start - start + AROUND)
            .map(|c| if c.is_control() { '·' } else { c })
            .collect();
        let (cut, more) = (if start > 0 { "…" } else { "" }, if rest.next().is_some() { "…" } else { "" });
        let indent = " ".repeat(self.place.start - start + cut.chars().count());
        let marks = "^".repeat(self.place.len().clamp(1, AROUND));
        write!(f, "{}\n  {cut}{shown}{more}\n  {indent}{marks}", self.problem)
    }
}

/// What is wrong with a text.
///
/// These are problems that several games can have. For other problems a game writes a message: [`Problem::Other`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages describe the problems and their fields")]
pub enum Problem {
    #[error("a board is missing here: `quadrille rules GAME` shows how to write one")]
    NoBoard,
    #[error("{found:?} is not a cell: use {allowed}")]
    Letter { found: char, allowed: String },
    #[error("this board has {}; it needs {expected}", counted(*cells, "cell"))]
    Cells { cells: usize, expected: usize },
    #[error("this board has {}; it needs {expected}", counted(*rows, "row"))]
    Rows { rows: usize, expected: usize },
    #[error("row {row} has {}; it needs {expected}", counted(*cells, "cell"))]
    RowLength { row: usize, cells: usize, expected: usize },
    #[error("this size is out of range: {game} takes {sizes}")]
    Size { game: &'static str, sizes: String },
    #[error("this is not a size: {game} takes {sizes}")]
    SizeText { game: &'static str, sizes: String },
    #[error("there is no game of this name: use {names}")]
    Game { names: String },
    #[error("there is no evaluation of this name: use standard, material or net")]
    Evaluation,
    #[error("{:?} is not a player: use {white} or {black}", quote(found))]
    Player { found: String, white: char, black: char },
    #[error("the player to move is missing: add {white} or {black} after a space")]
    NoPlayer { white: char, black: char },
    #[error("remove this: the text is complete before it")]
    Trailing,
    #[error("the look-ahead must be a whole number of plies from {} to {}", .least, crate::MAX_DEPTH)]
    LookAhead { least: u32 },
    #[error("this string does not end: close it with \"")]
    OpenString,
    #[error("a comma or a closing bracket is missing here")]
    Separator,
    #[error("a whole number belongs here")]
    WholeNumber,
    #[error("one character belongs here, such as 'w'")]
    Character,
    #[error(
        "{:?} is not a cell of this board: a cell is a column letter and a row number, from a1 to the last, {last}",
        quote(name)
    )]
    Cell { name: String, last: String },
    #[error("a move is written as two cells, where it starts and where it ends: a1a2")]
    NotAStep,
    #[error("this move is not legal here")]
    IllegalMove,
    #[error("{0}")]
    Other(String),
}

/// A number of things: `1 cell`, `3 cells`.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(Problem::Rows { rows: 1, expected: 5 }.to_string(), "this board has 1 row; it needs 5");
        assert_eq!(
            Problem::Cells { cells: 0, expected: 4 }.to_string(),
            "this board has 0 cells; it needs 4"
        );
        let row = Problem::RowLength { row: 2, cells: 1, expected: 2 };
        assert_eq!(row.to_string(), "row 2 has 1 cell; it needs 2");
    }
}
