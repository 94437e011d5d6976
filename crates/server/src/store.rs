//! The stored games, in one `SQLite` file.
//!
//! Promises: a move that was answered survives any crash of the program; of two requests that change a game at the same time, one is
//! refused; a file of another program is not touched.

mod schema;
mod seats;

use std::fs;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use answers::{Company, Offer, Player};
use quadrille::clock::unix_millis;
use quadrille::{GameResult, Side};
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clients::Digest;
use crate::limits;
use schema::{DELETED, FROM_VERSION_1, FROM_VERSION_2, SCHEMA, VERSION};
pub(crate) use seats::{Seat, Seats};

/// The mark in the header of our files, so that no other database is taken for one: the letters `QUAP`.
const APPLICATION: i32 = 0x5155_4150;
/// Why games cannot be stored or read.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    #[error("cannot create the directory {0}: {1}")]
    Directory(String, std::io::Error),
    #[error(
        "{0} is not a file of games, or another version of quadrille wrote it: choose another file with --data"
    )]
    Foreign(String),
    #[error("the server stores at most {} games: delete some to make room", limits::STORED_GAMES)]
    Full,
    #[error(
        "you have stored {} games here, and nobody may store more: delete some of yours to make room",
        limits::GAMES_OF_A_CLIENT
    )]
    OwnerFull,
    #[error(
        "{} games from your network address are stored here, and no address may store more: delete some of them to make room",
        limits::GAMES_OF_A_NETWORK
    )]
    NetworkFull,
    #[error("cannot use the file of games: {0}")]
    Database(#[from] rusqlite::Error),
}

/// What a server stores of a game besides what was played: who may do what with it, and what its players want.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Sharing {
    /// Who has created it, and from where; nothing if only this machine could reach the server then. In such a game, who invites
    /// somebody becomes its owner.
    pub(crate) owner: Option<Digest>,
    pub(crate) network: Option<IpAddr>,
    pub(crate) seats: Seats,
    /// What one player has offered. Any change of the game ends it.
    pub(crate) offer: Option<Offer>,
    /// The id of the game that the players went on with.
    pub(crate) next: Option<String>,
}

impl Company for Sharing {
    fn awaits_player(&self) -> bool {
        self.seats.is_free()
    }

    fn is_at_one_screen(&self) -> bool {
        self.seats.of(Side::White).holder == self.seats.of(Side::Black).holder
    }
}

/// A stored game.
pub(crate) type StoredGame = answers::StoredGame<Sharing>;

/// A stored game as a list shows it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredEntry {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) game: String,
    pub(crate) white: Player,
    pub(crate) black: Player,
    pub(crate) plies: usize,
    pub(crate) result: Option<GameResult>,
    pub(crate) reason: Option<String>,
    pub(crate) owner: Option<Digest>,
    pub(crate) seats: Seats,
}

/// The file of games.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// What a list reads, and what follows in the row.
const ENTRY: &str = "id, created, updated, game, white, black, plies, result, reason, owner, seats";
const REST: &str = "network, clock, turn_began, start, moves, times, spent, offer, next";

