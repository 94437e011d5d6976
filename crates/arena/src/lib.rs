//! The arena: matches, tournaments and grading for programs in any language. It is the referee, and trusts no program.

mod program;

pub use program::{CommandLine, Fault, Launch, Program, supervise};
