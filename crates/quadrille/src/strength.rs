//! The strength of the engine as an opponent.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::duration::parse_duration;
use crate::{Descriptor, Effort, LEVELS, MAX_DEPTH, Question, quote};

/// The strength of an opponent: a level, a depth, or a time per move.
///
/// Each game has its own levels ([`Descriptor::levels`]). Low levels look ahead like a person and overlook some moves; higher
/// levels search a number of positions; the highest level also asks solved tables. Among moves of nearly equal worth a level
/// chooses differently in each game. The answer to a depth is always the same.
///
/// ```
/// use quadrille::Strength;
/// assert_eq!("level=3".parse(), Ok(Strength::Level(3)));
/// assert_eq!("depth=6".parse::<Strength>().unwrap().to_string(), "depth=6");
/// assert!("level=13".parse::<Strength>().is_err());
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

impl Strength {
    /// The question that an opponent of this strength searches in a game with this descriptor. The seed chooses among moves of
    /// nearly equal worth. Setting `cancel` stops the search.
    pub fn question<'c>(self, game: &Descriptor, seed: u64, cancel: Option<&'c AtomicBool>) -> Question<'c> {
        let mut question = match self {
            Strength::Level(level) => Question::for_effort(game.effort(level), game, seed),
            Strength::Depth(depth) => Question::to_depth(depth),
            Strength::Time(time) => Question::for_time(time),
        };
        question.limits.cancel = cancel;
        if let (Strength::Level(level), Some(manner)) = (self, &mut question.manner) {
            manner.asks_tables = asks_tables(level);
        }
        question
    }

    /// What an opponent of this strength does, in words: `looks 3 plies ahead`.
    pub fn describe(self, game: &Descriptor) -> String {
        match self {
            Strength::Level(level) if asks_tables(level) => {
                format!("{}; perfect play where solved", game.effort(level))
            }
            Strength::Level(level) => game.effort(level).to_string(),
            Strength::Depth(depth) => Effort::Plies(100 * depth).to_string(),
            Strength::Time(time) => format!("thinks for {} s", time.as_secs_f64()),
        }
    }
}

/// Only the highest level asks solved tables: people must be able to win against the others.
fn asks_tables(level: u32) -> bool {
    level as usize >= LEVELS
}

impl FromStr for Strength {
    type Err = String;

    fn from_str(text: &str) -> Result<Strength, String> {
        let number = |text: &str, max| text.parse().ok().filter(|number| (1..=max).contains(number));
        match text.split_once('=') {
            Some(("level", level)) => number(level, LEVELS as u32)
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
