//! What a program is asked, and why.

use std::fmt;
use std::str::FromStr;

use quadrille::{GameRef, quote};
use serde::{Serialize, Serializer};

/// What a program is checked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
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
    /// It does a part of its course right.
    Part,
    /// It answers the instructor's own positions correctly.
    Own,
    /// It knows each rule: where a program with one rule wrong would answer wrong, it does not.
    Rules,
    /// It answers in time.
    Time,
}

/// Each check with its name in files, and what it asks for as a sentence about the program.
const CHECKS: [(Check, &str, &str); 10] = [
    (Check::Notation, "notation", "answers in the right notation"),
    (Check::Legal, "legal", "makes legal moves only"),
    (Check::Win, "win", "takes a win in one"),
    (Check::Loss, "loss", "avoids a loss in two"),
    (Check::Best, "best", "plays one of the best moves at its look-ahead"),
    (Check::Values, "values", "finds the exact minimax values"),
    (Check::Part, "part", "does its part of the course right"),
    (Check::Own, "own", "does well in the instructor's positions"),
    (Check::Rules, "rules", "knows every rule"),
    (Check::Time, "time", "answers in time"),
];

impl Check {
    /// All checks, in the order of the report.
    pub fn all() -> [Check; 10] {
        CHECKS.map(|(check, ..)| check)
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        CHECKS[self as usize].1
    }

    /// What it asks for, as a sentence about the program.
    pub fn sentence(self) -> &'static str {
        CHECKS[self as usize].2
    }
}

impl FromStr for Check {
    type Err = String;

    fn from_str(text: &str) -> Result<Check, String> {
        CHECKS.into_iter().find(|&(_, name, _)| name == text).map(|(check, ..)| check).ok_or_else(|| {
            let names = CHECKS.map(|(_, name, _)| name).join(", ");
            format!("{:?} is not a check: the checks are {names}", quote(text))
        })
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
    /// A program that has one thing wrong would answer wrong.
    Rule {
        /// The index of what it has wrong among the suspects of the game.
        index: usize,
        /// What such a program thinks.
        belief: &'static str,
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
            Theme::Rule { index, .. } => 10 + index as u64,
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
            Theme::Rule { belief, .. } => {
                return write!(f, "a program that thinks that {belief} would answer wrong");
            }
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
