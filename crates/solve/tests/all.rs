//! All tests of the crate that go through its public side.

// What that this library has compiled for every game and width of board are not compiled again here.
use quadrille as _;

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
