//! All tests of the crate.

mod strength;
mod tables;
