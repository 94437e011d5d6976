//! The solved tables of all games, opened when they are first needed and shared by all sessions.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use directories::ProjectDirs;
use solve::{AnyTables, Probe, ProbeError};

use crate::AnyGame;
use crate::any_line::AnyLine;

/// The maximum number of games whose tables are open at the same time.
const MAX_OPEN_GAMES: usize = 8;
/// After a probe, the tables of a game are closed if they use more memory than this.
const MAX_OPEN_BYTES: usize = 64 << 20;

/// Access to solved tables. Clones share the open tables.
#[derive(Clone)]
pub struct Tables {
    shared: Arc<Shared>,
}

struct Shared {
    enabled: bool,
    directory: Option<PathBuf>,
    /// The open tables with the names of their games, least recently used first.
    open: Mutex<Vec<(String, Arc<dyn AnyTables>)>>,
}

impl Tables {
    /// Without tables: every result comes from a search.
    pub fn none() -> Tables {
        Tables::new(false, None)
    }

    /// Tables of small games only, solved in memory when they are first needed.
    pub fn in_memory() -> Tables {
        Tables::new(true, None)
    }

    /// Uses the tables in this directory. Small games are also solved in memory.
    pub fn in_directory(directory: impl Into<PathBuf>) -> Tables {
        Tables::new(true, Some(directory.into()))
    }

    fn new(enabled: bool, directory: Option<PathBuf>) -> Tables {
        Tables { shared: Arc::new(Shared { enabled, directory, open: Mutex::default() }) }
    }

    /// The default directory for tables: the value of the environment variable `QUADRILLE_TABLES`, or else `tables` in
    /// the user's data directory.
    pub fn usual_directory() -> Option<PathBuf> {
        let named = std::env::var_os("QUADRILLE_TABLES").map(PathBuf::from);
        named.or_else(|| Some(ProjectDirs::from("", "", "quadrille")?.data_dir().join("tables")))
    }

    /// The directory of tables, if there is one.
    pub fn directory(&self) -> Option<&std::path::Path> {
        self.shared.directory.as_deref()
    }

    /// Looks up a position and each of its moves in the tables. Small games are solved when they are first needed,
    /// which takes some time.
    ///
    /// # Errors
    /// When there is no usable table.
    pub fn probe(&self, line: &dyn AnyLine) -> Result<Probe, ProbeError> {
        let game = line.game();
        let tables = self.open(&*game).ok_or_else(|| ProbeError::NoSolver(game.name().to_string()))?;
        let found = tables.probe(&line.text());
        if tables.memory() > MAX_OPEN_BYTES {
            // Sessions that are using these tables have their own references.
            self.lock().retain(|(_, open)| !Arc::ptr_eq(open, &tables));
        }
        found
    }

    /// The tables of a game. `None` if it has no solver for this board, or if tables are disabled.
    pub(crate) fn open(&self, game: &dyn AnyGame) -> Option<Arc<dyn AnyTables>> {
        let solver = game.solver().filter(|_| self.shared.enabled)?;
        let mut open = self.lock();
        let index = open.iter().position(|(name, _)| name == game.name());
        let entry = match index {
            Some(index) => open.remove(index),
            None => (game.name().to_string(), solver.open(self.shared.directory.as_deref())),
        };
        if open.len() >= MAX_OPEN_GAMES {
            open.remove(0);
        }
        let tables = Arc::clone(&entry.1);
        open.push(entry);
        Some(tables)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(String, Arc<dyn AnyTables>)>> {
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
