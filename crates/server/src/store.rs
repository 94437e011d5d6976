//! The games people play, in one file of `SQLite`.
//!
//! Promises: a move that was answered is there after any crash of the program; two requests that change a game at once do
//! not lose each other's change; a file that is something else is left alone.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arena::GameResult;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use crate::limits;

/// What the header of our files says, so that no other database is taken for one: the letters `QUAP`.
const APPLICATION: i32 = 0x5155_4150;
/// Raised when the tables change.
const VERSION: i32 = 1;

/// Why games cannot be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The directory cannot be made.
    #[error("{0} cannot be made: {1}")]
    Directory(String, std::io::Error),
    /// The file is something else.
    #[error("{0} is no file of games of this version: choose another with --data")]
    Foreign(String),
    /// There is no room for another game.
    #[error("there is room for {} games and no more: delete some", limits::KEPT_GAMES)]
    Full,
    /// The database says no.
    #[error("the file of games cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Player {
    /// Somebody at the page.
    Human,
    /// The engine.
    Engine {
        /// `level=3`, `depth=6` or `time=500ms`.
        #[schema(example = "level=3")]
        strength: String,
    },
}

/// The time that each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clock {
    /// At the start, in milliseconds.
    #[schema(minimum = 1000, maximum = 604_800_000)]
    pub(crate) start_ms: u64,
    /// What each move gives back.
    #[schema(maximum = 604_800_000)]
    pub(crate) increment_ms: u64,
}

/// A game that is kept.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Kept {
    pub(crate) id: String,
    /// Times are milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) updated: i64,
    /// The game and its size.
    pub(crate) game: String,
    /// A position, or `startpos`.
    pub(crate) start: String,
    pub(crate) white: Player,
    pub(crate) black: Player,
    pub(crate) clock: Option<Clock>,
    pub(crate) moves: Vec<String>,
    /// What each move took, in milliseconds.
    pub(crate) times: Vec<u64>,
    /// Since when the side to move has been thinking.
    pub(crate) turn_began: i64,
    pub(crate) result: Option<GameResult>,
    pub(crate) reason: Option<String>,
}

/// The file of games.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
}

/// The present time in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

const COLUMNS: &str =
    "id, created, updated, game, start, white, black, clock, moves, times, turn_began, result, reason";

