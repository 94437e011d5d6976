//! The arena: matches, tournaments and grading for programs in any language. It is the referee, and trusts no program.

pub mod statistics;
