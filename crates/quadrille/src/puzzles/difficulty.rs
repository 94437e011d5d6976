//! How hard a puzzle is to find.

use std::fmt;

use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

/// How hard a puzzle is to find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// It is close at hand.
    Easy,
    /// It takes a look ahead.
    Medium,
    /// It is far away or hidden among many moves.
    Hard,
}

/// What a save of the draw counts in place of its plies, which have no end.
const PLIES_OF_A_DRAW: u32 = 5;
/// Further plies are beyond what a person counts.
const MOST_PLIES: u32 = 9;

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// The difficulty of a puzzle: more plies, more moves to choose from, a quiet move, and a move that looks wrong at first
    /// sight make it harder.
    pub(super) fn of(plies: Option<u32>, moves: usize, capture: bool, plain: bool) -> Difficulty {
        // Of two or three moves a guess is often right, however far the end is.
        let (most, choice) = match moves {
            0..=3 => (3, 0),
            4..=8 => (MOST_PLIES, 0),
            9..=20 => (MOST_PLIES, 1),
            _ => (MOST_PLIES, 2),
        };
        let far = plies.unwrap_or(PLIES_OF_A_DRAW).clamp(1, most) - 1;
        match far + choice + u32::from(!capture) + 2 * u32::from(!plain) {
            0..=3 => Difficulty::Easy,
            4..=6 => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        })
    }
}
