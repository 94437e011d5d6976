//! The four games of Quadrille: Capture the Flag, Crusher, Congo and Oska.
//!
//! Each game has a folder with the same files: `rules.md` (the rules and rulings, which are also the game's
//! documentation and command-line help), `call.rs` (the function its course asks for), `position.rs`, `moves.rs`,
//! `notation.rs`, `eval.rs` and `rank.rs` (what it takes to solve the game).

pub mod bits;
mod call;
pub mod congo;
pub mod crusher;
pub mod ctf;
pub mod haskell;
mod keys;
pub mod layout;
pub mod men;
pub mod oska;
mod shape;
mod spec;
pub mod step;
mod terms;
mod text;

pub use game::{Error, Problem};
pub use shape::{Shape, cells_of};
pub use spec::{GameSpec, SolvableVisitor, Visitor};
pub use text::whole_number;
