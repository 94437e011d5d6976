//! All tests of the crate.

mod calls;
mod catalogue;
mod kit;
mod levels;
mod pgn;
mod puzzles;
mod refusals;
mod shown;
mod strength;
mod tables;
mod tree;
