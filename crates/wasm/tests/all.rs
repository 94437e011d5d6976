//! The requests of the page without a server, answered on this machine: the same code as in the browser.

use serde_json::{Value, json};
use wasm::Desk;

/// A browser: the desk, and the games that it stores.
struct Browser {
    desk: Desk,
    games: Vec<Value>,
    seed: u64,
}

impl Browser {
    fn new() -> Browser {
        Browser { desk: Desk::default(), games: Vec::new(), seed: 0 }
    }

    /// The status and the body of an answer. Stored games change as the worker changes them.
    fn ask(&mut self, method: &str, path: &str, body: Value) -> (u64, Value) {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let path: Vec<&str> = path.split('/').collect();
        let query: serde_json::Map<String, Value> = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key.to_string(), json!(value)))
            .collect();
        let about = |game: &&Value| path.len() < 2 || game["id"] == path[1];
        let games: Vec<Value> =
            if path[0] == "games" { self.games.iter().filter(about).cloned().collect() } else { Vec::new() };
        self.seed += 1;
        let mut request = json!({
            "method": method, "path": path, "query": query, "games": games,
            "seed": format!("{:016x}", self.seed), "stream": 1,
        });
        request["body"] = body;
        let mut answer: Value = serde_json::from_str(&self.desk.answer(&request.to_string())).expect("JSON");
        for game in answer["put"].as_array().cloned().unwrap_or_default() {
            self.games.retain(|stored| stored["id"] != game["id"]);
            self.games.push(game);
        }
        for id in answer["delete"].as_array().into_iter().flatten() {
            self.games.retain(|stored| stored["id"] != *id);
        }
        (answer["status"].as_u64().expect("a status"), answer["body"].take())
    }

    /// The body of an answer that is not refused.
    fn get(&mut self, method: &str, path: &str, body: Value) -> Value {
        let (status, body) = self.ask(method, path, body);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// The words of a refusal.
    fn refusal(&mut self, method: &str, path: &str, body: Value, status: u64) -> String {
        let (found, body) = self.ask(method, path, body);
        assert_eq!(found, status, "{path}: {body}");
        body["error"].as_str().expect("words").to_string()
    }

    /// A new game; its path.
    fn begin(&mut self, game: &str, white: &Value, black: &Value) -> String {
        let made = self.get("POST", "games", json!({ "game": game, "white": white, "black": black }));
        format!("games/{}", made["id"].as_str().expect("an id"))
    }

    /// All events of an analysis or a review, in steps of a millisecond; how many steps there were.
    fn stream(&mut self, path: &str, body: Value) -> (Vec<Value>, usize) {
        self.get("POST", path, body);
        let (mut events, mut steps) = (Vec::new(), 0);
        loop {
            let mut step: Value = serde_json::from_str(&self.desk.step(1, 1)).expect("JSON");
            events.append(step["events"].as_array_mut().expect("events"));
            steps += 1;
            if step["more"] == false {
                return (events, steps);
            }
        }
    }
}

fn human() -> Value {
    json!({ "kind": "human" })
}

fn engine(strength: &str) -> Value {
    json!({ "kind": "engine", "strength": strength })
}

#[test]
fn the_catalogue_says_that_nobody_else_is_there() {
    let mut browser = Browser::new();
    let catalogue = browser.get("GET", "catalog", Value::Null);
    assert_eq!(catalogue["online"], false);
    let games = catalogue["games"].as_array().expect("games").clone();
    assert!(games.len() >= 4);
    for game in games {
        let name = game["default"].as_str().expect("a name");
        let family = game["name"].as_str().expect("a name");
        assert!(browser.get("GET", &format!("board/{name}"), Value::Null)["cells"].is_array());
        assert!(
            browser.get("GET", &format!("rules/{family}"), Value::Null)["markdown"]
                .as_str()
                .is_some_and(|text| text.len() > 100)
        );
        let puzzles = browser.get("GET", &format!("puzzles/{family}"), Value::Null);
        assert_eq!(json!(puzzles["puzzles"].as_array().map(Vec::len)), game["puzzles"]);
    }
    for path in ["lobby", "tournaments", "invitations/ABCD"] {
        assert!(browser.refusal("GET", path, Value::Null, 404).contains("no server"), "{path}");
    }
}

