//! An event on disk: its description and every finished game, in one `SQLite` file.
//!
//! Promises: a game that was added is there after any crash; each number is there at most once; only one run uses a file at a time, and
//! others may look at it (see `Viewer`); a file of another program is left unchanged.

use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::Path;

use quadrille::Record;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use thiserror::Error;

use super::Event;
use super::progress::file_beside;

/// The application number in the header of our files, which no other database has: the letters `QUAD`.
const APPLICATION: i32 = 0x5155_4144;
/// Raised when the tables change.
const VERSION: i32 = 1;

/// Why a file cannot be used, in words.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct StoreError(String);

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError(format!("the file cannot be used: {error}"))
    }
}

/// The error of a file, with its name.
fn problem(path: &Path, problem: impl Display) -> StoreError {
    StoreError(format!("{} {problem}", path.display()))
}

pub(super) fn foreign(path: &Path) -> StoreError {
    problem(path, "is not the file of an event, or another version wrote it")
}

pub(super) fn damaged(problem: impl Display) -> StoreError {
    StoreError(format!("the file is damaged: {problem}"))
}

/// An event and its games.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// Holds the lock of this run; a store in memory has none. It is closed after the connection: a process that closes a file loses
    /// the locks that `SQLite` has on it.
    lock: Option<File>,
}

impl Store {
    /// A store in memory only.
    ///
    /// # Errors
    /// When the memory does not suffice.
    pub fn in_memory(event: &Event) -> Result<Store, StoreError> {
        let store = Store { connection: Connection::open_in_memory()?, lock: None };
        store.begin(event)?;
        Ok(store)
    }

    /// A new file for an event.
    ///
    /// # Errors
    /// When the file exists, or cannot be made.
    pub fn create(path: &Path, event: &Event) -> Result<Store, StoreError> {
        if path.exists() {
            return Err(problem(
                path,
                "already exists: continue its event with --resume, or choose another file",
            ));
        }
        let beside = |ending| file_beside(path, ending);
        let unwritable = |error: io::Error| problem(path, format!("cannot be written: {error}"));
        // The file gets its name when the event is in it: a run that is killed before leaves no incomplete file.
        let unfinished = beside(".new");
        // If somebody has removed a file without its log, `SQLite` would put the old games of the log into the new file.
        for left in [unfinished.clone(), beside(".new-wal"), beside("-wal"), beside("-shm")] {
            if left.exists() {
                fs::remove_file(left).map_err(unwritable)?;
            }
        }
        let unfinished = unfinished.as_path();
        File::create_new(unfinished).map_err(unwritable)?;
        let store = Store::open(unfinished)?;
        store.begin(event)?;
        let Store { connection, lock } = store;
        connection.close().map_err(|(_, error)| error)?;
        drop(lock);
        fs::rename(unfinished, path).map_err(unwritable)?;
        Store::open(path)
    }

    /// The file of an event that an earlier run began.
    ///
    /// # Errors
    /// When the file does not exist, is something else, or is in use by another run.
    pub fn resume(path: &Path) -> Result<(Store, Event), StoreError> {
        if !path.exists() {
            return Err(problem(path, "does not exist: there is nothing to resume"));
        }
        if !is_ours(path) {
            return Err(foreign(path));
        }
        let store = Store::open(path)?;
        let event = read_event(&store.connection, path)?;
        Ok((store, event))
    }

    /// Opens a file that exists, for this run alone. A change is on disk before it counts as made.
    fn open(path: &Path) -> Result<Store, StoreError> {
        let in_use = || StoreError(format!("another run is using {}", path.display()));
        let lock = File::open(path).map_err(|error| problem(path, format!("cannot be read: {error}")))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use()),
            Err(TryLockError::Error(error)) => {
                return Err(problem(path, format!("cannot be locked: {error}")));
            }
        }
        let in_words = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => in_use(),
            Some(ErrorCode::NotADatabase) => foreign(path),
            _ => error.into(),
        };
        let connection = Connection::open(path).map_err(in_words)?;
        let prepare = || -> rusqlite::Result<()> {
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "FULL")
        };
        prepare().map_err(in_words)?;
        Ok(Store { connection, lock: Some(lock) })
    }

    /// Writes the event into an empty file: all or nothing.
    fn begin(&self, event: &Event) -> Result<(), StoreError> {
        let text = serde_json::to_string(event).map_err(damaged)?;
        let make = self.connection.unchecked_transaction()?;
        make.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {VERSION};
             CREATE TABLE event (description TEXT NOT NULL);
             CREATE TABLE games (number INTEGER PRIMARY KEY, record TEXT NOT NULL);"
        ))?;
        make.execute("INSERT INTO event VALUES (?1)", params![text])?;
        make.commit()?;
        Ok(())
    }

    /// Stores a description of the event that has changed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn describe(&mut self, event: &Event) -> Result<(), StoreError> {
        let text = serde_json::to_string(event).map_err(damaged)?;
        self.connection.execute("UPDATE event SET description = ?1", params![text])?;
        Ok(())
    }

    /// All games, in the order of their numbers.
    ///
    /// # Errors
    /// When the file cannot be read, or contains something else.
    pub fn records(&self) -> Result<Vec<Record>, StoreError> {
        let mut query = self.connection.prepare("SELECT record FROM games ORDER BY number")?;
        let texts = query.query_map([], |row| row.get::<_, String>(0))?;
        texts.map(|text| Record::from_json(&text?).map_err(damaged)).collect()
    }

    /// Adds a game; it is on disk when this returns. `false` if the store already has its number.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<bool, StoreError> {
        let added = self.connection.execute(
            "INSERT OR IGNORE INTO games VALUES (?1, ?2)",
            params![record.number as i64, record.to_json()],
        )?;
        Ok(added == 1)
    }

    /// Puts all games into the file itself, also while others look at it: so it can be copied. If this fails, they are in the log beside
    /// the file, as before.
    pub(super) fn settle(&self) {
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
}

/// Whether the header of a file says that it is an event's. The file is only read, so others stay unchanged.
pub(super) fn is_ours(path: &Path) -> bool {
    let mut header = [0; 100];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    // SQLite keeps the user version and the application number at these places.
    read.is_ok() && header[60..64] == VERSION.to_be_bytes() && header[68..72] == APPLICATION.to_be_bytes()
}

/// The event in a file.
pub(super) fn read_event(connection: &Connection, path: &Path) -> Result<Event, StoreError> {
    let text = connection
        .query_row("SELECT description FROM event", [], |row| row.get::<_, String>(0))
        .optional()?
        .ok_or_else(|| foreign(path))?;
    serde_json::from_str(&text).map_err(damaged)
}
