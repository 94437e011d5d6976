//! The file of stored games.

use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

use answers::{Clock, Player};
use quadrille::clock::unix_millis;
use quadrille::{GameResult, Side};

use crate::clients::Digest;
use crate::limits;
use crate::store::{Sharing, Store, StoreError, StoredGame};

fn game(moves: &[&str]) -> StoredGame {
    StoredGame {
        id: String::new(),
        created: 1,
        updated: 1,
        game: "nim:5".to_string(),
        start: "startpos".to_string(),
        white: Player::GUEST,
        black: Player::Engine { strength: "level=3".to_string() },
        clock: Some(Clock { start_ms: 1000, increment_ms: 0 }),
        moves: moves.iter().map(ToString::to_string).collect(),
        times: moves.iter().map(|_| 7).collect(),
        spent: [0; 2],
        turn_began: 1,
        result: None,
        reason: None,
        company: Sharing::default(),
    }
}

fn in_memory() -> Store {
    Store::open(Path::new(":memory:")).expect("memory")
}

#[test]
fn a_stored_game_is_read_again() {
    let store = in_memory();
    let stored = store.add(game(&["c2c3", "b4b3"])).expect("added");
    assert_eq!(store.get(&stored.id).expect("read"), Some(stored.clone()));
    let mut after = stored.clone();
    after.moves.push("b2b3".to_string());
    after.times.push(9);
    after.result = Some(GameResult::White);
    after.reason = Some("resigned".to_string());
    assert!(store.change(&stored, &after).expect("changed"));
    assert_eq!(store.get(&stored.id).expect("read"), Some(after.clone()));
    // A request that read the game before that change must read it again.
    assert!(!store.change(&stored, &game(&[])).expect("no error"));
    assert_eq!(store.get(&stored.id).expect("read"), Some(after));
    assert!(store.delete(&stored.id).expect("deleted") && !store.delete(&stored.id).expect("gone"));
}

#[test]
fn a_deleted_game_is_brought_back_once_and_its_clocks_have_stood_still() {
    let store = in_memory();
    let stored = store.add(game(&["c2c3"])).expect("added");
    assert_eq!(store.deleted(&stored.id).expect("read"), None, "it is not deleted");
    store.delete(&stored.id).expect("deleted");
    thread::sleep(Duration::from_millis(20));
    let deleted = store.deleted(&stored.id).expect("read").expect("it is kept");
    assert!(deleted.turn_began >= stored.turn_began + 20, "the turn goes on where it was left");
    assert_eq!(StoredGame { turn_began: stored.turn_began, ..deleted.clone() }, stored);
    assert!(store.restore(&deleted).expect("restored") && !store.restore(&deleted).expect("only once"));
    assert_eq!(store.get(&stored.id).expect("read"), Some(deleted));
    // Those that were deleted first make room for others.
    let mut many = vec![game(&[]); limits::DELETED_GAMES as usize + 1];
    store.add_all(&mut many).expect("added");
    for game in &many {
        store.delete(&game.id).expect("deleted");
    }
    let is_kept = |game: &StoredGame| store.deleted(&game.id).expect("read").is_some();
    assert_eq!((is_kept(&many[0]), is_kept(&many[1])), (false, true));
}

#[test]
fn games_are_listed_newest_first_and_searched_by_words() {
    let store = in_memory();
    for updated in 1..=5 {
        store.add(StoredGame { updated, ..game(&[]) }).expect("added");
    }
    let won =
        StoredGame { result: Some(GameResult::White), reason: Some("the lion is taken".into()), ..game(&[]) };
    store.add(StoredGame { game: "go:9".to_string(), ..won }).expect("added");
    let title = |game: &str| if game == "go:9" { "The Game of Gō, 9 × 9" } else { "Matches" }.to_string();
    let (total, games) = store.list("", 3, 0, title).expect("listed");
    assert_eq!((total, games.iter().map(|game| game.updated).collect::<Vec<_>>()), (6, vec![5, 4, 3]));
    let count = |words: &str| store.list(words, 50, 0, title).expect("listed").0;
    assert_eq!((count("NIM open"), count("lion 1-0"), count("lion nim"), count("% _")), (5, 1, 0, 0));
    // All words of a title count, together with the others.
    assert_eq!((count("game"), count("THE gō ×"), count("matches"), count("matches lion")), (1, 1, 5, 0));
}