impl Store {
    /// Opens the file, and makes it if there is none.
    ///
    /// # Errors
    /// When the file is something else, or cannot be used.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
            fs::create_dir_all(directory)
                .map_err(|error| StoreError::Directory(directory.display().to_string(), error))?;
        }
        let foreign = || StoreError::Foreign(path.display().to_string());
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
        let application = number("PRAGMA application_id").map_err(|_| foreign())?;
        let tables = number("SELECT count(*) FROM sqlite_schema").map_err(|_| foreign())?;
        if tables == 0 && application == 0 {
            connection.execute_batch(&format!(
                "BEGIN;
                 PRAGMA application_id = {APPLICATION};
                 PRAGMA user_version = {VERSION};
                 CREATE TABLE games (
                     id TEXT PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL, game TEXT NOT NULL,
                     start TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL, clock TEXT, moves TEXT NOT NULL,
                     times TEXT NOT NULL, turn_began INTEGER NOT NULL, result TEXT, reason TEXT
                 ) STRICT;
                 CREATE INDEX games_by_update ON games (updated);
                 COMMIT;"
            ))?;
        } else if application != APPLICATION || number("PRAGMA user_version")? != VERSION {
            return Err(foreign());
        }
        // What is committed survives a kill of this process in either mode; this one does not wait for the disk each time.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new game, all of it but the id being given; the game with its id.
    pub(crate) fn add(&self, mut game: Kept) -> Result<Kept, StoreError> {
        self.add_all(std::slice::from_mut(&mut game))?;
        Ok(game)
    }

    /// Keeps new games, all of them or none, and gives them their ids.
    pub(crate) fn add_all(&self, games: &mut [Kept]) -> Result<(), StoreError> {
        let mut connection = self.connection();
        // What is not committed is taken back when this ends.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let count: u64 = transaction.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
        if count + games.len() as u64 > limits::KEPT_GAMES {
            return Err(StoreError::Full);
        }
        for game in games {
            game.id = new_id();
            transaction.execute(
                &format!("INSERT INTO games ({COLUMNS}) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)"),
                params![
                    game.id,
                    game.created,
                    game.updated,
                    game.game,
                    game.start,
                    json(&game.white),
                    json(&game.black),
                    game.clock.as_ref().map(json),
                    game.moves.join(" "),
                    times_text(&game.times),
                    game.turn_began,
                    game.result.map(GameResult::text),
                    game.reason,
                ],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The game of this id.
    pub(crate) fn get(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
        Ok(self.connection().query_row(&query, [id], kept).optional()?)
    }

    /// Keeps what has become of a game, unless somebody else has changed it since `before` was read.
    pub(crate) fn change(&self, before: &Kept, after: &Kept) -> Result<bool, StoreError> {
        let changed = self.connection().execute(
            "UPDATE games SET updated = ?1, moves = ?2, times = ?3, turn_began = ?4, result = ?5, reason = ?6
             WHERE id = ?7 AND moves = ?8 AND result IS ?9 AND turn_began = ?10",
            params![
                after.updated,
                after.moves.join(" "),
                times_text(&after.times),
                after.turn_began,
                after.result.map(GameResult::text),
                after.reason,
                before.id,
                before.moves.join(" "),
                before.result.map(GameResult::text),
                before.turn_began,
            ],
        )?;
        Ok(changed == 1)
    }

    /// Forgets a game; whether there was one.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.connection().execute("DELETE FROM games WHERE id = ?1", [id])? == 1)
    }

    /// The games in which all these words occur, newest first, and how many there are.
    pub(crate) fn list(&self, search: &str, limit: u32, offset: u32) -> Result<(u64, Vec<Kept>), StoreError> {
        // Whatever a game is told apart by: its rules, its players, how it ended.
        const TEXT: &str =
            "game || ' ' || white || ' ' || black || ' ' || coalesce(result || ' ' || reason, 'open')";
        let words: Vec<&str> = search.split_whitespace().take(10).collect();
        let conditions: Vec<String> =
            (1..=words.len()).map(|number| format!("instr(lower({TEXT}), lower(?{number})) > 0")).collect();
        let filter = if words.is_empty() { "true".to_string() } else { conditions.join(" AND ") };
        let connection = self.connection();
        let words = rusqlite::params_from_iter(&words);
        let total = connection.query_row(
            &format!("SELECT count(*) FROM games WHERE {filter}"),
            words.clone(),
            |row| row.get(0),
        )?;
        let query = format!(
            "SELECT {COLUMNS} FROM games WHERE {filter} ORDER BY updated DESC, id LIMIT {limit} OFFSET {offset}"
        );
        let mut statement = connection.prepare(&query)?;
        let games = statement.query_map(words, kept)?.collect::<Result<_, _>>()?;
        Ok((total, games))
    }
}

fn kept(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let text = |index| row.get::<_, String>(index);
    let words = |index| {
        text(index).map(|text| {
            text.split(' ').filter(|word| !word.is_empty()).map(str::to_string).collect::<Vec<_>>()
        })
    };
    Ok(Kept {
        id: text(0)?,
        created: row.get(1)?,
        updated: row.get(2)?,
        game: text(3)?,
        start: text(4)?,
        white: from_json(5, &text(5)?)?,
        black: from_json(6, &text(6)?)?,
        clock: row.get::<_, Option<String>>(7)?.map(|text| from_json(7, &text)).transpose()?,
        moves: words(8)?,
        times: words(9)?.iter().map(|time| time.parse().unwrap_or(0)).collect(),
        turn_began: row.get(10)?,
        result: row
            .get::<_, Option<String>>(11)?
            .and_then(|text| GameResult::ALL.into_iter().find(|result| result.text() == text)),
        reason: row.get(12)?,
    })
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value)
        .unwrap_or_else(|error| unreachable!("strings and numbers have a JSON form: {error}"))
}

fn from_json<T: for<'de> Deserialize<'de>>(column: usize, text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
    })
}

