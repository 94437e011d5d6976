//! What results say about strength: tallies of matches, Elo differences with their bounds, sequential tests, and ratings of a whole
//! tournament.
//!
//! Programs in an arena can be far apart, where the normal approximation fails. It is not used there: a clean sweep gives an open bound,
//! never a NaN and never certainty. No input makes these functions panic.

mod constrained;
pub mod elo;
mod fit;
mod linear;
mod normal;
mod pairs;
mod pools;
pub mod ratings;
pub mod sprt;
mod tally;
mod totals;
#[cfg(test)]
mod trial;

pub use elo::Estimate;
pub use pairs::Pairs;
pub use ratings::{Crosstable, Rating};
pub use sprt::{Decision, Sprt};
pub use tally::Tally;
pub use totals::{PlayerResult, Totals};
