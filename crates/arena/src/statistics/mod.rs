//! What results say about strength: tallies of matches, Elo differences with their bounds, sequential tests, and ratings of a whole
//! tournament.
//!
//! Programs in an arena can be far apart, where the normal approximation fails. It is not used there: a clean sweep gives an open bound,
//! never a NaN and never certainty. No input makes these functions panic.

mod constrained;
pub mod elo;
mod fit;
mod pools;
mod ratings;
mod results;
mod sprt;
mod sprt_run;
#[cfg(test)]
mod trial;

pub use elo::Estimate;
pub use ratings::Rating;
pub(crate) use ratings::ratings;
pub use results::{Pairs, PlayerResult, Tally, Totals};
pub use sprt::{Decision, Sprt};
pub use sprt_run::SprtRun;
