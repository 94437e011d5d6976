//! What is asked of a program, and why.

use std::fmt;
use std::str::FromStr;

use games::GameSpec;
use serde::{Serialize, Serializer};

/// What a program is checked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// Its answers are written as its course writes them.
    Notation,
    /// Its answers are legal.
    Legal,
    /// It wins at once where it can.
    Win,
    /// It does not let the enemy win at once where it can help it.
    Loss,
    /// Its moves are among the best at the look-ahead, by an evaluation that it has to use.
    Best,
    /// Its minimax values are those of the Congo course.
    Values,
    /// It does well in the instructor's own positions.
    Own,
    /// It answers in time.
    Time,
}

impl Check {
    /// All checks, in the order of the report.
    pub const ALL: [Check; 8] = [
        Check::Notation,
        Check::Legal,
        Check::Win,
        Check::Loss,
        Check::Best,
        Check::Values,
        Check::Own,
        Check::Time,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Check::Notation => "notation",
            Check::Legal => "legal",
            Check::Win => "win",
            Check::Loss => "loss",
            Check::Best => "best",
            Check::Values => "values",
            Check::Own => "own",
            Check::Time => "time",
        }
    }

    /// What it asks for, as a sentence about the program.
    pub const fn sentence(self) -> &'static str {
        match self {
            Check::Notation => "answers in the right notation",
            Check::Legal => "makes legal moves only",
            Check::Win => "takes a win in one",
            Check::Loss => "avoids a loss in two",
            Check::Best => "plays one of the best moves at its look-ahead",
            Check::Values => "finds the exact minimax values",
            Check::Own => "does well in the instructor's positions",
            Check::Time => "answers in time",
        }
    }
}

impl FromStr for Check {
    type Err = String;

    fn from_str(text: &str) -> Result<Check, String> {
        Check::ALL.into_iter().find(|check| check.name() == text).ok_or_else(|| {
            let names = Check::ALL.map(Check::name).join(", ");
            format!("{text:?} is no check: there are {names}")
        })
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What a position is there for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// A position as games have them.
    Play,
    /// A man can be captured.
    Capture,
    /// The move that the program would make is against the history.
    Repeat,
    /// No man can move.
    Pass,
    /// A man on Oska's narrowest row can be captured.
    Waist,
    /// Oska: a move brings both sides home at once.
    BothHome,
    /// The mover has men in Congo's river.
    River,
    /// A monkey can jump twice or more.
    Chain,
    /// Looking one ply more or less gives other moves.
    LookAhead,
    /// The instructor has set it up.
    Own,
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theme::Play => "a position of a game",
            Theme::Capture => "a capture is possible",
            Theme::Repeat => "a move would repeat a board of the history",
            Theme::Pass => "no man can move",
            Theme::Waist => "a jump across the waist is possible",
            Theme::BothHome => "a move brings both sides home at once",
            Theme::River => "men stand in the river",
            Theme::Chain => "a monkey can jump several times",
            Theme::LookAhead => "looking one ply more or less gives another move",
            Theme::Own => "the instructor's position",
        })
    }
}

impl Serialize for Theme {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One thing to ask.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Question {
    pub(super) check: Check,
    pub(super) theme: Theme,
    pub(super) game: GameSpec,
    /// With its history.
    pub(super) position: String,
    pub(super) depth: u32,
    /// Which of the instructor's positions it is.
    pub(super) own: Option<usize>,
}
