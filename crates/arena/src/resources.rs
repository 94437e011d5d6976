//! What playing games takes. It is passed in: the arena has no global state and does not read the environment for it.

use quadrille::{Catalogue, Tables};

use crate::program::{CommandLine, Launch};

/// What playing games takes.
#[derive(Clone)]
pub struct Resources {
    /// The games.
    pub catalogue: Catalogue,
    /// The solved tables that the engine may ask.
    pub tables: Tables,
    /// How programs of others are run.
    pub sandbox: Sandbox,
}

/// How programs of others are run.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The command that supervises programs: see [`crate::program::supervise`].
    pub supervisor: CommandLine,
    /// How many bytes of memory each process of a program may fill; `None` is no limit.
    pub memory: Option<u64>,
}

impl Sandbox {
    /// A launch of a program in this sandbox.
    pub(crate) fn launch(&self, program: CommandLine) -> Launch {
        Launch { memory: self.memory, ..Launch::new(self.supervisor.clone(), program) }
    }
}
