//! The service as a client sees it, without a network in between.

mod catalogue;
mod fairness;
mod faults;
mod limits;
mod live;
mod lobby;
mod metrics;
mod opponent;
mod probe;
mod refusals;
mod rights;
mod store;
mod tournaments;

use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use quadrille::{Catalogue, Tables};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::api::App;
use crate::clients::Access;
use crate::guard::Guard;
use crate::store::Store;

/// The service on a machine that nobody else can reach.
fn app(tables: Tables) -> App {
    app_for(tables, Access { only_this_machine: true, admin: None })
}

fn app_for(tables: Tables, access: Access) -> App {
    let store = Store::open(Path::new(":memory:")).expect("memory");
    App::new(Catalogue::standard(), tables, store, access)
}

fn service() -> Router {
    service_with_tables(Tables::in_memory())
}

fn service_with_tables(tables: Tables) -> Router {
    crate::router(app(tables), Guard::default(), None)
}

fn request(method: &str, path: &str, body: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1:4200")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .expect("a request")
}

async fn text(service: &Router, method: &str, path: &str, body: &str) -> (StatusCode, String) {
    let response = service.clone().oneshot(request(method, path, body)).await.expect("an answer");
    let status = response.status();
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    (status, String::from_utf8(bytes.to_vec()).expect("a text"))
}

async fn ask(service: &Router, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
    let (status, text) = text(service, method, path, &body.to_string()).await;
    let value = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect(&text) };
    (status, value)
}

/// The answer to a request that must succeed.
async fn get(service: &Router, method: &str, path: &str, body: Value) -> Value {
    let (status, value) = ask(service, method, path, body).await;
    assert!(status.is_success(), "{method} {path}: {status} {value}");
    value
}

async fn refused(service: &Router, method: &str, path: &str, body: Value) -> (u16, String) {
    let (status, value) = ask(service, method, path, body).await;
    (status.as_u16(), value["error"].as_str().expect("an error").to_string())
}

/// Stores a new game; its path, and what the server says about it.
async fn new_game(service: &Router, game: Value) -> (String, Value) {
    let view = get(service, "POST", "/api/games", game).await;
    (format!("/api/games/{}", view["id"].as_str().expect("an id")), view)
}

/// The data of all events.
async fn events(service: &Router, path: &str) -> Vec<Value> {
    let (status, events) = text(service, "GET", path, "").await;
    assert_eq!(status, StatusCode::OK, "{events}");
    let data = events.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).expect(data)).collect()
}

fn human() -> Value {
    json!({"kind": "human"})
}

fn engine(strength: &str) -> Value {
    json!({"kind": "engine", "strength": strength})
}

