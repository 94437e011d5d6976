//! `quadrille completions`: scripts that complete commands in a shell.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;
use quadrille::Catalogue;

use super::Run;
use crate::failure::Failure;
use crate::help;

/// Print a script that completes the commands of quadrille in a shell
#[derive(Args)]
#[command(after_help = r"Example:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let mut command = help::completed(crate::command(catalogue), catalogue);
        // Written to memory first: the generator panics when a write fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "quadrille", &mut script);
        Ok(out.write_all(&script)?)
    }
}
