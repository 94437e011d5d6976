//! `quadrille supervise`: runs a program for the arena, and ends all it has started. Nobody calls it by hand.

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
    /// Takes over this process; its exit code is not one of ours.
    pub(crate) fn run(self) -> Result<(), Failure> {
        Err(Failure::Exit(arena::program::supervise(self.arguments)))
    }
}
