//! A supervisor and nothing else: what the arena's tests run their programs below.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::program::supervise(std::env::args_os().skip(1))
}