impl Store {
    /// Opens the file, and creates it if it does not exist.
    pub(crate) fn open(path: &Path) -> Result<Store, StoreError> {
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
        let change = match number("PRAGMA user_version")? {
            0 if tables == 0 && application == 0 => SCHEMA.to_string(),
            1 if application == APPLICATION => FROM_VERSION_1.replace("{SCHEMA}", SCHEMA),
            2 if application == APPLICATION => FROM_VERSION_2.to_string(),
            VERSION if application == APPLICATION => String::new(),
            _ => return Err(foreign()),
        };
        if !change.is_empty() {
            connection.execute_batch(&format!(
                "BEGIN;
                 PRAGMA application_id = {APPLICATION};
                 PRAGMA user_version = {VERSION};
                 {change}
                 COMMIT;"
            ))?;
        }
        // A commit survives a kill of this process in any mode; this mode does not wait for the disk each time.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch(DELETED)?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a new game and gives it an id.
    pub(crate) fn add(&self, mut game: StoredGame) -> Result<StoredGame, StoreError> {
        self.add_all(std::slice::from_mut(&mut game))?;
        Ok(game)
    }

    /// Stores new games, all of them or none, and gives them ids.
    pub(crate) fn add_all(&self, games: &mut [StoredGame]) -> Result<(), StoreError> {
        for game in games.iter_mut() {
            game.id = new_id();
        }
        let mut connection = self.connection();
        // A transaction that is not committed is rolled back when it is dropped.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        insert(&transaction, games)?;
        transaction.commit()?;
        Ok(())
    }

    pub(crate) fn get(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let query = format!("SELECT {ENTRY}, {REST} FROM games WHERE id = ?1");
        Ok(self.connection().query_row(&query, [id], stored_game).optional()?)
    }

    /// Stores a changed game, unless another request has changed it since `before` was read; whether it was stored.
    pub(crate) fn change(&self, before: &StoredGame, after: &StoredGame) -> Result<bool, StoreError> {
        let changed = self.connection().execute(
            "UPDATE games SET updated = ?1, moves = ?2, times = ?3, turn_began = ?4, result = ?5, reason = ?6, plies = ?7, spent = ?8,
                offer = NULL
             WHERE id = ?9 AND moves = ?10 AND result IS ?11 AND turn_began = ?12",
            params![
                after.updated,
                after.moves.join(" "),
                times_text(&after.times),
                after.turn_began,
                after.result.map(GameResult::text),
                after.reason,
                after.moves.len(),
                times_text(&after.spent),
                before.id,
                before.moves.join(" "),
                before.result.map(GameResult::text),
                before.turn_began,
            ],
        )?;
        Ok(changed == 1)
    }

    /// Stores the seats of a game, its players, its owner, and when its present turn began, unless another request has changed the seats since `before` was
    /// read; whether they were stored.
    pub(crate) fn change_seats(&self, before: &StoredGame, after: &StoredGame) -> Result<bool, StoreError> {
        let changed = self.connection().execute(
            "UPDATE games SET seats = ?1, turn_began = ?2, owner = ?3, white = ?4, black = ?5
             WHERE id = ?6 AND seats = ?7 AND turn_began = ?8",
            params![
                json(&after.company.seats),
                after.turn_began,
                after.company.owner.as_ref().map(|owner| &owner.0),
                json(&after.white),
                json(&after.black),
                before.id,
                json(&before.company.seats),
                before.turn_began
            ],
        )?;
        Ok(changed == 1)
    }

    /// Stores an offer, or that there is none, unless another request has changed the game since `before` was read; whether it was
    /// stored.
    pub(crate) fn set_offer(&self, before: &StoredGame, offer: Option<Offer>) -> Result<bool, StoreError> {
        let changed = self.connection().execute(
            "UPDATE games SET offer = ?1 WHERE id = ?2 AND moves = ?3 AND result IS ?4 AND offer IS ?5",
            params![
                offer.as_ref().map(json),
                before.id,
                before.moves.join(" "),
                before.result.map(GameResult::text),
                before.company.offer.as_ref().map(json),
            ],
        )?;
        Ok(changed == 1)
    }

    /// Stores with which game the players go on, unless they do already; whether it was stored.
    pub(crate) fn set_next(&self, game: &StoredGame, next: &str) -> Result<bool, StoreError> {
        let changed = self.connection().execute(
            "UPDATE games SET next = ?1, offer = NULL, updated = ?2 WHERE id = ?3 AND next IS NULL",
            params![next, game.updated, game.id],
        )?;
        Ok(changed == 1)
    }

    /// How many games are stored.
    pub(crate) fn count(&self) -> Result<u64, StoreError> {
        Ok(self.connection().query_row("SELECT count(*) FROM games", [], |row| row.get(0))?)
    }

    /// Deletes a game; whether there was one. The game that it was the rematch of can have another rematch then. Until the server ends,
    /// or many others have been deleted, it can be brought back.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute(
            "INSERT INTO deleted SELECT *, ?1 FROM games WHERE id = ?2",
            params![unix_millis(), id],
        )?;
        let deleted = transaction.execute("DELETE FROM games WHERE id = ?1", [id])? == 1;
        let oldest = "DELETE FROM deleted WHERE rowid <= (SELECT max(rowid) FROM deleted) - ?1";
        transaction.execute(oldest, [limits::DELETED_GAMES])?;
        transaction.execute("UPDATE games SET next = NULL WHERE next = ?1", [id])?;
        transaction.commit()?;
        Ok(deleted)
    }

    /// A game that was deleted. Its clocks have stood still since then.
    pub(crate) fn deleted(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let query = format!("SELECT {ENTRY}, {REST}, at FROM deleted WHERE id = ?1");
        let read = |row: &Row<'_>| {
            let mut game = stored_game(row)?;
            game.turn_began += unix_millis() - row.get::<_, i64>("at")?;
            Ok(game)
        };
        Ok(self.connection().query_row(&query, [id], read).optional()?)
    }

    /// Stores a game again that was deleted, with its id; whether another request has not done so already.
    pub(crate) fn restore(&self, game: &StoredGame) -> Result<bool, StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let is_there = transaction.execute("DELETE FROM deleted WHERE id = ?1", [&game.id])? == 1;
        if is_there {
            insert(&transaction, std::slice::from_ref(game))?;
            transaction.commit()?;
        }
        Ok(is_there)
    }

    /// The games in which all these words occur, newest first, and how many there are. The file has the names of games, and people
    /// also search for their titles.
    pub(crate) fn list(
        &self,
        search: &str,
        limit: u32,
        offset: u32,
        title: impl Fn(&str) -> String,
    ) -> Result<(u64, Vec<StoredEntry>), StoreError> {
        // What people search for: the game, its players, how it ended.
        const TEXT: &str =
            "game || ' ' || white || ' ' || black || ' ' || coalesce(result || ' ' || reason, 'open')";
        let connection = self.connection();
        let words: Vec<String> = search.split_whitespace().map(str::to_ascii_lowercase).collect();
        let names: Vec<String> = connection
            .prepare("SELECT DISTINCT game FROM games")?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let titles: Vec<String> = names.iter().map(|name| title(name).to_ascii_lowercase()).collect();
        // The names of the games in whose titles a word occurs, as a list in JSON.
        let titled = |word: &String| {
            let found = names.iter().zip(&titles).filter(|(_, title)| title.contains(word));
            json(&found.map(|(name, _)| name).collect::<Vec<_>>())
        };
        let condition = |number: usize| {
            let list = words.len() + number;
            format!("(instr(lower({TEXT}), ?{number}) > 0 OR game IN (SELECT value FROM json_each(?{list})))")
        };
        let conditions: Vec<String> = (1..=words.len()).map(condition).collect();
        let filter = if words.is_empty() { "true".to_string() } else { conditions.join(" AND ") };
        let lists: Vec<String> = words.iter().map(titled).collect();
        let words = rusqlite::params_from_iter(words.iter().chain(&lists));
        let count = format!("SELECT count(*) FROM games WHERE {filter}");
        let total = connection.query_row(&count, words.clone(), |row| row.get(0))?;
        let order = format!("ORDER BY updated DESC, id LIMIT {limit} OFFSET {offset}");
        let query = format!("SELECT {ENTRY} FROM games WHERE {filter} {order}");
        let mut statement = connection.prepare(&query)?;
        let games = statement.query_map(words, stored_entry)?.collect::<Result<_, _>>()?;
        Ok((total, games))
    }
}

