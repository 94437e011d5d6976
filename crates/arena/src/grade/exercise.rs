//! What a program is asked, and why.

use std::fmt;
use std::str::FromStr;

use quadrille::GameRef;
use serde::{Serialize, Serializer};

/// What a program is checked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// Its answers are written in the notation of its course.
    Notation,
    /// Its answers are legal.
    Legal,
    /// It wins at once if it can.
    Win,
    /// It does not let the enemy win at once if it can prevent that.
    Loss,
    /// Its moves are among the best at the look-ahead, by an evaluation that it has to use.
    Best,
    /// Its minimax values are those of its course.
    Values,
    /// It answers the instructor's own positions correctly.
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
            format!("{text:?} is not a check: the checks are {names}")
        })
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What a position is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// A position as it occurs in games.
    Play,
    /// A man can be captured.
    Capture,
    /// The history forbids the move that the program would make.
    Repeat,
    /// The player has to pass.
    Pass,
    /// A theme of the game itself.
    Game {
        /// Its index among the themes of the game.
        index: usize,
        /// The theme in words.
        about: &'static str,
    },
    /// One ply more or less gives other moves.
    LookAhead,
    /// The instructor's own position.
    Own,
}

impl Theme {
    /// The number of the theme in seeds. Two themes of the same number look through the same random games, which does no harm.
    pub(super) const fn number(self) -> u64 {
        match self {
            Theme::Play => 0,
            Theme::Capture => 1,
            Theme::Repeat => 2,
            Theme::Pass => 3,
            Theme::Game { index, .. } => 4 + index as u64,
            Theme::LookAhead => 8,
            Theme::Own => 9,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theme::Play => "a position of a game",
            Theme::Capture => "a capture is possible",
            Theme::Repeat => "a move would repeat a board of the history",
            Theme::Pass => "no man can move",
            Theme::Game { about, .. } => about,
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

/// One position to ask the program about.
#[derive(Clone, Debug)]
pub(super) struct Exercise {
    pub(super) check: Check,
    pub(super) theme: Theme,
    pub(super) game: GameRef,
    /// With its history.
    pub(super) position: String,
    pub(super) depth: u32,
    /// Its index among the instructor's positions.
    pub(super) own: Option<usize>,
}
