//! Proofs against plain exhaustive solutions, on positions small enough for both.

mod files;
mod graph;
mod reference;
mod truth;