/// Waits until something is true, and fails after a minute.
async fn eventually(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !is_so().await {
        assert!(start.elapsed() < Duration::from_mins(1), "this did not happen: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn every_game_is_played_to_its_end() {
    let service = service();
    for (game, most) in
        [("ctf:3", 100), ("crusher:2", 100), ("oska:3", 40), ("oska:4", 60), ("congo:course", 300)]
    {
        let new = json!({"game": game, "white": engine("level=2"), "black": engine("depth=1")});
        let (path, mut view) = new_game(&service, new).await;
        let mut plies = 0;
        while view["result"].is_null() && plies < most {
            view = get(&service, "POST", &format!("{path}/reply"), json!({"ply": plies})).await;
            plies += 1;
            assert_eq!(view["line"]["plies"].as_array().expect("plies").len(), plies);
        }
        assert!(view["result"].is_string(), "{game} is not over after {plies} plies");
        assert_eq!(view["line"]["ending"]["rule"], view["reason"], "{game}");
        // The record brings the same game back.
        for format in ["pgn", "json"] {
            let (_, record) = text(&service, "GET", &format!("{path}/record?format={format}"), "").await;
            let imported = get(&service, "POST", "/api/records", json!({"text": record})).await;
            let copy = imported["games"][0].as_str().expect("an id");
            let copy = get(&service, "GET", &format!("/api/games/{copy}"), Value::Null).await;
            assert_eq!((&copy["line"], &copy["reason"]), (&view["line"], &view["reason"]));
        }
    }
}

#[tokio::test]
async fn moves_and_resignations_are_taken_back_and_games_deleted() {
    let service = service();
    let (path, _) = new_game(&service, json!({"game": "oska:4", "white": human(), "black": human()})).await;
    get(&service, "POST", &format!("{path}/moves"), json!({"ply": 0, "move": "a1a2"})).await;
    let view = get(&service, "POST", &format!("{path}/undo"), json!({"ply": 0})).await;
    assert_eq!(view["line"]["plies"], json!([]));
    let view = get(&service, "POST", &format!("{path}/resign"), json!({"side": "w"})).await;
    assert_eq!((&view["result"], &view["reason"]), (&json!("0-1"), &json!("White resigned")));
    // A game that was resigned can be continued.
    let view = get(&service, "POST", &format!("{path}/undo"), json!({"ply": 0})).await;
    assert_eq!(view["result"], Value::Null);
    assert_eq!(text(&service, "DELETE", &path, "").await.0, StatusCode::NO_CONTENT);
    assert_eq!(refused(&service, "GET", &path, Value::Null).await.0, 404);
}

#[tokio::test]
async fn time_runs_out() {
    let service = service();
    let new = json!({"game": "oska:4", "white": human(), "black": human(),
        "clock": {"start_ms": 1000, "increment_ms": 0}});
    let (path, view) = new_game(&service, new).await;
    assert_eq!(view["clocks"]["running"], Value::Null, "two people at one screen begin when they like");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let view = get(&service, "POST", &format!("{path}/moves"), json!({"ply": 0, "move": "a1a2"})).await;
    assert_eq!((&view["clocks"]["running"], &view["clocks"]["white_ms"]), (&json!("b"), &json!(1000)));
    eventually("the clock runs", async || get(&service, "GET", &path, Value::Null).await["result"] == "1-0")
        .await;
    let view = get(&service, "GET", &path, Value::Null).await;
    assert_eq!(view["reason"], "Black has run out of time");
    assert_eq!(view["clocks"]["black_ms"], 0, "it shows that the time is up");
    assert_eq!(view["clocks"]["running"], Value::Null);
    // Who takes that back goes on with a clock that shows the time of the start; the other clock stays as it is.
    let view = get(&service, "POST", &format!("{path}/undo"), json!({"ply": 1})).await;
    assert_eq!((&view["result"], &view["clocks"]["running"]), (&Value::Null, &json!("b")));
    let left = |view: &Value, side: &str| view["clocks"][side].as_u64().expect("a time");
    assert!((1..=1000).contains(&left(&view, "black_ms")) && left(&view, "white_ms") == 1000, "{view}");
}

#[tokio::test]
async fn an_analysis_goes_deeper_and_ends() {
    let service = service();
    let reports = events(&service, "/api/analysis?game=oska:3&lines=2&seconds=30").await;
    let (end, reports) = reports.split_last().expect("events");
    assert_eq!(end["reason"], "decided", "the game is small enough to be solved");
    for (depth, report) in (1..).zip(reports) {
        assert_eq!(
            (report["depth"].as_i64(), report["lines"].as_array().map(Vec::len)),
            (Some(depth), Some(2))
        );
    }
    assert!(reports.last().expect("a report")["lines"][0]["win_in"].as_i64().is_some_and(|plies| plies < 0));
}

#[tokio::test]
async fn the_shown_score_is_the_mean_of_two_depths_and_a_decided_one_is_certain() {
    let service = service();
    let reports = events(&service, "/api/analysis?game=congo&lines=2&depth=5&seconds=60").await;
    let number = |report: &Value, line: usize, name: &str| report["lines"][line][name].as_f64().expect(name);
    for pair in reports[..reports.len() - 1].windows(2) {
        let [before, now] = [0, 1].map(|report| number(&pair[report], 0, "score"));
        let shown = number(&pair[1], 0, "shown");
        assert!((shown - f64::midpoint(before, now)).abs() <= 1.0, "{before}, {now}: {shown}");
        assert_eq!(number(&pair[1], 0, "chance") > 0.5, f64::midpoint(before, now) > 0.0);
        // The other lines keep their distance from the best one.
        let distance = |name| number(&pair[1], 0, name) - number(&pair[1], 1, name);
        assert!((distance("shown") - distance("score")).abs() <= 1.0, "{}", pair[1]);
    }
    let reports = events(&service, "/api/analysis?game=oska:3&seconds=30").await;
    let last = &reports[reports.len() - 2]["lines"][0];
    assert_eq!((&last["shown"], &last["chance"]), (&last["score"], &json!(0.0)), "White has lost");
}

#[tokio::test]
async fn another_game_gets_other_replies_and_a_game_keeps_its_own() {
    let service = service();
    let mut replies = Vec::new();
    for _ in 0..12 {
        let new = json!({"game": "ctf", "white": engine("level=3"), "black": human()});
        let (path, _) = new_game(&service, new).await;
        let mut own = Vec::new();
        for _ in 0..2 {
            let view = get(&service, "POST", &format!("{path}/reply"), json!({"ply": 0})).await;
            own.push(view["line"]["plies"][0]["move"].clone());
            get(&service, "POST", &format!("{path}/undo"), json!({"ply": 0})).await;
        }
        assert_eq!(own[0], own[1], "the same position in the same game");
        replies.push(own.swap_remove(0));
    }
    assert!(replies.iter().any(|reply| *reply != replies[0]), "{replies:?}");
}

/// Such positions have no exact answer, and must not be called decided without one.
#[tokio::test]
async fn a_position_with_millions_of_moves_is_analysed_on_a_clock() {
    let service = service();
    let won = "1z1z1z1%2Fzzlzzzz%2F1z1z1z1%2Fzzzzzzz%2F1z1zMz1%2FzzLzzzz%2F1z1z1z1%20w%200";
    let open = "1zlz1z1%2Fzzzzzzz%2F1z1z1z1%2Fzzzzzzz%2F1z1zMz1%2FzzLzzzz%2F1z1z1z1%20w%200";
    for (position, win_in, reason) in [(won, json!(1), "decided"), (open, Value::Null, "time")] {
        let path = format!("/api/analysis?game=congo&position={position}&seconds=0.3&lines=2");
        let reports = events(&service, &path).await;
        let (end, reports) = reports.split_last().expect("events");
        let best = &reports.last().expect("a report")["lines"][0];
        assert!(best["move"].as_str().is_some_and(|mv| mv.len() >= 4), "{best}");
        assert_eq!((&best["win_in"], &end["reason"]), (&win_in, &json!(reason)));
    }
}

#[tokio::test]
async fn the_search_ends_when_the_client_leaves() {
    let service = service();
    let analyses = async || get(&service, "GET", "/api/status", Value::Null).await["analyses"].as_u64();
    let mut open = Vec::new();
    for number in 0..crate::limits::OPEN_ANALYSES {
        let path = format!("/api/analysis?game=ctf:{}&seconds=300", 5 + number % 3);
        open.push(service.clone().oneshot(request("GET", &path, "")).await.expect("an answer"));
    }
    assert_eq!(analyses().await, Some(crate::limits::OPEN_ANALYSES as u64));
    let (status, words) = refused(&service, "GET", "/api/analysis?game=ctf:5", Value::Null).await;
    assert!(status == 503 && words.contains("analyses are open already"), "{status} {words}");
    drop(open);
    eventually("the searches end", async || analyses().await == Some(0)).await;
}

#[tokio::test]
async fn a_review_marks_mistakes() {
    let service = service();
    // White gives a pawn away with the first move.
    let plies = events(&service, "/api/review?game=ctf:5&moves=c2c3%20c4c2%20b1a1&seconds=0.05").await;
    assert_eq!(plies.len(), 5, "four positions and an end: {plies:?}");
    assert!(plies[0]["mark"].is_string(), "a pawn is lost for nothing: {plies:?}");
    assert_eq!(plies[1]["mark"], Value::Null, "to take it is right: {plies:?}");
}

#[tokio::test]
async fn a_history_too_long_for_an_address_goes_into_the_body() {
    const LONGEST_ADDRESS: usize = 65_534;
    let service = service();
    let mut moves = Vec::new();
    let mut position = String::new();
    while position.len() <= LONGEST_ADDRESS {
        let line = get(&service, "POST", "/api/line", json!({"game": "ctf:32", "moves": moves})).await;
        position = line["position"].as_str().expect("a position").to_string();
        moves.push(line["moves"][0]["move"].clone());
    }
    let about = |more: Value| {
        let mut question = json!({"game": "ctf:32", "position": position, "moves": [moves.last()]});
        question.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        question.to_string()
    };
    for (path, more, event) in [
        ("/api/analysis", json!({"depth": 1, "lines": 2}), "event: report"),
        ("/api/review", json!({"seconds": 0}), "event: ply"),
        ("/api/probe", json!({}), "\"known\":false"),
    ] {
        let (status, answer) = text(&service, "POST", path, &about(more)).await;
        assert!(status == StatusCode::OK && answer.contains(event), "{path}: {status} {answer}");
    }
}

#[tokio::test]
async fn a_tree_lists_its_nodes_in_order() {
    let service = service();
    let both = ["minimax", "alphabeta"]
        .map(|algorithm| json!({"game": "oska:3", "depth": 3, "algorithm": algorithm}));
    let mut values = Vec::new();
    for options in both {
        let tree = get(&service, "POST", "/api/tree", options).await;
        let nodes = tree["nodes"].as_array().expect("nodes");
        assert_eq!(tree["positions"].as_u64(), Some(nodes.len() as u64));
        for (id, node) in nodes.iter().enumerate() {
            assert_eq!(node["id"].as_u64(), Some(id as u64));
            assert!(node["parent"].as_u64().is_none_or(|parent| parent < id as u64));
        }
        values.push((nodes[0]["value"].clone(), nodes.iter().filter(|node| !node["cut"].is_null()).count()));
    }
    assert_eq!(values[0].0, values[1].0);
    assert!(values[0].1 == 0 && values[1].1 > 0, "only alpha-beta cuts: {values:?}");
    let (status, picture) = text(&service, "GET", "/api/tree.svg?game=oska:3&depth=2", "").await;
    assert!(status == StatusCode::OK && picture.starts_with("<svg"));
}

#[tokio::test]
async fn the_moves_of_a_tree_can_be_tried_in_another_order() {
    let service = service();
    let mut counts = Vec::new();
    for order in ["best", "generation", "worst"] {
        let tree =
            get(&service, "POST", "/api/tree", json!({"game": "oska:4", "depth": 3, "order": order})).await;
        counts.push((tree["positions"].as_u64(), tree["nodes"][0]["value"].clone()));
    }
    assert!(counts[0].0 < counts[2].0, "best first visits the fewest: {counts:?}");
    assert!(counts.iter().all(|(_, value)| *value == counts[0].1), "the value is the same: {counts:?}");
    let path = "/api/tree.svg?game=oska:3&depth=2&order=worst";
    let (status, picture) = text(&service, "GET", path, "").await;
    assert!(status == StatusCode::OK && picture.contains("tries moves worst first"), "{status} {picture}");
    let (status, _) = text(&service, "POST", "/api/tree", r#"{"game": "oska:3", "order": "random"}"#).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_catalogue_says_which_games_forbid_repeated_boards() {
    let catalogue = get(&service(), "GET", "/api/catalog", Value::Null).await;
    let games = catalogue["games"].as_array().expect("games");
    let rules: Vec<_> = games.iter().map(|game| game["no_repeat"].as_bool().expect("yes or no")).collect();
    assert!(rules.contains(&true) && rules.contains(&false), "{rules:?}");
}

#[tokio::test]
async fn the_page_is_there_and_may_load_nothing_else() {
    let service = service();
    let response = service.clone().oneshot(request("GET", "/", "")).await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK);
    let header = |name: &str| response.headers()[name].to_str().expect("a text").to_string();
    assert!(header("content-security-policy").starts_with("default-src 'none'"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    let tag = header("etag");
    let mut again = request("GET", "/", "");
    again.headers_mut().insert("if-none-match", tag.parse().expect("a header"));
    assert_eq!(service.oneshot(again).await.expect("an answer").status(), StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn the_api_describes_itself() {
    let document = get(&service(), "GET", "/api/openapi.json", Value::Null).await;
    assert_eq!(document, crate::api::document(&Catalogue::standard()));
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() > 12, "{paths:?}");
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().expect("methods") {
            let told = operation["summary"].is_string() && operation["responses"]["4XX"].is_object();
            assert!(told, "{method} {path}: {operation}");
        }
    }
    let schemas = &document["components"]["schemas"];
    assert_eq!(
        schemas["LineRequest"]["properties"]["game"]["example"], "ctf:5",
        "an example of the catalogue"
    );
    assert_eq!(document["paths"]["/api/board/{game}"]["get"]["parameters"][0]["example"], "ctf:5");
}
