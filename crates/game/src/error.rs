//! Errors in texts: what is wrong, where, and what would be right.

use std::fmt;
use std::ops::Range;

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
        let characters: Vec<char> = self.input.chars().collect();
        let start = self.place.start.saturating_sub(AROUND);
        let end = (self.place.start + AROUND).min(characters.len());
        let shown: String =
            characters[start.min(end)..end].iter().map(|&c| if c.is_control() { '·' } else { c }).collect();
        let (cut, more) = (if start > 0 { "…" } else { "" }, if end < characters.len() { "…" } else { "" });
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
pub enum Problem {
    /// There is no board.
    #[error("a board is missing here: `quadrille rules GAME` shows how to write one")]
    NoBoard,
    /// A character that cannot stand on a cell.
    #[error("{found:?} is not a cell: use {allowed}")]
    Letter {
        /// The character.
        found: char,
        /// The characters that are allowed here, in words.
        allowed: String,
    },
    /// A board with the wrong number of cells.
    #[error("this board has {cells} cells; it needs {expected}")]
    Cells {
        /// The cells given.
        cells: usize,
        /// The cells of a board of the right size.
        expected: usize,
    },
    /// A board with the wrong number of rows.
    #[error("this board has {rows} rows; it needs {expected}")]
    Rows {
        /// The rows given.
        rows: usize,
        /// The rows of a board of the right size.
        expected: usize,
    },
    /// A row that is too short or too long.
    #[error("row {row} has {cells} cells; it needs {expected}")]
    RowLength {
        /// The row, counted from 1.
        row: usize,
        /// The cells given.
        cells: usize,
        /// The cells of this row.
        expected: usize,
    },
    /// A board that is too small or too large.
    #[error("this size is out of range: {game} takes {sizes}")]
    Size {
        /// The game.
        game: &'static str,
        /// The sizes it takes, in words.
        sizes: String,
    },
    /// The text after the colon is not a size.
    #[error("this is not a size: {game} takes {sizes}")]
    SizeText {
        /// The game.
        game: &'static str,
        /// The sizes it takes, in words.
        sizes: String,
    },
    /// The name of a game is unknown.
    #[error("there is no game of this name: use {names}")]
    Game {
        /// The names that are known, in words.
        names: String,
    },
    /// The name of an evaluation is unknown.
    #[error("there is no evaluation of this name: use standard or material")]
    Evaluation,
    /// Not a player.
    #[error("{found:?} is not a player: use {white} or {black}")]
    Player {
        /// What was given.
        found: String,
        /// The letter for White.
        white: char,
        /// The letter for Black.
        black: char,
    },
    /// The player to move is missing.
    #[error("the player to move is missing: add {white} or {black} after a space")]
    NoPlayer {
        /// The letter for White.
        white: char,
        /// The letter for Black.
        black: char,
    },
    /// Something after the end of a position.
    #[error("remove this: the text is complete before it")]
    Trailing,
    /// A look-ahead that is not a number of plies.
    #[error("the look-ahead must be a whole number of plies from {} to {}", .least, crate::MAX_DEPTH)]
    LookAhead {
        /// The least number of plies that makes sense here.
        least: u32,
    },
    /// A string without a closing quotation mark.
    #[error("this string does not end: close it with \"")]
    OpenString,
    /// Something other than a comma between the items of a list.
    #[error("a comma or a closing bracket is missing here")]
    Separator,
    /// Not a whole number.
    #[error("a whole number belongs here")]
    WholeNumber,
    /// Not one character.
    #[error("one character belongs here, such as 'w'")]
    Character,
    /// A name that is not a cell.
    #[error(
        "{name:?} is not a cell of this board: a cell is a column letter and a row number, from a1 to the last, {last}"
    )]
    Cell {
        /// The name.
        name: String,
        /// The name of the last cell of the last row.
        last: String,
    },
    /// A move in the wrong form.
    #[error("a move is written as two cells, where it starts and where it ends: c2c3")]
    NotAStep,
    /// A well-formed move that is not possible here.
    #[error("this move is not legal here")]
    IllegalMove,
    /// A problem of one game, with its message.
    #[error("{0}")]
    Other(String),
}
