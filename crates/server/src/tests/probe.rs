//! Solved positions.

use std::fs;

use super::*;

/// What is known of a position of a game.
async fn probe(service: &Router, question: &str) -> Value {
    get(service, "GET", &format!("/api/probe?{question}"), Value::Null).await
}

fn moves(probed: &Value) -> Vec<&Value> {
    probed["moves"].as_array().expect("moves").iter().collect()
}

#[tokio::test]
async fn a_small_game_is_known_move_by_move() {
    let service = service();
    let start = probe(&service, "game=oska:4").await;
    assert_eq!((&start["known"], &start["side"]), (&json!(true), &json!("w")));
    assert_eq!((&start["outcome"], &start["win_in"]), (&json!("w"), &json!(21)));
    assert_eq!(start["certainty"], "exact", "no board of Oska comes back");
    let line = get(&service, "POST", "/api/line", json!({"game": "oska:4"})).await;
    assert_eq!(moves(&start).len(), line["moves"].as_array().expect("moves").len());
    let best = moves(&start)[0];
    assert_eq!((&best["outcome"], &best["win_in"]), (&json!("w"), &json!(21)));
    // The next position says the same, a ply later and for the other side.
    for mv in moves(&start) {
        let name = mv["move"].as_str().expect("a name");
        let next = probe(&service, &format!("game=oska:4&moves={name}")).await;
        assert_eq!((&next["position"], &next["outcome"]), (&mv["next"], &mv["outcome"]), "{name}");
        let (here, there) = (mv["win_in"].as_i64().expect("plies"), next["win_in"].as_i64().expect("plies"));
        assert_eq!(here, if here > 0 { 1 - there } else { -1 - there }, "{name}");
    }
}

#[tokio::test]
async fn moves_come_best_first() {
    let service = service();
    let start = probe(&service, "game=oska:3").await;
    assert!(start["win_in"].as_i64().is_some_and(|plies| plies < 0), "White is lost: {start}");
    let worth = |mv: &&Value| match mv["win_in"].as_i64() {
        Some(plies) if plies > 0 => (1, -plies),
        Some(plies) => (-1, -plies),
        None => (0, 0),
    };
    assert!(moves(&start).iter().map(worth).is_sorted_by(|before, after| before >= after), "{start}");
}

#[tokio::test]
async fn a_damaged_table_is_named() {
    let directory = std::env::temp_dir().join(format!("quadrille-damaged-{}", std::process::id()));
    fs::create_dir_all(directory.join("oska-4")).expect("a directory");
    fs::write(directory.join("oska-4/wwww-bbbb.table"), "no table").expect("a file");
    let service = service_with_tables(Tables::in_directory(&directory));
    let (status, words) = refused(&service, "GET", "/api/probe?game=oska:4", Value::Null).await;
    fs::remove_dir_all(&directory).expect("it can go");
    assert_eq!(status, 500);
    assert!(words.starts_with("oska-4/wwww-bbbb.table") && words.contains("damaged"), "{words}");
    // Other games are not touched by it.
    assert_eq!(probe(&service, "game=oska:3").await["known"], true);
}

#[tokio::test]
async fn more_games_than_stay_open_are_all_answered() {
    let service = service();
    let games =
        ["ctf:2", "ctf:3", "ctf:4", "ctf:5", "ctf:6", "crusher:2", "crusher:3", "oska:3", "oska:4", "oska:5"];
    for game in games.iter().chain(&games[..2]) {
        assert!(probe(&service, &format!("game={game}")).await["known"].is_boolean(), "{game}");
    }
}
