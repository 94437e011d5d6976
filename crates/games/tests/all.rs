//! The integration tests of the games. They are one binary, because each binary compiles every game and width of board
//! again.

// What that this library has compiled for every game and width of board are not compiled again here.
use quadrille as _;

mod bits;
mod congo;
mod congo_rules;
mod displacing;
mod draws_in_play;
mod geometry;
mod guide;
mod laws;
mod perft;
mod playthroughs;
mod properties;
mod shape;
mod solvable;
