//! The solved tables of all games, opened when they are first needed and shared by all sessions.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use directories::ProjectDirs;
use solve::{AnyTables, Probe, ProbeError};

use crate::AnyGame;
use crate::any_line::AnyLine;

/// How many games can have their tables open at a time.
const GAMES_KEPT: usize = 8;
/// The tables of one game are closed when they hold more memory than this.
const BYTES_KEPT: usize = 64 << 20;

/// Solved tables. Copies share what is open.
#[derive(Clone)]
pub struct Tables {
    shared: Arc<Shared>,
}

struct Shared {
    enabled: bool,
    directory: Option<PathBuf>,
    /// By the name of the game. The one used last is the last.
    open: Mutex<Vec<(String, Arc<dyn AnyTables>)>>,
}

impl Tables {
    /// No tables: searches find everything themselves.
    pub fn none() -> Tables {
        Tables::with(false, None)
    }

    /// Tables of small games only, solved in memory when they are first needed.
    pub fn in_memory() -> Tables {
        Tables::with(true, None)
    }

    /// The tables in this directory, and those of small games.
    pub fn in_directory(directory: impl Into<PathBuf>) -> Tables {
        Tables::with(true, Some(directory.into()))
    }

    fn with(enabled: bool, directory: Option<PathBuf>) -> Tables {
        Tables { shared: Arc::new(Shared { enabled, directory, open: Mutex::default() }) }
    }

    /// The directory of tables that users expect: what the environment variable `QUADRILLE_TABLES` names, or a directory of the
    /// user's data.
    pub fn usual_directory() -> Option<PathBuf> {
        let named = std::env::var_os("QUADRILLE_TABLES").map(PathBuf::from);
        named.or_else(|| Some(ProjectDirs::from("", "", "quadrille")?.data_dir().join("tables")))
    }

    /// The directory of tables, if there is one.
    pub fn directory(&self) -> Option<&std::path::Path> {
        self.shared.directory.as_deref()
    }

    /// What the tables know about a position and each of its moves. Small games are solved when they are first needed, which takes a
    /// moment.
    ///
    /// # Errors
    /// When there is no usable table.
    pub fn probe(&self, line: &dyn AnyLine) -> Result<Probe, ProbeError> {
        let game = line.game();
        let tables = self.open(&*game).ok_or_else(|| ProbeError::NoSolver(game.name().to_string()))?;
        let found = tables.probe(&line.text());
        if tables.memory() > BYTES_KEPT {
            // Other users of these tables still have them.
            self.lock().retain(|(_, kept)| !Arc::ptr_eq(kept, &tables));
        }
        found
    }

    /// The tables of a game; `None` if it cannot be solved on this board.
    pub(crate) fn open(&self, game: &dyn AnyGame) -> Option<Arc<dyn AnyTables>> {
        let solver = game.solver().filter(|_| self.shared.enabled)?;
        let mut open = self.lock();
        let known = open.iter().position(|(name, _)| name == game.name());
        let entry = match known {
            Some(place) => open.remove(place),
            None => (game.name().to_string(), solver.open(self.shared.directory.as_deref())),
        };
        if open.len() >= GAMES_KEPT {
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
