//! Looks at the file of an event while a run may be writing it, and after that. Nothing is changed, and the run never waits for it.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use quadrille::Record;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::store::{damaged, foreign, is_ours, read_event};
use super::{Event, GameInProgress, StoreError, progress};

/// A game that is over, in short.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The record without its moves: an event may have a million games.
    pub record: Record,
    /// How many moves it had, without those of the opening.
    pub plies: usize,
}

/// An event as it is now.
#[derive(Debug)]
pub struct EventState<'v> {
    /// The event.
    pub event: &'v Event,
    /// The games that are over, in the order in which they were seen.
    pub played: &'v [PlayedGame],
    /// The games that are being played.
    pub in_progress: Vec<GameInProgress>,
    /// Whether a run plays the event now.
    pub is_running: bool,
}

/// Somebody who looks at an event.
#[derive(Debug)]
pub struct Viewer {
    path: PathBuf,
    opened: Option<Opened>,
}

#[derive(Debug)]
struct Opened {
    connection: Connection,
    /// The device and the number of the file: another event may get the same name.
    identity: (u64, u64),
    event: Event,
    /// The state of the file when it was last read, as `SQLite` counts.
    version: Option<i64>,
    played: Vec<PlayedGame>,
    known: HashSet<u64>,
}

impl Viewer {
    /// Looks at a file, which need not exist yet.
    pub fn new(path: &Path) -> Viewer {
        Viewer { path: path.to_path_buf(), opened: None }
    }

    /// The present state; `None` as long as the file does not exist.
    ///
    /// # Errors
    /// When the file is something else, or cannot be read.
    pub fn look(&mut self) -> Result<Option<EventState<'_>>, StoreError> {
        if !self.open()? {
            return Ok(None);
        }
        let Some(opened) = &mut self.opened else { return Ok(None) };
        // First those in progress: a game that ends in between is then among those that are over.
        let in_progress = progress::read(&self.path, &opened.event.id);
        opened.read_news()?;
        let is_running = in_progress.is_some();
        let mut in_progress = in_progress.unwrap_or_default();
        in_progress.retain(|game| !opened.known.contains(&game.number));
        Ok(Some(EventState { event: &opened.event, played: &opened.played, in_progress, is_running }))
    }

    /// The whole record of a game that is over.
    ///
    /// # Errors
    /// When the file is something else, or cannot be read.
    pub fn record(&mut self, number: u64) -> Result<Option<Record>, StoreError> {
        self.open()?;
        match (&self.opened, i64::try_from(number)) {
            (Some(opened), Ok(number)) => opened.record(number),
            _ => Ok(None),
        }
    }

    /// Opens the file, if it is there and has not been opened before; whether it is there.
    fn open(&mut self) -> Result<bool, StoreError> {
        let Ok(metadata) = fs::metadata(&self.path) else {
            self.opened = None;
            return Ok(false);
        };
        let identity = (metadata.dev(), metadata.ino());
        if self.opened.as_ref().is_some_and(|opened| opened.identity == identity) {
            return Ok(true);
        }
        self.opened = None;
        if !is_ours(&self.path) {
            return Err(foreign(&self.path));
        }
        let connection = Connection::open_with_flags(&self.path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let event = read_event(&connection, &self.path)?;
        let (played, known) = (Vec::new(), HashSet::new());
        self.opened = Some(Opened { connection, identity, event, version: None, played, known });
        Ok(true)
    }
}

impl Opened {
    /// Reads the games that have been added.
    fn read_news(&mut self) -> Result<(), StoreError> {
        let version = self.connection.query_row("PRAGMA data_version", [], |row| row.get(0))?;
        if self.version == Some(version) {
            return Ok(());
        }
        let numbers = {
            let mut query = self.connection.prepare("SELECT number FROM games ORDER BY number")?;
            query.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?
        };
        for number in numbers {
            if self.known.contains(&number.cast_unsigned()) {
                continue;
            }
            if let Some(record) = self.record(number)? {
                let plies = record.moves.len();
                self.known.insert(number.cast_unsigned());
                self.played.push(PlayedGame { record: Record { moves: Vec::new(), ..record }, plies });
            }
        }
        self.version = Some(version);
        Ok(())
    }