fn times_text(times: &[u64]) -> String {
    times.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// A name that no two games share.
fn new_id() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let number = || RandomState::new().build_hasher().finish();
    format!("{:016x}", number())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[&str]) -> Kept {
        Kept {
            id: String::new(),
            created: 1,
            updated: 1,
            game: "ctf:5".to_string(),
            start: "startpos".to_string(),
            white: Player::Human,
            black: Player::Engine { strength: "level=3".to_string() },
            clock: Some(Clock { start_ms: 1000, increment_ms: 0 }),
            moves: moves.iter().map(ToString::to_string).collect(),
            times: moves.iter().map(|_| 7).collect(),
            turn_began: 1,
            result: None,
            reason: None,
        }
    }

    fn in_memory() -> Store {
        Store::open(Path::new(":memory:")).expect("memory")
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let store = in_memory();
        let kept = store.add(game(&["c2c3", "b4b3"])).expect("added");
        assert_eq!(store.get(&kept.id).expect("read"), Some(kept.clone()));
        let mut after = kept.clone();
        after.moves.push("b2b3".to_string());
        after.times.push(9);
        after.result = Some(GameResult::White);
        after.reason = Some("resigned".to_string());
        assert!(store.change(&kept, &after).expect("changed"));
        assert_eq!(store.get(&kept.id).expect("read"), Some(after.clone()));
        // Whoever read the game before that change must read it again.
        assert!(!store.change(&kept, &game(&[])).expect("no error"));
        assert_eq!(store.get(&kept.id).expect("read"), Some(after));
        assert!(store.delete(&kept.id).expect("deleted") && !store.delete(&kept.id).expect("gone"));
    }

    #[test]
    fn games_are_listed_newest_first_and_searched_by_words() {
        let store = in_memory();
        for updated in 1..=5 {
            store.add(Kept { updated, ..game(&[]) }).expect("added");
        }
        let won =
            Kept { result: Some(GameResult::White), reason: Some("the lion is taken".into()), ..game(&[]) };
        store.add(Kept { game: "congo".to_string(), ..won }).expect("added");
        let (total, games) = store.list("", 3, 0).expect("listed");
        assert_eq!((total, games.iter().map(|game| game.updated).collect::<Vec<_>>()), (6, vec![5, 4, 3]));
        let count = |words: &str| store.list(words, 50, 0).expect("listed").0;
        assert_eq!((count("CTF open"), count("lion 1-0"), count("lion ctf"), count("% _")), (5, 1, 0, 0));
    }

    #[test]
    fn several_games_are_kept_all_or_none() {
        let store = in_memory();
        let count = || store.list("", 1, 0).expect("listed").0;
        let mut two = [game(&[]), game(&["c2c3"])];
        store.add_all(&mut two).expect("added");
        assert_eq!(count(), 2);
        assert_eq!(store.get(&two[1].id).expect("read").as_ref(), Some(&two[1]));
        // The database refuses the second of them.
        store
            .connection()
            .execute_batch(
                "CREATE TRIGGER no_congo BEFORE INSERT ON games WHEN NEW.game = 'congo'
                 BEGIN SELECT RAISE(ABORT, 'no room on the disk'); END",
            )
            .expect("a trigger");
        let mut three = [game(&[]), Kept { game: "congo".to_string(), ..game(&[]) }, game(&[])];
        assert!(matches!(store.add_all(&mut three), Err(StoreError::Database(_))));
        assert_eq!(count(), 2, "neither the first nor the third is kept");
    }

    #[test]
    fn there_is_room_for_so_many_games() {
        let store = in_memory();
        let kept = store.add(game(&[])).expect("added");
        // Copies of it, until there is room for one more.
        store
            .connection()
            .execute(
                &format!(
                    "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
                     INSERT INTO games SELECT n, {} FROM games, numbers",
                    COLUMNS.trim_start_matches("id, ")
                ),
                [limits::KEPT_GAMES - 2],
            )
            .expect("copies");
        let full = |added: Result<(), StoreError>| matches!(added, Err(StoreError::Full));
        assert!(full(store.add_all(&mut [game(&[]), game(&[])])), "two are too many");
        store.add(game(&[])).expect("there is room for one");
        assert!(full(store.add(game(&[])).map(|_| ())));
        store.delete(&kept.id).expect("deleted");
        store.add(game(&[])).expect("there is room again");
    }

    #[test]
    fn another_file_is_left_alone() {
        let path = std::env::temp_dir().join(format!("quadrille-foreign-{}", std::process::id()));
        fs::write(&path, "not a database, but somebody's letter, and long enough for that").expect("written");
        assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
        assert!(fs::read_to_string(&path).expect("read").starts_with("not a database"));
        fs::remove_file(&path).expect("removed");
    }
}
