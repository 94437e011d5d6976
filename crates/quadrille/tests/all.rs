//! All tests of the crate.

mod catalogue;
mod pgn;
mod strength;
mod tables;
mod tree;
