//! All tests of the engine that need real games.

mod common;
mod equals_reference;
mod limits;
mod oracle;
mod soak;
mod stack;
mod vectors;
