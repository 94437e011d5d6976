//! What a game's course asks for: its calls as commands, and how its programs are called by the arena.

use game::{Error, MAX_DEPTH, Problem};

use super::Size;
use crate::whole_number;

/// What a game's course asks for.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The commands that do what the course asks for.
    pub commands: &'static [CourseCommand],
    /// How a program of the course is called for a move.
    pub call: CallForm,
    /// Whether the course's programs play each other by a protocol: `newgame`, `position`, `moves`, `go SECONDS`. The command that
    /// is a group then gets a part `tournament`, which speaks it.
    pub tournament: bool,
    /// The size that the course plays; `None` for the default size.
    pub size: Option<Size>,
    /// The course's own minimax value of a position at a depth, if its programs print values.
    pub value: Option<CourseValue>,
}

/// The minimax value of a position at a depth.
pub type CourseValue = fn(&str, u32) -> Result<i32, Error>;

/// The arguments of a call for a move, and what it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallForm {
    /// What the program gets besides the player and the look-ahead.
    pub given: Given,
    /// What it prints.
    pub answer: AnswerForm,
    /// Whether the size of the board is its last argument.
    pub size_last: bool,
}

impl CallForm {
    /// The form for games without a course: the program gets the boards of the game, newest first, and answers with a move or the next
    /// board.
    pub const DEFAULT: CallForm =
        CallForm { given: Given::Boards, answer: AnswerForm::MoveOrBoard, size_last: false };
}

/// What a program gets besides the player and the look-ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// The boards of the game, newest first, as a list of strings.
    Boards,
    /// The rows of the present board, as a list of strings.
    Rows,
    /// The position as it is written everywhere.
    Position,
}

/// What a program prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// The next board as one string.
    Board,
    /// The boards of the game as a list of strings, with the next board in front.
    Boards,
    /// The rows of the next board as a list of strings.
    Rows,
    /// A move by its cells, or the next position.
    MoveOrPosition,
    /// A move by its cells, or the next board as one string.
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
    /// What it does, in one line.
    pub about: &'static str,
    /// What else to know about it; may be empty.
    pub details: &'static str,
    /// Examples of calls, one a line; may be empty.
    pub examples: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// What it does.
    pub task: Task,
}

/// What a command of a course does.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// It chooses the best next board, given boards or rows as [`Course::call`] says. Its arguments are those of the call: boards or
    /// rows, player, look-ahead and, if the call has one, the size.
    Move,
    /// It answers a call, given the values of its arguments.
    Answer(fn(&[String], ReadInput<'_>) -> Result<CourseAnswer, String>),
    /// It is a group of commands.
    Parts(&'static [CourseCommand]),
}

/// Reads all of the command's standard input as text.
pub type ReadInput<'r> = &'r mut dyn FnMut() -> Result<String, String>;

/// An argument of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// How it is given.
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

/// How an argument is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentKind {
    /// By its place.
    Positional,
    /// As `--name VALUE`.
    Required,
    /// As `--name VALUE`, with this value if it is not given.
    Default(&'static str),
}

/// The answer to a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CourseAnswer {
    /// What is printed.
    pub output: String,
    /// What people should know besides: that the game is over, for example.
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
