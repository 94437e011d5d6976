//! All tests of the crate.

mod calls;
mod catalogue;
mod drawing;
mod encoding;
mod kit;
mod levels;
mod pgn;
mod puzzles;
mod refusals;
mod shown;
mod strength;
mod tables;
mod tree;
