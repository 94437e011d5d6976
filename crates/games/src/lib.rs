//! The games of Quadrille, one folder per game, and the [`kit`] of code that they share.
//!
//! Each game has a folder with the same files: `rules.md` (the rules with all rulings; `quadrille rules` prints them),
//! `descriptor.rs` (the description of the game), `call.rs` (the call of its course), `position.rs`, `moves.rs`,
//! `notation.rs`, `eval.rs` and `rank.rs` (the implementation of `Solvable`).

pub mod congo;
pub mod crusher;
pub mod ctf;
pub mod family;
pub mod haskell;
pub mod kit;
pub mod oska;
mod visit;

pub use family::course::parse_look_ahead;
pub use family::{Descriptor, Edition, Effort, Family, FamilyVisitor, LEVELS, Man, Size, Sizes, Visitor};
pub use game::{Error, Problem};
pub use kit::text::whole_number;
pub use visit::{visit, visit_for};

/// Visits each game of this crate. This is the only list of the games.
pub fn each(visitor: &mut impl FamilyVisitor) {
    visitor.family(ctf::CaptureTheFlag);
    visitor.family(crusher::CrusherGame);
    visitor.family(congo::CongoGame);
    visitor.family(oska::OskaGame);
}
