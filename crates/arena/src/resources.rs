//! What playing games takes. It is passed in: the arena has no global state and does not read the environment for it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use quadrille::{Catalogue, Tables};

use crate::player::SessionPool;
use crate::program::{CommandLine, Isolation};

/// What playing games takes.
#[derive(Clone)]
pub struct Resources {
    /// The games.
    pub catalogue: Catalogue,
    /// The solved tables that the engine may ask.
    pub tables: Tables,
    /// How programs of others are run.
    pub sandbox: Sandbox,
    /// Where compiled programs are kept.
    pub(crate) programs: ProgramFolder,
    /// Engines that wait for their next game.
    pub(crate) sessions: SessionPool,
}

impl Resources {
    /// Games, solved tables and a sandbox. Compiled programs are kept in a folder of temporary files.
    pub fn new(catalogue: Catalogue, tables: Tables, sandbox: Sandbox) -> Resources {
        let programs = ProgramFolder::new(std::env::temp_dir().join("quadrille-programs"));
        Resources { catalogue, tables, sandbox, programs, sessions: SessionPool::default() }
    }

    /// The same with another folder for compiled programs.
    #[must_use]
    pub fn with_programs_in(self, folder: PathBuf) -> Resources {
        Resources { programs: ProgramFolder::new(folder), ..self }
    }
}

/// Where compiled programs are kept. One thread compiles at a time; others who want the same program wait for it.
#[derive(Clone)]
pub(crate) struct ProgramFolder {
    pub(crate) path: PathBuf,
    /// What the compiler said about files that it cannot compile, so that it is not asked again.
    pub(crate) refused: Arc<Mutex<BTreeMap<String, String>>>,
}

impl ProgramFolder {
    fn new(path: PathBuf) -> ProgramFolder {
        ProgramFolder { path, refused: Arc::default() }
    }
}

/// How programs of others are run.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// A command that calls [`supervise`](crate::program::supervise) with the arguments after its own. Its path should be absolute.
    pub supervisor: CommandLine,
    /// How many bytes of memory all processes of a program may fill together; `None` is no limit.
    pub memory: Option<u64>,
    /// How far programs are kept apart from the rest of the machine.
    pub isolation: Isolation,
    /// Files and folders that every program may read, beside those of the system and its own.
    pub readable: Vec<PathBuf>,
    /// Files and folders that programs must not see, even inside folders that they may read. Only namespaces can hide them.
    pub hidden: Vec<PathBuf>,
    /// When this becomes true, no player is waited for any more: games and grading end without a result.
    pub stop: Arc<AtomicBool>,
}

impl Sandbox {
    /// Programs below this supervisor, without a limit of memory and without isolation, until they end.
    pub fn new(supervisor: CommandLine) -> Sandbox {
        let (readable, hidden) = (Vec::new(), Vec::new());
        Sandbox {
            supervisor,
            memory: None,
            isolation: Isolation::Off,
            readable,
            hidden,
            stop: Arc::default(),
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}
