//! The tables of solved games, kept at hand for those who ask.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use games::GameSpec;
use solve::{AnyTables, Probe, ProbeError};

use crate::limits;

/// The tables of the games that were asked for last.
pub(crate) struct Solved {
    directory: Option<PathBuf>,
    /// The one asked for last is the last.
    games: Mutex<Vec<(GameSpec, Arc<dyn AnyTables>)>>,
}

impl Solved {
    /// Tables in this directory, and such as are solved in memory.
    pub(crate) fn new(directory: Option<PathBuf>) -> Solved {
        Solved { directory, games: Mutex::default() }
    }

    /// What is known of a position. It may take a moment: small games are solved when they are first asked for.
    pub(crate) fn probe(&self, game: GameSpec, position: &str) -> Result<Probe, ProbeError> {
        let tables = self.tables(game)?;
        let found = tables.probe(position);
        if tables.memory() > limits::TABLES_BYTES {
            self.forget(&tables);
        }
        found
    }

    /// The tables of a game: those that are at hand, or new ones, which take the place of those not asked for the longest.
    fn tables(&self, game: GameSpec) -> Result<Arc<dyn AnyTables>, ProbeError> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let known = games.iter().position(|(known, _)| *known == game);
        let entry = match known {
            Some(place) => games.remove(place),
            None => (game, solve::any_tables(game, self.directory.as_deref())?.into()),
        };
        if games.len() >= limits::GAMES_WITH_TABLES {
            games.remove(0);
        }
        let tables = Arc::clone(&entry.1);
        games.push(entry);
        Ok(tables)
    }

    /// Lets go of tables that hold too much memory. Whoever is asking them still has them.
    fn forget(&self, tables: &Arc<dyn AnyTables>) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|(_, kept)| !Arc::ptr_eq(kept, tables));
    }

    /// The words of an error without the directory, which is nobody's business but that of whoever serves.
    pub(crate) fn words(&self, error: &ProbeError) -> String {
        let words = error.to_string();
        match &self.directory {
            Some(directory) => words.replace(&format!("{}/", directory.display()), ""),
            None => words,
        }
    }
}
