//! `quadrille supervise`: what the arena runs programs of others below. Not for people.

use std::ffi::OsString;

use clap::Args;

use crate::failure::Failure;

/// Run a program below this process, for the arena
#[derive(Args)]
#[command(hide = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        Err(Failure::Exit(arena::program::supervise(self.arguments)))
    }
}
