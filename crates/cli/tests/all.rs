//! All tests of the program from outside, in one binary: each would be linked with everything again.

mod arena;
mod common;
mod console;
mod courses;
mod engine;
mod pages;
mod play;
mod queue;
mod serve;
mod sessions;
mod solve;
mod tables;