#[test]
fn several_games_are_stored_all_or_none() {
    let store = in_memory();
    let count = || store.list("", 1, 0, str::to_string).expect("listed").0;
    let mut two = [game(&[]), game(&["c2c3"])];
    store.add_all(&mut two).expect("added");
    assert_eq!(count(), 2);
    assert_eq!(store.get(&two[1].id).expect("read").as_ref(), Some(&two[1]));
    // The database refuses the second of them.
    store
        .connection()
        .execute_batch(
            "CREATE TRIGGER no_go BEFORE INSERT ON games WHEN NEW.game = 'go:9'
             BEGIN SELECT RAISE(ABORT, 'no room on the disk'); END",
        )
        .expect("a trigger");
    let mut three = [game(&[]), StoredGame { game: "go:9".to_string(), ..game(&[]) }, game(&[])];
    assert!(matches!(store.add_all(&mut three), Err(StoreError::Database(_))));
    assert_eq!(count(), 2, "neither the first nor the third is stored");
}

#[test]
fn the_number_of_games_is_bounded() {
    let store = in_memory();
    let stored = store.add(game(&[])).expect("added");
    // Copies of it, until there is room for one more.
    store
        .connection()
        .execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
             INSERT INTO games (id, created, updated, game, white, black, plies, seats, turn_began, start, moves, times)
             SELECT n, created, updated, game, white, black, plies, seats, turn_began, start, moves, times FROM games, numbers",
            [limits::STORED_GAMES - 2],
        )
        .expect("copies");
    let full = |added: Result<(), StoreError>| matches!(added, Err(StoreError::Full));
    assert!(full(store.add_all(&mut [game(&[]), game(&[])])), "two are too many");
    store.add(game(&[])).expect("there is room for one");
    assert!(full(store.add(game(&[])).map(|_| ())));
    store.delete(&stored.id).expect("deleted");
    store.add(game(&[])).expect("there is room again");
}

#[test]
fn the_games_of_a_client_and_of_a_network_are_bounded() {
    let store = in_memory();
    let by = |owner: &str, network: &str| StoredGame {
        company: Sharing {
            owner: Some(Digest::of(owner)),
            network: Some(network.parse().expect("an address")),
            ..Sharing::default()
        },
        ..game(&[])
    };
    let most = limits::GAMES_OF_A_CLIENT as usize;
    store.add_all(&mut vec![by("anna", "10.0.0.1"); most]).expect("as many as one may have");
    assert!(matches!(store.add(by("anna", "10.0.0.2")), Err(StoreError::OwnerFull)), "from anywhere");
    store.add(by("ben", "10.0.0.1")).expect("another client");
    for client in 1..limits::GAMES_OF_A_NETWORK / limits::GAMES_OF_A_CLIENT {
        let room = if client == 1 { most - 1 } else { most };
        store.add_all(&mut vec![by(&client.to_string(), "10.0.0.1"); room]).expect("room");
    }
    assert!(matches!(store.add(by("new", "10.0.0.1")), Err(StoreError::NetworkFull)));
    store.add(by("new", "10.0.0.2")).expect("another network");
    store.add(game(&[])).expect("games without an owner are not counted with them");
}

#[test]
fn a_file_of_another_program_is_not_touched() {
    let path = std::env::temp_dir().join(format!("quadrille-foreign-{}", std::process::id()));
    fs::write(&path, "not a database, but somebody's letter, and long enough for that").expect("written");
    assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
    assert!(fs::read_to_string(&path).expect("read").starts_with("not a database"));
    fs::remove_file(&path).expect("removed");
}

