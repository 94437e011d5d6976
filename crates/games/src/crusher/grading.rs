//! How programs that play Crusher are graded.

use crate::family::Grading;

/// How programs are graded.
pub(super) const GRADING: Grading = Grading::MINIMAL;
