//! All tests of what is solved, in one binary.

mod prove;
