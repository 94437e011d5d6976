//! Games solved outright: tables of what perfect play makes of every position, and proofs past the tables.
//!
//! * [`ranking`] gives every position of a tier a number; `retrograde` and `sweep` find out what comes of each; [`mod@file`] keeps it.
//! * [`solve`] runs that tier by tier on the workers of a [`cluster`], which work in the steps of a [`mesh`].
//! * [`prove`] shows who wins where no table reaches.
//! * [`Tables`] answers for positions, and [`any_tables`] for texts of any game.

mod checksum;
pub mod cluster;
mod code;
pub mod file;
mod memory;
pub mod mesh;
mod probe;
mod progress;
pub mod prove;
pub mod ranking;
mod request;
mod retrograde;
mod run;
mod shares;
mod summary;
mod sweep;
mod table;
mod tables;
pub mod tiers;

pub use probe::{AnyTables, Certainty, Probe, ProbeError, ProbedMove, any_tables};
pub use progress::{Progress, Stage};
pub use request::{Report, Request, RequestError, Start, TierReport};
pub use run::{Job, SolveError, Solved, solve};
pub use summary::Summary;
pub use tables::{Tables, directory_of, home, oracle};
