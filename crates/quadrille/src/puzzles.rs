//! Puzzles: positions in which exactly one move is right, and this is proved.
//!
//! There are two kinds of proof. Solved tables know the result after each move, so they show that only one move wins, or
//! that only one saves the draw. An exhaustive search to a fixed depth shows that only one move wins within so many plies. Other
//! moves may win later; but if the search shows that all of them lose, this move is the only one that wins. [`Maker`] makes puzzles from
//! a seed, [`prove`] proves one again, and [`shipped`] gives those of a game's folder.

mod candidates;
mod difficulty;
mod make;
mod proof;

use std::fmt;

use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

pub use difficulty::Difficulty;
pub use make::{MOST_PUZZLES, Maker};
pub use proof::{Unproved, prove};

use crate::Descriptor;

/// A position with exactly one right move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Puzzle {
    /// The game and its size.
    pub game: String,
    /// The position, without earlier boards.
    pub position: String,
    /// What the side to move has to do.
    pub goal: Goal,
    /// The plies to the win with best play, this move included; `None` for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The right move.
    pub solution: String,
    /// The right move and the best play after it, as far as the proof shows it.
    pub play: Vec<String>,
    /// How many legal moves the position has.
    pub moves: usize,
    /// Whether the right move captures something.
    pub capture: bool,
    /// Whether a search of one ply chooses the right move.
    pub plain: bool,
    /// How hard it is to find.
    pub difficulty: Difficulty,
}

/// What the side to move has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Win within so many plies. Other moves may win later, or not at all.
    WinIn,
    /// Win. No other move wins.
    OnlyWin,
    /// Save the draw. All other moves lose.
    OnlyDraw,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.goal, self.plies) {
            (Goal::WinIn, Some(1)) => f.write_str("win at once"),
            (Goal::WinIn, plies) => write!(f, "win in {} plies", plies.unwrap_or(0)),
            (Goal::OnlyWin, _) => f.write_str("find the only move that wins"),
            (Goal::OnlyDraw, _) => f.write_str("find the only move that saves the draw"),
        }
    }
}

/// The puzzles in the folder of a game.
///
/// # Errors
/// When a line of the file is not a puzzle.
pub fn shipped(descriptor: &Descriptor) -> Result<Vec<Puzzle>, serde_json::Error> {
    descriptor.puzzles.lines().map(serde_json::from_str).collect()
}
