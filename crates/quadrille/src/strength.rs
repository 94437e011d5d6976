//! How strongly the engine plays as an opponent.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search::Limits;

use crate::duration::parse_duration;
use crate::{Evaluation, MAX_DEPTH, Question};

/// How strong an opponent plays: by a level, to a depth, or for a time a move.
///
/// A lower level looks less far ahead, and always plays what it takes for the best move: it errs by overlooking things, as people do,
/// and not by chance.
///
/// ```
/// use quadrille::Strength;
/// assert_eq!("level=3".parse(), Ok(Strength::Level(3)));
/// assert_eq!("depth=6".parse::<Strength>().unwrap().to_string(), "depth=6");
/// assert!("level=11".parse::<Strength>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// 1 to [`LEVELS`].
    Level(u32),
    /// The answer of plain minimax to this depth.
    Depth(u32),
    /// As well as it can in this time.
    Time(Duration),
}

/// The highest level.
pub const LEVELS: u32 = 10;

/// The levels below this are limited by plies, the others by positions.
const FIRST_BY_POSITIONS: u32 = 5;

/// An answer of a level takes no longer, however large the board.
const LONGEST: Duration = Duration::from_secs(8);

impl Strength {
    /// The search of an opponent of this strength. The flag stops it.
    pub fn question(self, cancel: Option<&AtomicBool>) -> Question<'_> {
        let mut limits = Limits { cancel, ..Limits::default() };
        match self {
            Strength::Level(level) if level < FIRST_BY_POSITIONS => {
                limits.depth = level;
                limits.time = Some(LONGEST);
            }
            // Four times the positions are a ply or two more.
            Strength::Level(level) => {
                limits.nodes = Some(10_000 << (2 * (level - FIRST_BY_POSITIONS)));
                limits.time = Some(LONGEST);
            }
            Strength::Depth(depth) => limits.depth = depth,
            Strength::Time(time) => limits.time = Some(time),
        }
        let exact = limits.depth < MAX_DEPTH;
        Question { limits, exact, evaluation: Evaluation::Standard }
    }

    /// What an answer may cost, in words.
    pub fn describe(self) -> String {
        let plies = |depth| format!("looks {depth} {} ahead", if depth == 1 { "ply" } else { "plies" });
        match self.question(None).limits {
            Limits { nodes: Some(nodes), .. } => format!("looks at {nodes} positions"),
            Limits { depth, .. } if depth < MAX_DEPTH => plies(depth),
            Limits { time, .. } => format!("thinks for {} s", time.unwrap_or_default().as_secs_f64()),
        }
    }
}

impl FromStr for Strength {
    type Err = String;

    fn from_str(text: &str) -> Result<Strength, String> {
        let number = |text: &str, most| text.parse().ok().filter(|number| (1..=most).contains(number));
        match text.split_once('=') {
            Some(("level", level)) => number(level, LEVELS)
                .map(Strength::Level)
                .ok_or_else(|| format!("{level} is not a level: levels go from 1 to {LEVELS}")),
            Some(("depth", depth)) => number(depth, MAX_DEPTH)
                .map(Strength::Depth)
                .ok_or_else(|| format!("{depth} is not a depth: use a whole number from 1 to {MAX_DEPTH}")),
            Some(("time", time)) => parse_duration(time).map(Strength::Time),
            _ => Err(format!("{text} is not a strength: use level=3, depth=6 or time=500ms")),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Level(level) => write!(f, "level={level}"),
            Strength::Depth(depth) => write!(f, "depth={depth}"),
            Strength::Time(time) => write!(f, "time={}ms", time.as_millis()),
        }
    }
}
