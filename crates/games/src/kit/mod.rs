//! Code that games on boards of cells share. A game can use any part of it.
//!
//! * [`bits`]: bit sets of cells, one type for each width of board; [`with_bits!`](crate::with_bits) chooses the type.
//! * [`layout`]: the bit numbers and the names of the cells.
//! * [`step`]: moves of one man; for each direction, the moves of all men are generated at once.
//! * [`men`]: positions of a few kinds of men, with a hash from [`keys`].
//! * [`script`] and [`text`]: reading and writing such positions.
//! * [`terms`]: evaluations as lists of terms; [`net`]: evaluations by a neural network.

pub mod bits;
pub mod keys;
pub mod layout;
pub mod men;
pub mod net;
pub mod script;
pub mod step;
pub mod terms;
pub mod text;
