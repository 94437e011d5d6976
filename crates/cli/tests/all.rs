//! All tests of the program from outside, in one binary: each would be linked with everything again.

mod arena;
mod bounds;
mod class;
mod common;
mod console;
mod courses;
mod engine;
mod interrupt;
mod limits;
mod memory;
mod pages;
mod play;
mod queue;
mod sandbox;
mod serve;
mod sessions;
mod solve;
mod tables;
mod texts;
mod ugi;
mod watch;
