//! The arena: matches, tournaments and grading for programs in any language. It is the referee, and trusts no program.

mod control;
pub mod event;
pub mod grade;
pub mod html;
mod opening;
pub mod pgn;
pub mod player;
pub mod program;
pub mod queue;
mod record;
pub mod referee;
mod standings;
pub mod statistics;

pub use control::{Allowance, Control};
pub use opening::{random_openings, read_openings};
pub use player::{House, Player, PlayerSpec};
pub use record::{GameResult, Opening, Ply, Record, UNFINISHED, faults, read_records};
pub use referee::{Conditions, Job};
pub use standings::{Score, Standing, Standings};
