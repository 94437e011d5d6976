//! What playing games takes. It is passed in: the arena has no global state and does not read the environment for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use quadrille::{Catalogue, Tables};

use crate::program::CommandLine;

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
    /// A command that calls [`supervise`](crate::program::supervise) with the arguments after its own. Its path should be absolute.
    pub supervisor: CommandLine,
    /// How many bytes of memory each process of a program may fill; `None` is no limit.
    pub memory: Option<u64>,
    /// When this becomes true, no player is waited for any more: games and grading end without a result.
    pub stop: Arc<AtomicBool>,
}

impl Sandbox {
    /// Programs below this supervisor, without a limit of memory and until they end.
    pub fn new(supervisor: CommandLine) -> Sandbox {
        Sandbox { supervisor, memory: None, stop: Arc::default() }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}
