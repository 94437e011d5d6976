//! What the men of Crusher look like.

/// White's stone and Black's.
pub(super) const STONES: [&str; 2] = ["", ""];
