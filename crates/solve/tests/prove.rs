//! Proofs against plain exhaustive solutions, on positions small enough for both.

mod files;
mod graph;
pub(crate) mod reference;
mod truth;