    fn record(&self, number: i64) -> Result<Option<Record>, StoreError> {
        let mut query = self.connection.prepare_cached("SELECT record FROM games WHERE number = ?1")?;
        let text = query.query_row([number], |row| row.get::<_, String>(0)).optional()?;
        text.map(|text| Record::from_json(&text).map_err(damaged)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use quadrille::{GameResult, Opening};

    use super::super::{Conditions, Format, Store};
    use super::*;

    fn event(id: &str) -> Event {
        Event {
            name: "cup".to_string(),
            id: id.to_string(),
            game: "oska:3".to_string(),
            players: ["anna=random", "ben=random"].map(str::to_string).to_vec(),
            format: Format::RoundRobin,
            conditions: Conditions::default(),
            openings: vec![Opening { position: "startpos".to_string(), moves: Vec::new() }],
            seed: 1,
            local: crate::event::LocalOptions::default(),
        }
    }

    fn record(number: u64) -> Record {
        Record {
            event: "cup".to_string(),
            number,
            pair: 0,
            game: "oska:3".to_string(),
            players: ["anna", "ben"].map(str::to_string),
            control: "depth=4".to_string(),
            opening: event("").openings.swap_remove(0),
            moves: vec![quadrille::Ply { mv: "a1a2".to_string(), milliseconds: 0, score: None }],
            result: GameResult::White,
            reason: "why not".to_string(),
        }
    }

    fn numbers(viewer: &mut Viewer) -> Option<Vec<u64>> {
        let state = viewer.look().expect("readable")?;
        Some(state.played.iter().map(|game| game.record.number).collect())
    }

    #[test]
    fn a_file_is_looked_at_while_a_run_writes_it() {
        let folder = std::env::temp_dir().join(format!("quadrille-viewer-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("cup.sqlite");
        let mut viewer = Viewer::new(&path);
        assert_eq!(numbers(&mut viewer), None, "it has not begun");
        let mut store = Store::create(&path, &event("cup-1")).expect("a file");
        assert_eq!(numbers(&mut viewer), Some(vec![]));
        for (number, seen) in [(2, vec![2]), (1, vec![2, 1])] {
            store.add(&record(number)).expect("stored");
            assert_eq!(numbers(&mut viewer), Some(seen));
        }
        let state = viewer.look().expect("readable").expect("an event");
        assert_eq!((state.played[0].plies, state.is_running), (1, false));
        assert_eq!(state.event.id, "cup-1");
        assert_eq!(viewer.record(2).expect("readable"), Some(record(2)), "with its moves");
        assert_eq!(viewer.record(3).expect("readable"), None);
        let second = Store::resume(&path).err().map(|error| error.to_string());
        assert!(second.is_some_and(|words| words.starts_with("another run is using")));
        store.settle();
        let copy = folder.join("copy.sqlite");
        fs::copy(&path, &copy).expect("a copy");
        assert_eq!(numbers(&mut Viewer::new(&copy)), Some(vec![1, 2]), "the file has all games");
        store.add(&record(3)).expect("stored");
        drop(store);
        assert_eq!(Store::resume(&path).expect("free again").0.records().expect("readable").len(), 3);
        // Another tournament gets the name of the old one, whose log is left.
        fs::remove_file(&path).expect("removed");
        assert_eq!(numbers(&mut viewer), None);
        drop(Store::create(&path, &event("cup-2")).expect("a file"));
        assert_eq!(numbers(&mut viewer), Some(vec![]));
        fs::remove_file(&path).expect("removed");
        fs::write(&path, "my notes").expect("written");
        assert!(viewer.look().is_err_and(|error| error.to_string().contains("is not the file of an event")));
        fs::remove_dir_all(&folder).expect("removed");
    }
}
