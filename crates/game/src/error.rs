//! What can be wrong with a text, where, and what would be right.

use std::fmt;
use std::ops::Range;

/// A text that is not what it should be.
///
/// It shows the problem, the text and the place, and the problem says how to mend it:
///
/// ```
/// use game::{Error, Problem};
/// let error = Error::new(Problem::Cells { cells: 3, expected: 4 }, "w-b w", 0..3);
/// assert_eq!(
///     error.to_string(),
///     "a board of 3 cells does not fit here: this board has 4
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
    /// The error that these characters of the text are `problem`.
    pub fn new(problem: Problem, input: &str, place: Range<usize>) -> Error {
        Error { problem, input: input.to_string(), place }
    }

    /// The same error in a text of which the present one is a part that starts at character `start`.
    #[must_use]
    pub fn within(mut self, whole: &str, start: usize) -> Error {
        self.place = self.place.start + start..self.place.end + start;
        self.input = whole.to_string();
        self
    }

    /// The error that the whole text is `problem`.
    pub fn whole(problem: Problem, input: &str) -> Error {
        Error::new(problem, input, 0..input.chars().count())
    }

    /// The error that something is missing at the end of the text.
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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no board.
    #[error("a board is missing here: `quadrille rules GAME` shows how to write one")]
    NoBoard,
    /// A character that no cell has.
    #[error("{found:?} is no cell: use {allowed}")]
    Letter {
        /// The character.
        found: char,
        /// Those that may stand here.
        allowed: &'static str,
    },
    /// A Capture the Flag board that is no square.
    #[error("a board of {cells} cells is not square: {below}×{below} has {} cells, {above}×{above} has {}", below * below, above * above)]
    NotSquare {
        /// The cells given.
        cells: usize,
        /// The side of the next smaller square.
        below: usize,
        /// The side of the next larger square.
        above: usize,
    },
    /// A Crusher board that is no hexagon.
    #[error("a board of {cells} cells is not a hexagon: {below} a side has {} cells, {above} a side has {}", 3 * below * (below - 1) + 1, 3 * above * (above - 1) + 1)]
    NotHexagon {
        /// The cells given.
        cells: usize,
        /// The side of the next smaller hexagon.
        below: usize,
        /// The side of the next larger hexagon.
        above: usize,
    },
    /// A board of another size than the game.
    #[error("a board of {cells} cells does not fit here: this board has {expected}")]
    Cells {
        /// The cells given.
        cells: usize,
        /// The cells of a board of the right size.
        expected: usize,
    },
    /// An Oska board with a wrong number of rows.
    #[error("{rows} rows do not make an Oska board whose top row has {top} cells: it has {expected}, of lengths {}", row_lengths(*top))]
    Rows {
        /// The rows given.
        rows: usize,
        /// The cells of the top row.
        top: usize,
        /// The rows of a board of the right shape.
        expected: usize,
    },
    /// A row of another length than its place asks for.
    #[error("row {row} has {cells} cells where {expected} belong")]
    RowLength {
        /// The row, counted from 1.
        row: usize,
        /// The cells given.
        cells: usize,
        /// The cells of a row in this place.
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
    /// Something else than a size after the colon.
    #[error("this is not a size: {game} takes {sizes}")]
    SizeText {
        /// The game.
        game: &'static str,
        /// The sizes it takes, in words.
        sizes: String,
    },
    /// A game of that name is not known.
    #[error("there is no game of this name: use {names}")]
    Game {
        /// The names that are known, in words.
        names: String,
    },
    /// An evaluation of that name is not known.
    #[error("there is no evaluation of this name: use standard or material")]
    Evaluation,
    /// More than one flag of a side.
    #[error("a second {flag}: a side has one flag at most")]
    TwoFlags {
        /// The flag's letter.
        flag: char,
    },
    /// Not a player.
    #[error("{found:?} is no player: use {white} or {black}")]
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
    #[error("nothing may follow here")]
    Trailing,
    /// A look-ahead that is no number of plies.
    #[error("the look-ahead must be a whole number of plies from {} to {}", .least, crate::MAX_DEPTH)]
    LookAhead {
        /// The least number of plies that makes sense here.
        least: u32,
    },
    /// A string without its end.
    #[error("this string has no end: close it with \"")]
    OpenString,
    /// Something else between the items of a list.
    #[error("a , or a ] belongs here")]
    Separator,
    /// Not a whole number.
    #[error("a whole number belongs here")]
    WholeNumber,
    /// Not one character.
    #[error("one character belongs here, such as 'w'")]
    Character,
    /// A FEN with a wrong number of ranks.
    #[error("{ranks} ranks do not make a Congo board: it has 7, separated by /")]
    Ranks {
        /// The ranks given.
        ranks: usize,
    },
    /// A digit that is no count of empty cells.
    #[error("{found:?} is no count of empty cells: use 1 to 7")]
    EmptyCells {
        /// The digit.
        found: char,
    },
    /// The move number of a FEN is missing.
    #[error("the move number is missing: add a whole number from 0 to {MAX_MOVE_NUMBER} after a space")]
    NoMoveNumber,
    /// The move number of a FEN is no number.
    #[error("{found:?} is no move number: use a whole number from 0 to {MAX_MOVE_NUMBER}")]
    MoveNumber {
        /// What was given.
        found: String,
    },
    /// More than one lion of a side.
    #[error("a second lion {lion}: a side has one lion at most")]
    TwoLions {
        /// The lion's letter.
        lion: char,
    },
    /// A lion outside the castles.
    #[error("the lion {lion} cannot stand on {cell}: its castle is {castle}")]
    LionOutside {
        /// The lion's letter.
        lion: char,
        /// Where it was put.
        cell: String,
        /// Where it belongs.
        castle: &'static str,
    },
    /// A lion in the enemy's castle while the enemy still has a lion.
    #[error(
        "the lion {lion} cannot stand on {cell}, in the enemy's castle, while the enemy lion is on the board"
    )]
    LionInEnemyCastle {
        /// The lion's letter.
        lion: char,
        /// Where it was put.
        cell: String,
    },
    /// A pawn that should have been promoted.
    #[error("the pawn {pawn} cannot stand on {cell}: on its last rank it is a superpawn, {}", if *pawn == 'P' { 'S' } else { 's' })]
    PawnOnLastRank {
        /// The pawn's letter.
        pawn: char,
        /// Where it was put.
        cell: String,
    },
    /// A name that is no kind of man.
    #[error("there is no such man: use pawn, superpawn, giraffe, monkey, elephant, lion, crocodile or zebra")]
    Piece,
    /// A name that is no cell.
    #[error(
        "{name:?} is no cell of this board: a cell is a column letter and a row number, from a1 to the last, {last}"
    )]
    Cell {
        /// The name.
        name: String,
        /// The name of the last cell of the last row.
        last: String,
    },
    /// Not the form of a move.
    #[error("a move is written as two cells, where it starts and where it ends: c2c3")]
    NotAStep,
    /// The ends of a monkey's capture where several captures have them.
    #[error("the monkey can go there over different men: write every cell it lands on, as in b3d5b7")]
    AmbiguousJumps,
    /// Something that only one game can say.
    #[error("{0}")]
    Other(String),
    /// Not a move that the men can make here.
    #[error("no man of the player to move can make this move here")]
    IllegalMove,
}

/// The largest move number a FEN may carry.
pub const MAX_MOVE_NUMBER: u32 = 999_999_999;

/// `4 3 2 3 4` for a top row of four cells.
fn row_lengths(top: usize) -> String {
    let lengths = (2..=top).rev().chain(3..=top).map(|length| length.to_string());
    lengths.collect::<Vec<_>>().join(" ")
}
