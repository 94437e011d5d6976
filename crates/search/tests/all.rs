//! All tests of the engine that need real games.

// What that this library has compiled for every game and width of board are not compiled again here.
use quadrille as _;

mod common;
mod equals_reference;
mod limits;
mod oracle;
mod soak;
mod stack;
mod vectors;
