//! The sandbox of programs on the command line.

use std::path::PathBuf;

use arena::program::{Isolation, is_private};
use arena::{PlayerSpec, Sandbox};
use clap::Args;

use crate::failure::{Failure, say};

/// How the limits are enforced.
const LIMITS: &str =
    "their supervisors add up the memory and the processes of each program and limit them, without a cgroup";

/// How programs of others are run.
#[derive(Args)]
pub(crate) struct SandboxArguments {
    /// Run programs without the sandbox: they can then do everything that you can do, with all your files and the network
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// A file or folder that programs may read, beside their own folders and those of the system; it may be given several times
    #[arg(long, value_name = "PATH", conflicts_with = "no_sandbox")]
    pub(crate) readable: Vec<PathBuf>,
}

impl SandboxArguments {
    /// Gets the sandbox ready and says on stderr what it does. Programs must not see the hidden files, even if these are in their folders.
    pub(crate) fn set_up<'p>(
        &self,
        sandbox: &mut Sandbox,
        hidden: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<(), Failure> {
        if let Some(missing) = self.readable.iter().find(|path| !path.exists()) {
            return Err(Failure::Input(format!("--readable {}: there is no such file", missing.display())));
        }
        if let Some(wide) = self.readable.iter().find(|path| is_private(path)) {
            let problem = "programs have a root folder and a /tmp of their own: name a folder inside";
            return Err(Failure::Input(format!("--readable {}: {problem}", wide.display())));
        }
        sandbox.readable.clone_from(&self.readable);
        sandbox.hidden = hidden.into_iter().cloned().collect();
        sandbox.isolation = if self.no_sandbox { Isolation::Off } else { Isolation::strongest(sandbox) };
        say(&format!("sandbox: {}; {LIMITS}", sandbox.isolation));
        Ok(())
    }

    /// The same, if one of these players is a program.
    pub(crate) fn set_up_for<'p>(
        &self,
        players: &[String],
        sandbox: &mut Sandbox,
        hidden: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<(), Failure> {
        let is_program = |player: &String| player.parse().is_ok_and(|player: PlayerSpec| player.is_program());
        if players.iter().any(is_program) { self.set_up(sandbox, hidden) } else { Ok(()) }
    }
}
