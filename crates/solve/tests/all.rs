//! All tests of the crate that go through its public side.

mod agree;
mod certain;
mod common;
mod exercise;
mod hosts;
mod processes;
mod prove;
mod sampled;
mod tables;
mod threads;
mod verify;
