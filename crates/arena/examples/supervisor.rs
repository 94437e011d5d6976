//! The supervisor of the programs in the arena's tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::program::supervise(std::env::args_os().skip(1))
}
