//! Solved games: tables with the verdict on every position, and proofs for positions beyond the tables.
//!
//! * [`ranking`] gives every position of a tier a number; `retrograde` and `sweep` find the verdict on each; [`mod@file`] stores them.
//! * [`Tables::solve`] runs that tier by tier on the workers of a [`cluster`], which work in the steps of a [`mesh`].
//! * [`prove`] shows who wins positions that are too large for tables.
//! * [`Solvable`] is what a game gives to be solved; [`Solver`] solves and probes it, and [`AnySolver`] does so for any game, through texts.

// `AnySolver` leaves out what browsers do without, and so do the functions behind it.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

mod checksum;
pub mod cluster;
mod code;
pub mod colex;
pub mod file;
pub mod forward;
pub mod laws;
mod memory;
pub mod mesh;
mod platform;
mod probe;
mod progress;
pub mod prove;
pub mod ranking;
mod request;
mod retrograde;
mod run;
mod shares;
mod solvable;
mod solver;
mod summary;
mod sweep;
mod table;
mod tables;
pub mod tiers;

pub use probe::{AnyTables, Certainty, Probe, ProbeError, ProbedMove};
pub use progress::{Progress, Stage};
pub use request::{Report, Request, RequestError, Start, TierReport};
pub use run::{SolveError, Solved};
pub use solvable::{BadTier, KINDS, Placement, Solvable, Tier};
pub use solver::{AnySolver, Solver};
pub use summary::Summary;
pub use tables::Tables;
