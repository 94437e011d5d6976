//! The tests of the games from outside: one binary, for each would compile every game and width of board again.

mod bits;
mod congo;
mod congo_rules;
mod displacing;
mod draws_in_play;
mod geometry;
mod laws;
mod perft;
mod playthroughs;
mod properties;
mod shape;
mod solvable;
