//! What results say about strength: tallies of matches, Elo differences with their doubt, tests that stop as soon as
//! they may, and ratings of a whole tournament.
//!
//! Programs in an arena can be far apart, so nothing here leans on the normal approximation where it fails: a clean
//! sweep gives an open bound, never a NaN and never certainty. No input makes any of it panic.

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
#[cfg(test)]
mod trial;

pub use elo::Estimate;
pub use pairs::Pairs;
pub use ratings::{Crosstable, Rating};
pub use sprt::{Sprt, Verdict};
pub use tally::{Outcome, Tally};
