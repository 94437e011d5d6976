//! The arena: matches, tournaments and grading for programs in any language. It is the referee, and trusts no program.

mod control;
pub mod grade;
mod opening;
pub mod pgn;
pub mod player;
pub mod program;
mod record;
pub mod referee;
pub mod statistics;

pub use control::{Allowance, Control};
pub use opening::{random_openings, read_openings};
pub use player::{House, Player, PlayerSpec};
pub use record::{GameResult, Opening, Ply, Record};
pub use referee::{Conditions, Job};
