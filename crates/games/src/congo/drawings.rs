//! What the men of Congo look like, White's and Black's.

pub(super) const PAWN: [&str; 2] = ["", ""];
pub(super) const SUPERPAWN: [&str; 2] = ["", ""];
pub(super) const GIRAFFE: [&str; 2] = ["", ""];
pub(super) const MONKEY: [&str; 2] = ["", ""];
pub(super) const ELEPHANT: [&str; 2] = ["", ""];
pub(super) const LION: [&str; 2] = ["", ""];
pub(super) const CROCODILE: [&str; 2] = ["", ""];
pub(super) const ZEBRA: [&str; 2] = ["", ""];
