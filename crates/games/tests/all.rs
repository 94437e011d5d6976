//! The tests of the games from outside: one binary, for each would compile every game and width of board again.

mod congo;
mod congo_rules;
mod draws_in_play;
mod laws;
mod perft;
mod playthroughs;
mod properties;
mod solvable;