/// Adds games with their ids, if there is room for them. All of them are from the same client.
fn insert(transaction: &Transaction<'_>, games: &[StoredGame]) -> Result<(), StoreError> {
    let room = |condition: &str, value: &dyn ToSql, most: u64, full: StoreError| {
        let query = format!("SELECT count(*) FROM games WHERE {condition}");
        let count: u64 = transaction.query_row(&query, [value], |row| row.get(0))?;
        if count + games.len() as u64 > most { Err(full) } else { Ok(()) }
    };
    room("?1", &true, limits::STORED_GAMES, StoreError::Full)?;
    if let Some(Digest(owner)) = games.first().and_then(|game| game.company.owner.as_ref()) {
        room("owner = ?1", owner, limits::GAMES_OF_A_CLIENT, StoreError::OwnerFull)?;
    }
    if let Some(network) = games.first().and_then(|game| game.company.network) {
        let network = network.to_string();
        room("network = ?1", &network, limits::GAMES_OF_A_NETWORK, StoreError::NetworkFull)?;
    }
    for game in games {
        transaction.execute(
            &format!(
                "INSERT INTO games ({ENTRY}, {REST}) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20)"
            ),
            params![
                game.id,
                game.created,
                game.updated,
                game.game,
                json(&game.white),
                json(&game.black),
                game.moves.len(),
                game.result.map(GameResult::text),
                game.reason,
                game.company.owner.as_ref().map(|owner| &owner.0),
                json(&game.company.seats),
                game.company.network.map(|network| network.to_string()),
                game.clock.as_ref().map(json),
                game.turn_began,
                game.start,
                game.moves.join(" "),
                times_text(&game.times),
                times_text(&game.spent),
                game.company.offer.as_ref().map(json),
                game.company.next,
            ],
        )?;
    }
    Ok(())
}

