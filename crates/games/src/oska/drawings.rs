//! What the men of Oska look like.

/// White's man and Black's.
pub(super) const MEN: [&str; 2] = ["", ""];
