//! All tests of the crate.

mod calls;
mod catalogue;
mod kit;
mod pgn;
mod puzzles;
mod refusals;
mod strength;
mod tables;
mod tree;