fn stored_entry(row: &Row<'_>) -> rusqlite::Result<StoredEntry> {
    let result: Option<String> = row.get("result")?;
    Ok(StoredEntry {
        id: row.get("id")?,
        created: row.get("created")?,
        updated: row.get("updated")?,
        game: row.get("game")?,
        white: from_json(row, "white")?,
        black: from_json(row, "black")?,
        plies: row.get("plies")?,
        result: GameResult::ALL.into_iter().find(|known| result.as_deref() == Some(known.text())),
        reason: row.get("reason")?,
        owner: row.get::<_, Option<String>>("owner")?.map(Digest),
        seats: from_json(row, "seats")?,
    })
}

fn stored_game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let StoredEntry { id, created, updated, game, white, black, result, reason, owner, seats, plies: _ } =
        stored_entry(row)?;
    let network: Option<String> = row.get("network")?;
    let words = |column| {
        let text: String = row.get(column)?;
        Ok::<Vec<String>, rusqlite::Error>(text.split_whitespace().map(str::to_string).collect())
    };
    let times = words("times")?;
    let spent = words("spent")?;
    let has = |column| Ok::<bool, rusqlite::Error>(row.get_ref(column)? != ValueRef::Null);
    Ok(StoredGame {
        id,
        created,
        updated,
        game,
        start: row.get("start")?,
        white,
        black,
        clock: if has("clock")? { Some(from_json(row, "clock")?) } else { None },
        moves: words("moves")?,
        times: times.iter().map(|time| time.parse().unwrap_or(0)).collect(),
        spent: std::array::from_fn(|side| spent.get(side).and_then(|time| time.parse().ok()).unwrap_or(0)),
        turn_began: row.get("turn_began")?,
        result,
        reason,
        company: Sharing {
            owner,
            network: network.and_then(|text| text.parse().ok()),
            seats,
            offer: if has("offer")? { Some(from_json(row, "offer")?) } else { None },
            next: row.get("next")?,
        },
    })
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value)
        .unwrap_or_else(|error| unreachable!("strings and numbers have a JSON form: {error}"))
}

fn from_json<T: for<'de> Deserialize<'de>>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        let index = row.as_ref().column_index(column).unwrap_or_default();
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(error))
    })
}

fn times_text(times: &[impl ToString]) -> String {
    times.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A random id: two games do not share one.
fn new_id() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    format!("{:016x}", RandomState::new().build_hasher().finish())
}
