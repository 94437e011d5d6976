//! Games solved outright: tables of what perfect play makes of every position, and proofs past the tables.

pub mod cluster;
mod code;
pub mod file;
mod memory;
pub mod mesh;
mod progress;
pub mod ranking;
mod retrograde;
mod run;
mod shares;
mod summary;
mod sweep;
mod table;
pub mod tiers;

pub use progress::{Progress, Stage};
pub use run::{Job, SolveError, Solved, solve};
pub use summary::Summary;
