//! All tests of the program from outside, in one binary: each would be linked with everything again.

mod arena;
mod calls;
mod common;
mod congo_course;
mod engine;
mod errors;
mod grade;
mod json;
mod play;
mod queue;
mod readme;
mod serve;
mod solve;
mod trace;
mod tree;