/// The tables as the first version made them.
const VERSION_1: &str = r#"
    PRAGMA application_id = 1364541776;
    PRAGMA user_version = 1;
    CREATE TABLE games (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL, game TEXT NOT NULL,
        start TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL, clock TEXT, moves TEXT NOT NULL,
        times TEXT NOT NULL, turn_began INTEGER NOT NULL, result TEXT, reason TEXT
    ) STRICT;
    CREATE INDEX games_by_update ON games (updated);
    INSERT INTO games VALUES
        ('a', 1, 4, 'nim:5', 'startpos', '{"kind":"human"}', '{"kind":"engine","strength":"level=3"}',
            '{"start_ms":1000,"increment_ms":0}', 'c2c3 b4b3', '7 7', 1, NULL, NULL),
        ('b', 1, 3, 'nim:5', 'startpos', '{"kind":"human"}', '{"kind":"human"}', NULL, '', '', 1, '1-0', 'Black resigned'),
        ('c', 1, 2, 'nim:5', 'startpos', '{"kind":"human"}', '{"kind":"human"}', NULL, 'pass', '9', 1, NULL, NULL);"#;

#[test]
fn a_file_of_the_first_version_is_brought_up_to_date() {
    let path = std::env::temp_dir().join(format!("quadrille-version-1-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    rusqlite::Connection::open(&path).and_then(|old| old.execute_batch(VERSION_1)).expect("an old file");
    for time in ["the first time", "again"] {
        let store = Store::open(&path).expect(time);
        let (total, games) = store.list("", 10, 0, str::to_string).expect("listed");
        let listed: Vec<_> = games.iter().map(|game| (game.id.as_str(), game.plies)).collect();
        assert_eq!((total, listed), (3, vec![("a", 2), ("b", 0), ("c", 1)]), "{time}");
        let first = StoredGame { id: "a".to_string(), updated: 4, ..game(&["c2c3", "b4b3"]) };
        assert_eq!(store.get("a").expect("read"), Some(first), "{time}");
        let second = store.get("b").expect("read").expect("a game");
        assert_eq!((second.result, second.clock), (Some(GameResult::White), None), "{time}");
    }
    fs::remove_file(&path).expect("removed");
}

/// The tables as the second version made them.
const VERSION_2: &str = r#"
    PRAGMA application_id = 1364541776;
    PRAGMA user_version = 2;
    CREATE TABLE games (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL, game TEXT NOT NULL,
        white TEXT NOT NULL, black TEXT NOT NULL, plies INTEGER NOT NULL, result TEXT, reason TEXT,
        owner TEXT, network TEXT, seats TEXT NOT NULL, clock TEXT, turn_began INTEGER NOT NULL,
        start TEXT NOT NULL, moves TEXT NOT NULL, times TEXT NOT NULL
    ) STRICT;
    INSERT INTO games VALUES
        ('a', 1, 1, 'nim:5', '{"kind":"human"}', '{"kind":"engine","strength":"level=3"}', 2, NULL, NULL, NULL, NULL, '{}',
            '{"start_ms":1000,"increment_ms":0}', 1, 'startpos', 'c2c3 b4b3', '7 7');"#;

#[test]
fn a_file_of_the_second_version_is_brought_up_to_date() {
    let path = std::env::temp_dir().join(format!("quadrille-version-2-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    rusqlite::Connection::open(&path).and_then(|old| old.execute_batch(VERSION_2)).expect("an old file");
    for time in ["the first time", "again"] {
        let stored = Store::open(&path).expect(time).get("a").expect("read");
        assert_eq!(stored, Some(StoredGame { id: "a".to_string(), ..game(&["c2c3", "b4b3"]) }), "{time}");
    }
    fs::remove_file(&path).expect("removed");
}

#[test]
fn moves_that_are_taken_back_give_no_time_back() {
    let mut stored = StoredGame { turn_began: unix_millis(), ..game(&["c2c3", "b4b3", "c3c4"]) };
    let left = |stored: &StoredGame, side, to_move| stored.left(side, to_move).expect("a clock");
    assert_eq!(
        [left(&stored, Side::White, Side::Black), left(&stored, Side::Black, Side::Black)],
        [986, 993]
    );
    stored.take_back(0, Side::Black, None);
    assert_eq!(left(&stored, Side::White, Side::White), 986);
    assert!(left(&stored, Side::Black, Side::White) <= 993);
    // So is the time of a turn that ends without a move.
    stored.turn_began = unix_millis() - 5000;
    stored.end_turn(Side::White);
    assert_eq!(left(&stored, Side::White, Side::White), 0);
}
