//! The arena: matches, tournaments and grading for programs in any language. It is the referee, and trusts no program.

mod control;
pub mod pgn;
mod record;
pub mod statistics;

pub use control::{Allowance, Control};
pub use record::{GameResult, Opening, Ply, Record};
