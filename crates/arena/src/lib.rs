//! The arena: matches, tournaments and grading for programs in any language. The referee trusts no program: it checks every answer.

mod control;
pub mod event;
mod faults;
#[cfg(test)]
mod fixture;
pub mod grade;
pub mod html;
mod opening;
mod player;
pub mod program;
pub mod queue;
pub mod referee;
mod resources;
mod standings;
pub mod statistics;

pub use control::Control;
pub use faults::{fault, faults};
pub use opening::{random_openings, read_openings};
pub use player::PlayerSpec;
pub use referee::{Conditions, Job};
pub use resources::{Resources, Sandbox};
pub use standings::{Standing, Standings};
