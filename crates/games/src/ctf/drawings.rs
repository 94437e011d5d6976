//! What the men of Capture the Flag look like.

/// White's pawn and Black's.
pub(super) const PAWNS: [&str; 2] = ["", ""];
/// White's flag and Black's.
pub(super) const FLAGS: [&str; 2] = ["", ""];
