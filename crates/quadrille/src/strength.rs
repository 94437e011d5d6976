//! The strength of the engine as an opponent.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search::Limits;

use crate::duration::parse_duration;
use crate::{Evaluation, MAX_DEPTH, Question, quote};

/// The strength of an opponent: a level, a depth, or a time per move.
///
/// A lower level searches less deeply. It always plays the move that its search finds best and never a random move, so
/// it makes mistakes only because it does not see far enough.
///
/// ```
/// use quadrille::Strength;
/// assert_eq!("level=3".parse(), Ok(Strength::Level(3)));
/// assert_eq!("depth=6".parse::<Strength>().unwrap().to_string(), "depth=6");
/// assert!("level=11".parse::<Strength>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// A level from 1 to [`LEVELS`].
    Level(u32),
    /// Plays the minimax move at this depth.
    Depth(u32),
    /// Searches for this time and plays the best move found.
    Time(Duration),
}

/// The highest level.
pub const LEVELS: u32 = 10;

/// Levels below this one have a depth limit. The others have a limit of positions.
const FIRST_LEVEL_BY_NODES: u32 = 5;

/// The maximum time for a move at any level, on boards of any size.
const MAX_TIME: Duration = Duration::from_secs(8);

impl Strength {
    /// The question that an opponent of this strength searches. Setting `cancel` stops the search.
    pub fn question(self, cancel: Option<&AtomicBool>) -> Question<'_> {
        let mut limits = Limits { cancel, ..Limits::default() };
        match self {
            Strength::Level(level) if level < FIRST_LEVEL_BY_NODES => {
                limits.depth = level;
                limits.time = Some(MAX_TIME);
            }
            // Each level visits four times as many positions, which adds one or two plies.
            Strength::Level(level) => {
                limits.nodes = Some(10_000 << (2 * (level - FIRST_LEVEL_BY_NODES)));
                limits.time = Some(MAX_TIME);
            }
            Strength::Depth(depth) => limits.depth = depth,
            Strength::Time(time) => limits.time = Some(time),
        }
        let exact = limits.depth < MAX_DEPTH;
        Question { limits, exact, evaluation: Evaluation::Standard }
    }

    /// The limit in words: `looks 3 plies ahead`.
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
        let number = |text: &str, max| text.parse().ok().filter(|number| (1..=max).contains(number));
        match text.split_once('=') {
            Some(("level", level)) => number(level, LEVELS)
                .map(Strength::Level)
                .ok_or_else(|| format!("{} is not a level: levels go from 1 to {LEVELS}", quote(level))),
            Some(("depth", depth)) => number(depth, MAX_DEPTH).map(Strength::Depth).ok_or_else(|| {
                format!("{} is not a depth: use a whole number from 1 to {MAX_DEPTH}", quote(depth))
            }),
            Some(("time", time)) => parse_duration(time).map(Strength::Time),
            _ => Err(format!("{} is not a strength: use level=3, depth=6 or time=500ms", quote(text))),
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