#[test]
fn wrong_requests_get_a_clear_answer() {
    let mut browser = Browser::new();
    let answer: Value = serde_json::from_str(&browser.desk.answer("not JSON")).expect("JSON");
    assert_eq!(answer["status"], 400);
    assert!(browser.refusal("GET", "board/nim", Value::Null, 422).contains("nim"));
    assert!(browser.refusal("POST", "line", json!({}), 422).contains("game"));
    assert!(
        browser.refusal("POST", "line", json!({ "game": "oska:4", "moves": ["a9"] }), 422).contains("a9")
    );
    assert!(
        browser.refusal("POST", "analysis", json!({ "game": "oska:4", "depth": 99 }), 422).contains("60")
    );
    assert!(
        browser
            .refusal("POST", "games/0/moves", json!({ "ply": 0, "move": "x" }), 404)
            .contains("no such game")
    );
    assert!(browser.refusal("GET", "games?limit=x", Value::Null, 422).contains("number"));
    assert!(browser.refusal("PATCH", "games", Value::Null, 405).contains("PATCH"));
    assert_eq!(serde_json::from_str::<Value>(&browser.desk.step(9, 1)).expect("JSON")["more"], false);
    browser.desk.stop(9);
}

#[test]
fn a_stored_game_is_played_to_its_end() {
    let mut browser = Browser::new();
    let path = browser.begin("oska:4", &human(), &engine("level=2"));
    loop {
        let game = browser.get("GET", &path, Value::Null);
        if game["result"].is_string() {
            break;
        }
        let line = &game["line"];
        let ply = line["plies"].as_array().expect("moves").len();
        if line["side"] == "w" {
            let mv = &line["moves"][0]["move"];
            let stale =
                browser.refusal("POST", &format!("{path}/moves"), json!({ "ply": ply + 1, "move": mv }), 409);
            assert!(stale.contains("look at it again"), "{stale}");
            browser.get("POST", &format!("{path}/moves"), json!({ "ply": ply, "move": mv }));
        } else {
            browser.get("POST", &format!("{path}/reply"), json!({ "ply": ply }));
        }
    }
    let text = browser.get("GET", &format!("{path}/record?format=pgn"), Value::Null);
    let again = browser.get("POST", "records", json!({ "text": text }));
    let copy = format!("games/{}", again["games"][0].as_str().expect("an id"));
    let [one, two] = [&path, &copy].map(|path| browser.get("GET", path, Value::Null));
    assert_eq!((&one["line"], &one["result"], &one["black"]), (&two["line"], &two["result"], &two["black"]));
    assert_eq!(browser.get("GET", "games?search=oska", Value::Null)["total"], 2);
    assert_eq!(browser.get("GET", "games?search=open", Value::Null)["total"], 0);
    let title =
        answers::title(&quadrille::Catalogue::standard(), one["line"]["game"].as_str().expect("a name"));
    for word in title.split_whitespace() {
        assert_eq!(browser.get("GET", &format!("games?search={word}"), Value::Null)["total"], 2, "{word}");
    }
    browser.get("DELETE", &path, Value::Null);
    browser.refusal("GET", &path, Value::Null, 404);
    assert_eq!(browser.get("GET", "games", Value::Null)["total"], 1);
}

#[test]
fn moves_are_taken_back_and_games_resigned() {
    let mut browser = Browser::new();
    let path = browser.begin("ctf:5", &human(), &human());
    let game = browser.get("POST", &format!("{path}/moves"), json!({ "ply": 0, "move": "c2c3" }));
    assert_eq!(game["may"], json!(["move", "undo", "delete", "resign"]));
    let refused = browser.ask("POST", &format!("{path}/moves"), json!({ "ply": 1, "move": "a1a2" })).1;
    assert!(refused["refusal"]["kind"].is_string(), "{refused}");
    let game = browser.get("POST", &format!("{path}/undo"), json!({ "ply": 0 }));
    assert_eq!(game["line"]["plies"], json!([]));
    let game = browser.get("POST", &format!("{path}/resign"), json!({ "side": "w" }));
    assert_eq!((&game["result"], &game["reason"]), (&json!("0-1"), &json!("White resigned")));
    browser.refusal("POST", &format!("{path}/moves"), json!({ "ply": 0, "move": "c2c3" }), 409);
    browser.refusal("POST", &format!("{path}/offer"), json!({ "kind": "draw" }), 404);
}

