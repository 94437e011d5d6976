//! Parts that games on boards of cells share. A game may use all of them, some or none.
//!
//! * [`bits`]: sets of cells, one type for each width of board; [`with_bits!`](crate::with_bits) chooses it.
//! * [`layout`]: where the cells of a board lie among the bits, and what they are called.
//! * [`step`]: moves of one man, generated a direction at a time for all men at once.
//! * [`men`]: positions of a few kinds of men, with a hash from [`keys`].
//! * [`script`] and [`text`]: how such positions are read and written.
//! * [`terms`]: evaluations as lists of terms.

pub mod bits;
pub mod keys;
pub mod layout;
pub mod men;
pub mod script;
pub mod step;
pub mod terms;
pub mod text;
