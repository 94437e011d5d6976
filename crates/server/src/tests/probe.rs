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
async fn where_boards_must_not_repeat_the_answer_says_how_certain_it_is() {
    let service = service();
    for (question, certainty) in [
        ("game=ctf:3", "outcome"),
        ("game=crusher:2", "outcome"),
        // A draw, if boards could come back.
        ("game=crusher:2&position=---BWWB%20W", "with_repeats"),
        ("game=oska:3", "exact"),
    ] {
        let start = probe(&service, question).await;
        assert_eq!((&start["known"], &start["certainty"]), (&json!(true), &json!(certainty)), "{question}");
    }
}

#[tokio::test]
async fn a_finished_game_is_known() {
    let service = service();
    let over = probe(&service, "game=congo&position=3l3/7/7/7/7/7/3L3%20w%200&moves=d1d7").await;
    assert_eq!((&over["known"], &over["outcome"], &over["win_in"]), (&json!(true), &json!("w"), &json!(0)));
    assert_eq!(over["moves"], json!([]));
}

#[tokio::test]
async fn a_position_without_a_table_is_unknown_and_not_an_error() {
    let service = service();
    for game in ["oska:8", "congo", "ctf:8", "ctf:32", "crusher:5"] {
        let start = probe(&service, &format!("game={game}")).await;
        assert_eq!((&start["known"], &start["side"]), (&json!(false), &json!("w")), "{game}");
        assert!(start["reason"].as_str().is_some_and(|words| words.contains("table")), "{start}");
        assert_eq!((&start["outcome"], &start["moves"]), (&Value::Null, &json!([])), "{game}");
    }
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