#[test]
fn a_clock_runs_out() {
    let mut browser = Browser::new();
    let clock = json!({ "start_ms": 1000, "increment_ms": 0 });
    let made = browser.get(
        "POST",
        "games",
        json!({ "game": "oska:4", "white": human(), "black": human(), "clock": clock }),
    );
    let path = format!("games/{}", made["id"].as_str().expect("an id"));
    assert_eq!(made["clocks"]["running"], Value::Null, "it starts with the first move");
    let game = browser.get("POST", &format!("{path}/moves"), json!({ "ply": 0, "move": "a1a2" }));
    assert_eq!(game["clocks"]["running"], "b");
    let began = browser.games[0]["turn_began"].as_i64().expect("a time");
    browser.games[0]["turn_began"] = json!(began - 5000);
    let game = browser.get("GET", &path, Value::Null);
    assert_eq!((&game["result"], &game["reason"]), (&json!("1-0"), &json!("Black has run out of time")));
    assert_eq!(browser.games[0]["result"], "1-0", "it is stored");
}

/// The scores, lines and depths of all reports.
fn reports(events: &[Value]) -> Vec<Value> {
    let report = |event: &Value| json!([event["data"]["depth"], event["data"]["lines"]]);
    events.iter().filter(|event| event["event"] == "report").map(report).collect()
}

/// However short the steps are, the answers are those of a search that is never interrupted, and what an analysis has found before it
/// was stopped is known to the next one.
#[test]
fn steps_of_an_analysis_find_what_a_whole_search_finds() {
    for (game, depth) in [("ctf:5", 7), ("crusher:3", 5), ("congo", 4), ("oska:5", 8)] {
        let body = json!({ "game": game, "depth": depth, "lines": 2, "seconds": 300 });
        let request: answers::AnalysisRequest = serde_json::from_value(body.clone()).expect("a request");
        let line = request.line.open(&quadrille::Catalogue::standard()).expect("a line");
        let mut session = quadrille::Session::new(quadrille::Tables::none());
        let whole = std::sync::Mutex::new(Vec::new());
        let tell = |name: &str, data: String| {
            let data: Value = serde_json::from_str(&data).expect("JSON");
            whole.lock().expect("a list").push(json!({ "event": name, "data": data }));
        };
        request.run(&*line, &mut session, &std::sync::atomic::AtomicBool::new(false), &tell);
        let whole = whole.into_inner().expect("a list");
        let mut browser = Browser::new();
        let (events, steps) = browser.stream("analysis", body.clone());
        assert_eq!(reports(&events), reports(&whole), "{game}");
        assert_eq!(events.last(), whole.last(), "{game}");
        assert!(steps >= depth, "{game}: {steps} steps");
        let nodes = |events: &[Value]| events[events.len() - 2]["data"]["nodes"].as_u64().expect("a number");
        let (again, _) = browser.stream("analysis", body);
        assert_eq!(reports(&again), reports(&whole), "{game}");
        assert!(nodes(&again) < nodes(&whole), "{game}: the transposition table is kept");
    }
}

#[test]
fn a_review_judges_every_move() {
    let mut browser = Browser::new();
    let body = json!({ "game": "ctf:5", "moves": ["c2c3", "c4c3"], "seconds": 0.01 });
    let (status, refused) = browser.ask("POST", "review", body);
    assert_eq!((status, refused["refusal"]["kind"].is_string()), (422, true), "{refused}");
    let body = json!({ "game": "ctf:5", "moves": ["c2c3", "b4b3"], "seconds": 0.01 });
    let (events, steps) = browser.stream("review", body);
    assert_eq!((events.len(), steps), (4, 3));
    assert_eq!(events[3]["event"], "end");
    assert!(events[1]["data"]["loss"].is_number() && events[2]["data"]["played"].is_null());
}

#[test]
fn trees_and_solved_positions_are_answered() {
    let mut browser = Browser::new();
    let tree = browser.get("POST", "tree", json!({ "game": "oska:4", "depth": 2 }));
    assert_eq!(tree["depth"], 2);
    let picture = browser.get(
        "GET",
        "tree.svg?game=oska:4&position=startpos&moves=&depth=2&algorithm=minimax",
        Value::Null,
    );
    assert!(picture.as_str().is_some_and(|text| text.starts_with("<svg")));
    let probe = browser.get("POST", "probe", json!({ "game": "oska:3" }));
    assert_eq!(probe["known"], true, "{probe}");
    let unknown = browser.get("POST", "probe", json!({ "game": "crusher:5" }));
    assert_eq!(unknown["known"], false);
}
