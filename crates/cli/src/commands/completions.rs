//! `quadrille completions`: scripts that complete commands in a shell.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::failure::Failure;

/// Print a script that completes the commands of quadrille in a shell
#[derive(Args)]
#[command(after_help = r"Example:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        // Written to memory first: the generator panics when a write fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Arguments::command(), "quadrille", &mut script);
        Ok(out.write_all(&script)?)
    }
}
