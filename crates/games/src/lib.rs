//! The games of Quadrille, one folder each, and the [kit](kit) of parts that they share.
//!
//! Each game has a folder with the same files: `rules.md` (the rules with all rulings, which are also the game's
//! documentation and command-line help), `descriptor.rs` (how the game describes itself), `call.rs` (the function its course asks for), `position.rs`, `moves.rs`,
//! `notation.rs`, `eval.rs` and `rank.rs` (what it takes to solve the game).

pub mod congo;
pub mod crusher;
pub mod ctf;
pub mod family;
pub mod haskell;
pub mod kit;
pub mod oska;
mod visit;

pub use family::course::parse_look_ahead;
pub use family::{Descriptor, Edition, Family, FamilyVisitor, Man, Size, Sizes, Visitor};
pub use game::{Error, Problem};
pub use kit::text::whole_number;
pub use visit::{SolvableVisitor, visit, visit_for, visit_solvable};

/// The games of this crate: the one list of them.
pub fn each(visitor: &mut impl FamilyVisitor) {
    visitor.family(ctf::CaptureTheFlag);
    visitor.family(crusher::CrusherGame);
    visitor.family(congo::CongoGame);
    visitor.family(oska::OskaGame);
}
