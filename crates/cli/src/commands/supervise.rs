//! `quadrille supervise`: runs a program for the arena, and ends all it has started. The arena calls it; people do not.

use std::ffi::OsString;

use clap::Args;

use crate::failure::Failure;

#[derive(Args)]
#[command(hide = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Arguments {
    /// Supervises the program to its end; the exit code is the supervisor's.
    pub(crate) fn run(self) -> Result<(), Failure> {
        Err(Failure::Exit(arena::program::supervise(self.arguments)))
    }
}
