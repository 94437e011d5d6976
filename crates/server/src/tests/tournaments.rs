//! Tournaments, as a source tells them.

use std::sync::{Arc, Mutex};

use quadrille::{GameResult, Opening, Ply, Record};

use super::live::Looker;
use super::*;
use crate::tournaments::{FinishedGame, RunningGame, Tournament, TournamentSource, Watched};

/// A tournament that the test directs.
struct Directed(Mutex<Result<Option<Tournament>, String>>);

impl Directed {
    fn set(&self, now: Result<Option<Tournament>, String>) {
        *self.0.lock().expect("a lock") = now;
    }
}

impl TournamentSource for Directed {
    fn look(&self) -> Result<Option<Tournament>, String> {
        self.0.lock().expect("a lock").clone()
    }

    fn record(&self, number: u64) -> Result<Option<Record>, String> {
        let ply = |mv: &str| Ply { mv: mv.to_string(), milliseconds: 1, score: None };
        let record = |number| Record {
            event: "cup".to_string(),
            number,
            pair: 0,
            game: "oska:4".to_string(),
            players: ["anna", "ben"].map(str::to_string),
            control: "depth=4".to_string(),
            opening: opening(),
            moves: vec![ply("a5a4")],
            result: GameResult::White,
            reason: "Black crashed".to_string(),
        };
        Ok((number == 1).then(|| record(number)))
    }
}

fn opening() -> Opening {
    Opening { position: "startpos".to_string(), moves: vec!["a1a2".to_string()] }
}

/// A tournament in which a game is being played.
fn playing(moves: &[&str]) -> Tournament {
    Tournament {
        game: "oska:4".to_string(),
        format: "everybody plays everybody".to_string(),
        control: "depth=4".to_string(),
        games: 2,
        played: 1,
        is_running: true,
        players: Vec::new(),
        notes: Vec::new(),
        finished: vec![FinishedGame {
            number: 1,
            white: "anna".to_string(),
            black: "ben".to_string(),
            result: "1-0",
            reason: "Black crashed".to_string(),
            plies: 1,
        }],
        in_progress: vec![RunningGame {
            number: 2,
            players: ["ben", "anna"].map(str::to_string),
            opening: opening(),
            moves: moves.iter().map(ToString::to_string).collect(),
        }],
    }
}

fn served() -> (Arc<Directed>, Router) {
    let source = Arc::new(Directed(Mutex::new(Ok(None))));
    let watched = Watched::new("cup".to_string(), Arc::clone(&source) as Arc<dyn TournamentSource>);
    let app = app(Tables::none()).with_tournaments(vec![watched]);
    (source, crate::router(app, Guard::default(), None))
}

#[tokio::test]
async fn everybody_who_watches_a_tournament_sees_its_moves() {
    let (source, service) = served();
    let mut watcher = Looker::new(&service, "/api/tournaments/cup").await;
    let mut next = async |wanted: &dyn Fn(&Value) -> bool| loop {
        let (name, data) = watcher.next().await;
        if wanted(&data) {
            return (name, data);
        }
    };
    assert_eq!(next(&|view| view["stage"] == "waiting").await.0, "tournament");
    source.set(Ok(Some(playing(&[]))));
    let (_, view) = next(&|view| view["stage"] == "running").await;
    let game = &view["in_progress"][0];
    assert_eq!((&game["plies"], &game["side"], &game["last"]), (&json!(1), &json!("b"), &json!([0, 4])));
    source.set(Ok(Some(playing(&["a5a4"]))));
    next(&|view| view["in_progress"][0]["plies"] == 2).await;
    source.set(Err("the disk is gone".to_string()));
    let (name, problem) = next(&|view| view["error"].is_string()).await;
    assert_eq!((name.as_str(), &problem["error"]), ("problem", &json!("the disk is gone")));
    source.set(Ok(Some(Tournament { is_running: false, played: 2, ..playing(&[]) })));
    next(&|view| view["stage"] == "over").await;
}

#[tokio::test]
async fn games_are_found_in_progress_and_over() {
    let (source, service) = served();
    source.set(Ok(Some(playing(&["a5a4"]))));
    let game = get(&service, "GET", "/api/tournaments/cup/games/2", Value::Null).await;
    assert_eq!((&game["white"], &game["result"], &game["opening"]), (&json!("ben"), &Value::Null, &json!(1)));
    assert_eq!(game["line"]["plies"].as_array().map(Vec::len), Some(2));
    let game = get(&service, "GET", "/api/tournaments/cup/games/1", Value::Null).await;
    assert_eq!(
        (&game["white"], &game["result"], &game["reason"]),
        (&json!("anna"), &json!("1-0"), &json!("Black crashed"))
    );
    for path in ["cup/games/3", "cup/games/18446744073709551615", "cap", "cap/events", "cap/games/1"] {
        let path = format!("/api/tournaments/{path}");
        assert_eq!(refused(&service, "GET", &path, Value::Null).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn a_game_that_breaks_the_rules_is_not_shown() {
    let (source, service) = served();
    source.set(Ok(Some(playing(&["a1a5"]))));
    let view = get(&service, "GET", "/api/tournaments/cup", Value::Null).await;
    assert_eq!((&view["in_progress"], &view["played"]), (&json!([]), &json!(1)));
    let list = get(&service, "GET", "/api/tournaments", Value::Null).await;
    assert_eq!(list, json!([{"name": "cup", "stage": "running", "game": "oska:4", "games": 2, "played": 1}]));
    assert_eq!(refused(&service, "GET", "/api/tournaments/cup/games/2", Value::Null).await.0, 422);
}

#[test]
fn the_moves_of_a_game_are_counted_with_those_of_its_opening() {
    let record = Directed(Mutex::new(Ok(None))).record(1).expect("a record").expect("a game");
    assert_eq!(FinishedGame::new(&record, record.moves.len()).plies, 2);
}
