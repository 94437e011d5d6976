//! The university course that a game comes from: the commands that its assignments define, and the form in which the
//! arena calls students' programs.

use game::{Error, MAX_DEPTH, Problem};

use super::Size;
use crate::whole_number;

/// The course of a game.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The commands that the assignments define.
    pub commands: &'static [CourseCommand],
    /// The form in which a student's program is called for a move.
    pub call: CallForm,
    /// Whether the course has a protocol with which programs play each other: `newgame`, `position`, `moves`, `go
    /// SECONDS`. Then the command with [`Task::Parts`] gets a subcommand `tournament`, which implements this protocol.
    pub tournament: bool,
    /// The board size that the course uses; `None` for the default size.
    pub size: Option<Size>,
    /// Computes the minimax value as the course defines it. `None` if the course's programs print only moves.
    pub value: Option<CourseValue>,
}

/// The minimax value of a position at a depth.
pub type CourseValue = fn(&str, u32) -> Result<i32, Error>;

/// The form of a call for a move: its arguments, and the answer that the program prints. For example, a call that passes
/// rows is `quadrille hexapawn '["www","---","bbb"]' "'w'" 2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallForm {
    /// The form of the position. The player and the look-ahead are separate arguments.
    pub given: Given,
    /// The form of the answer.
    pub answer: AnswerForm,
    /// Whether the board size is passed as the last argument.
    pub size_last: bool,
}

impl CallForm {
    /// The form for games without a course: the program gets the boards of the game, newest first, and answers with a
    /// move or the next board.
    pub const DEFAULT: CallForm =
        CallForm { given: Given::Boards, answer: AnswerForm::MoveOrBoard, size_last: false };
}

/// The form in which a program gets the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// The boards of the game, newest first, as a list of strings.
    Boards,
    /// The rows of the current board, as a list of strings.
    Rows,
    /// The position in Quadrille's notation, as `rules.md` describes it.
    Position,
}

/// The form of the answer that a program prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// The next board as one string.
    Board,
    /// The boards of the game as a list of strings, with the next board in front.
    Boards,
    /// The rows of the next board as a list of strings.
    Rows,
    /// A move, written as its cells, or the next position.
    MoveOrPosition,
    /// A move, written as its cells, or the next board as one string.
    MoveOrBoard,
}

impl AnswerForm {
    /// The form in words, for students.
    pub const fn describe(self) -> &'static str {
        match self {
            AnswerForm::Board => "the next board as one string",
            AnswerForm::Boards => "the whole history as a list of strings, with the next board in front",
            AnswerForm::Rows => "the rows of the next board as a list of strings",
            AnswerForm::MoveOrPosition => "a move by its cells, or the next position",
            AnswerForm::MoveOrBoard => "a move by its cells, or the next board as one string",
        }
    }
}

/// A command of a course.
#[derive(Clone, Copy, Debug)]
pub struct CourseCommand {
    /// Its name.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// More help; can be empty.
    pub details: &'static str,
    /// Example commands, one per line; can be empty.
    pub examples: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// Its action.
    pub task: Task,
}

/// The action of a command.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// Chooses the best next board. Arguments and answer have the form in [`Course::call`]: boards or rows, player,
    /// look-ahead and, if the form has it, the size.
    Move,
    /// Runs this function with the values of the arguments.
    Answer(fn(&[String], ReadInput<'_>) -> Result<CourseAnswer, String>),
    /// Has subcommands.
    Parts(&'static [CourseCommand]),
}

/// Reads all of the command's standard input as text.
pub type ReadInput<'r> = &'r mut dyn FnMut() -> Result<String, String>;

/// An argument of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// How it is passed.
    pub kind: ArgumentKind,
}

impl Argument {
    /// The boards of the game.
    pub const HISTORY: Argument = Argument {
        name: "history",
        help: "The boards of the game, newest first, as a Haskell list of strings",
        kind: ArgumentKind::Positional,
    };

    /// The look-ahead.
    pub const LOOK_AHEAD: Argument = Argument {
        name: "look_ahead",
        help: "How many plies to look ahead, at least 1",
        kind: ArgumentKind::Positional,
    };
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentKind {
    /// By its position.
    Positional,
    /// As `--name VALUE`, which must be given.
    Required,
    /// As `--name VALUE`; this value is the default.
    Default(&'static str),
}

/// The answer of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CourseAnswer {
    /// The text for standard output.
    pub output: String,
    /// A message for people on standard error, for example that the game is over.
    pub note: Option<String>,
}

/// Reads a look-ahead of at least `least` plies.
///
/// # Errors
/// When the text is not such a number.
pub fn parse_look_ahead(text: &str, least: u32) -> Result<u32, Error> {
    let plies = whole_number(text.trim()).and_then(|plies| plies.try_into().ok());
    plies
        .filter(|plies| (least..=MAX_DEPTH).contains(plies))
        .ok_or_else(|| Error::whole(Problem::LookAhead { least }, text))
}
