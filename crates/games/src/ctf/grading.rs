//! How programs that play Capture the Flag are graded.

use crate::family::Grading;

/// How programs are graded.
pub(super) const GRADING: Grading = Grading::MINIMAL;
