//! The parts of grading with the standard games.

mod assignment;
mod config;
mod notation;
mod repeat;
mod scatter;
mod setup;
mod shrink;
