//! Who may do what with stored games.

use axum::http::HeaderMap;

use super::*;
use crate::clients::Digest;

const ADMIN: &str = "the-secret-of-the-admin";
const ACTORS: [(&str, Option<&str>); 5] = [
    ("stranger", None),
    ("owner", Some("the-secret-of-the-owner")),
    ("White", Some("the-secret-of-white")),
    ("Black", Some("the-secret-of-black")),
    ("admin", Some(ADMIN)),
];

/// What each may do with a game whose seats the owner has given to two others, on loopback too.
const GIVEN_AWAY: &str = "
              stranger owner White Black admin
read          yes      yes   yes   yes   yes
list          yes      yes   yes   yes   yes
move as White -        -     yes   -     yes
move as Black -        -     -     yes   yes
reply         -        yes   yes   -     yes
undo          -        -     -     -     yes
resign White  -        -     yes   -     yes
resign Black  -        -     -     yes   yes
delete        -        yes   -     -     yes
make seat     -        yes   -     -     yes";

/// The same beyond loopback if the owner has kept the seats.
const KEPT: &str = "
              stranger owner White Black admin
read          yes      yes   yes   yes   yes
list          yes      yes   yes   yes   yes
move as White -        yes   -     -     yes
move as Black -        yes   -     -     yes
reply         -        yes   -     -     yes
undo          -        yes   -     -     yes
resign White  -        yes   -     -     yes
resign Black  -        yes   -     -     yes
delete        -        yes   -     -     yes
make seat     -        yes   -     -     yes";

/// The same beyond loopback for a game that was stored when games had no owners.
const WITHOUT_OWNER: &str = "
              stranger owner White Black admin
read          yes      yes   yes   yes   yes
list          yes      yes   yes   yes   yes
move as White -        -     -     -     yes
move as Black -        -     -     -     yes
reply         -        -     -     -     yes
undo          -        -     -     -     yes
resign White  -        -     -     -     yes
resign Black  -        -     -     -     yes
delete        -        -     -     -     yes
make seat     -        -     -     -     yes";

/// A service, and whether others can reach it.
pub(super) fn served(only_this_machine: bool) -> (App, Router) {
    let access = Access { only_this_machine, admin: Some(Digest::of(ADMIN)) };
    let app = app_for(Tables::in_memory(), access);
    (app.clone(), crate::router(app, Guard::default(), None))
}

pub(super) fn secret_of(actor: &str) -> Option<&'static str> {
    ACTORS.iter().find(|(name, _)| *name == actor).expect(actor).1
}

/// The answer to a request of somebody.
pub(super) async fn ask_as(
    service: &Router,
    secret: Option<&str>,
    method: &str,
    path: &str,
    body: Value,
) -> (StatusCode, HeaderMap, Value) {
    let mut request = request(method, path, &body.to_string());
    if let Some(secret) = secret {
        let value = format!("Bearer {secret}").parse().expect("a header");
        request.headers_mut().insert("authorization", value);
    }
    let (head, body) = service.clone().oneshot(request).await.expect("an answer").into_parts();
    let bytes = body.collect().await.expect("a body").to_bytes();
    let value = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).expect("JSON") };
    (head.status, head.headers, value)
}

/// What must succeed.
pub(super) async fn done_as(service: &Router, actor: &str, method: &str, path: &str, body: Value) -> Value {
    let (status, _, value) = ask_as(service, secret_of(actor), method, path, body).await;
    assert!(status.is_success(), "{actor}: {method} {path}: {status} {value}");
    value
}

/// A new key for a seat, as it is used.
pub(super) async fn new_key(service: &Router, seat: &str) -> Value {
    let given = done_as(service, "owner", "POST", seat, Value::Null).await;
    json!({"key": given["key"]})
}

/// Gives a seat to an actor.
pub(super) async fn seat(service: &Router, path: &str, side: &str, actor: &str) {
    let seat = format!("{path}/seats/{side}");
    let key = new_key(service, &seat).await;
    done_as(service, actor, "PUT", &seat, key).await;
}

/// A new game in which the action is possible now, with the seats given away, kept, or with nobody as its owner; its path.
async fn game_for(app: &App, service: &Router, action: &str, table: &str) -> String {
    let black = if action == "reply" { engine("level=1") } else { human() };
    let new = json!({"game": "oska:4", "white": human(), "black": black});
    let view = done_as(service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    if ["move as Black", "reply", "undo"].contains(&action) {
        let first = json!({"ply": 0, "move": "a1a2"});
        done_as(service, "owner", "POST", &format!("{path}/moves"), first).await;
    }
    if table == GIVEN_AWAY {
        seat(service, &path, "w", "White").await;
        if action != "reply" {
            seat(service, &path, "b", "Black").await;
        }
    }
    if table == WITHOUT_OWNER {
        app.store.connection().execute("UPDATE games SET owner = NULL", []).expect("no owners");
    }
    path
}

/// How an action ends for an actor.
async fn act(service: &Router, actor: &str, action: &str, path: &str) -> (u16, Value) {
    let legal =
        done_as(service, "stranger", "GET", path, Value::Null).await["line"]["moves"][0]["move"].clone();
    let (method, place, body) = match action {
        "read" => ("GET", path.to_string(), Value::Null),
        "list" => ("GET", "/api/games".to_string(), Value::Null),
        "move as White" => ("POST", format!("{path}/moves"), json!({"ply": 0, "move": legal})),
        "move as Black" => ("POST", format!("{path}/moves"), json!({"ply": 1, "move": legal})),
        "reply" => ("POST", format!("{path}/reply"), json!({"ply": 1})),
        "undo" => ("POST", format!("{path}/undo"), json!({"ply": 0})),
        "resign White" => ("POST", format!("{path}/resign"), json!({"side": "w"})),
        "resign Black" => ("POST", format!("{path}/resign"), json!({"side": "b"})),
        "delete" => ("DELETE", path.to_string(), Value::Null),
        "make seat" => ("POST", format!("{path}/seats/w"), Value::Null),
        _ => panic!("{action}"),
    };
    let (status, _, value) = ask_as(service, secret_of(actor), method, &place, body).await;
    (status.as_u16(), value)
}

/// Tries every cell of a table.
async fn check_table(only_this_machine: bool, table: &str) {
    let (app, service) = served(only_this_machine);
    let mut lines = table.trim_matches('\n').lines();
    let actors: Vec<&str> = lines.next().expect("a head").split_whitespace().collect();
    let mut cells = 0;
    for line in lines {
        let (action, allowed) = line.split_at(14);
        let action = action.trim();
        for (actor, allowed) in actors.iter().zip(allowed.split_whitespace()) {
            let path = game_for(&app, &service, action, table).await;
            let (status, answer) = act(&service, actor, action, &path).await;
            let told = format!("{action} by {actor}: {status} {answer}");
            if allowed == "yes" || (only_this_machine && table != GIVEN_AWAY) {
                assert!((200..300).contains(&status), "{told}");
            } else {
                let words = answer["error"].as_str().unwrap_or_default();
                assert!(status == 403 && words.contains("game"), "{told}");
                assert_eq!(words.contains("no owner"), table == WITHOUT_OWNER, "{told}");
            }
            cells += 1;
        }
    }
    assert_eq!(cells, 50);
}

#[tokio::test]
async fn who_may_do_what_if_the_seats_are_given_away() {
    check_table(false, GIVEN_AWAY).await;
}

#[tokio::test]
async fn who_may_do_what_if_the_owner_keeps_the_seats() {
    check_table(false, KEPT).await;
}

#[tokio::test]
async fn who_may_do_what_with_a_game_without_an_owner() {
    check_table(false, WITHOUT_OWNER).await;
}

#[tokio::test]
async fn everybody_on_this_machine_may_do_everything() {
    for table in [KEPT, WITHOUT_OWNER] {
        check_table(true, table).await;
    }
}

#[tokio::test]
async fn on_this_machine_too_a_game_whose_seats_are_given_away_is_its_owners_and_players() {
    check_table(true, GIVEN_AWAY).await;
}

/// A browser, with the cookie that it has got, if any.
#[derive(Default)]
struct Browser(Option<String>);

impl Browser {
    async fn ask(&mut self, service: &Router, method: &str, path: &str, body: Value) -> (u16, Value) {
        let mut request = request(method, path, &body.to_string());
        if let Some(cookie) = &self.0 {
            request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
        }
        let (head, body) = service.clone().oneshot(request).await.expect("an answer").into_parts();
        if let Some(cookie) = head.headers.get("set-cookie") {
            self.0 = cookie.to_str().expect("a text").split(';').next().map(str::to_string);
        }
        let bytes = body.collect().await.expect("a body").to_bytes();
        (head.status.as_u16(), serde_json::from_slice(&bytes).expect("JSON"))
    }

    async fn seats(&mut self, service: &Router, path: &str) -> Value {
        self.ask(service, "GET", path, Value::Null).await.1["seats"].clone()
    }
}

#[tokio::test]
async fn an_invitation_on_this_machine_makes_two_players_of_two_browsers() {
    let (_, service) = served(true);
    let (mut one, mut two, mut three) = (Browser::default(), Browser::default(), Browser::default());
    let new = json!({"game": "oska:4", "white": human(), "black": human()});
    let (_, view) = one.ask(&service, "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    assert_eq!((one.0.as_ref(), three.seats(&service, &path).await), (None, json!(["w", "b"])));
    let seat = format!("{path}/seats/b");
    let (_, given) = one.ask(&service, "POST", &seat, Value::Null).await;
    let key = json!({"key": given["key"]});
    // Who invites may try the link, which keeps the seat for somebody else.
    assert_eq!(one.ask(&service, "PUT", &seat, key.clone()).await.1["seats"], json!(["w", "b"]));
    assert_eq!(two.ask(&service, "PUT", &seat, key.clone()).await.1["seats"], json!(["b"]));
    assert_eq!(one.seats(&service, &path).await, json!(["w"]));
    let watched = three.ask(&service, "GET", &path, Value::Null).await.1;
    assert_eq!((&watched["seats"], &watched["may"]), (&json!([]), &json!([])));
    assert_eq!(three.ask(&service, "DELETE", &path, Value::Null).await.0, 403);
    for (browser, deletable) in [(&mut one, true), (&mut three, false)] {
        let (_, listed) = browser.ask(&service, "GET", "/api/games", Value::Null).await;
        assert_eq!(listed["games"][0]["deletable"], json!(deletable));
    }
    // The link works again in the browser that has the seat, and in no other.
    assert_eq!(two.ask(&service, "PUT", &seat, key.clone()).await.1["seats"], json!(["b"]));
    assert_eq!(three.ask(&service, "PUT", &seat, key).await.0, 403);
    // A game that this browser creates later is everybody's again.
    let new = json!({"game": "oska:4", "white": human(), "black": human()});
    let (_, view) = one.ask(&service, "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    assert_eq!(three.seats(&service, &path).await, json!(["w", "b"]));
}

#[tokio::test]
async fn a_browser_gets_a_cookie_when_it_creates_something() {
    let (_, service) = served(false);
    let new = json!({"game": "oska:4", "white": human(), "black": human()});
    let (_, headers, view) = ask_as(&service, None, "POST", "/api/games", new.clone()).await;
    assert_eq!((&view["mine"], &view["seats"]), (&json!(true), &json!(["w", "b"])));
    assert_eq!(view["may"], json!(["move", "undo", "resign", "delete", "seats"]));
    let cookie = headers["set-cookie"].to_str().expect("a text").to_string();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let secret = cookie.split([';', '=']).nth(1).expect("a secret");
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    let with_cookie = async |method: &str, path: &str| {
        let mut request = request(method, path, &new.to_string());
        request.headers_mut().insert("cookie", format!("quadrille={secret}").parse().expect("a header"));
        let (head, body) = service.clone().oneshot(request).await.expect("an answer").into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        (head, serde_json::from_slice::<Value>(&bytes).expect("JSON"))
    };
    let listed = with_cookie("GET", "/api/games").await.1["games"][0].clone();
    assert_eq!((&listed["mine"], &listed["deletable"]), (&json!(true), &json!(true)));
    assert_eq!(listed["seats"], json!(["w", "b"]));
    let (_, _, strange) = ask_as(&service, None, "GET", &path, Value::Null).await;
    assert_eq!((&strange["mine"], &strange["may"]), (&json!(false), &json!([])));
    let (_, _, listed) = ask_as(&service, None, "GET", "/api/games", Value::Null).await;
    assert_eq!(
        (&listed["games"][0]["mine"], &listed["games"][0]["deletable"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(listed["games"][0]["seats"], json!([]));
    assert!(!listed.to_string().contains(secret) && !strange.to_string().contains(secret));
    // It keeps the secret that it has.
    let (head, second) = with_cookie("POST", "/api/games").await;
    assert!(second["mine"] == true && !head.headers.contains_key("set-cookie"));
    // Nobody needs one who only looks, or on his own machine.
    let (_, headers, _) = ask_as(&service, None, "POST", "/api/line", json!({"game": "oska:4"})).await;
    assert!(!headers.contains_key("set-cookie"));
    let (_, headers, view) = ask_as(&served(true).1, None, "POST", "/api/games", new.clone()).await;
    assert!(!headers.contains_key("set-cookie") && view["may"].as_array().is_some_and(|may| may.len() == 5));
}

#[tokio::test]
async fn a_seat_is_taken_once_with_its_key() {
    let (_, service) = served(false);
    let new = json!({"game": "oska:4", "white": human(), "black": engine("level=1")});
    let view = done_as(&service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    let seat = format!("{path}/seats/w");
    let take = async |actor: &str, key: &Value| {
        let (status, _, answer) = ask_as(&service, secret_of(actor), "PUT", &seat, key.clone()).await;
        (status.as_u16(), answer)
    };
    let old = new_key(&service, &seat).await;
    let key = new_key(&service, &seat).await;
    assert_eq!(take("White", &old).await.0, 403, "a new key replaces it");
    assert_eq!(take("White", &json!({"key": "guessed"})).await.0, 403);
    let (status, taken) = take("White", &key).await;
    assert_eq!((status, &taken["seats"], &taken["mine"]), (200, &json!(["w"]), &json!(false)));
    assert_eq!(taken["may"], json!(["move", "undo", "resign"]), "nobody else but the engine plays");
    assert_eq!(take("Black", &key).await.0, 403, "it has been used");
    assert_eq!(take("White", &key).await.1["seats"], json!(["w"]), "who has the seat opens the link again");
    // The owner takes it back with a new key.
    done_as(&service, "owner", "POST", &seat, Value::Null).await;
    let first = json!({"ply": 0, "move": "a1a2"});
    let (status, _, _) =
        ask_as(&service, secret_of("White"), "POST", &format!("{path}/moves"), first.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    done_as(&service, "owner", "POST", &format!("{path}/moves"), first).await;
    // The engine's seat cannot be given away, and there are no others.
    let (status, _, _) =
        ask_as(&service, secret_of("owner"), "POST", &format!("{path}/seats/b"), Value::Null).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (status, _, _) =
        ask_as(&service, secret_of("owner"), "POST", &format!("{path}/seats/x"), Value::Null).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn secrets_are_not_stored() {
    let (app, service) = served(false);
    let new = json!({"game": "oska:4", "white": human(), "black": human()});
    let view = done_as(&service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}/seats/w", view["id"].as_str().expect("an id"));
    let key = done_as(&service, "owner", "POST", &path, Value::Null).await;
    let row: String = app
        .store
        .connection()
        .query_row("SELECT owner || seats FROM games", [], |row| row.get(0))
        .expect("a row");
    let owner = secret_of("owner").expect("a secret");
    assert!(!row.contains(owner) && !row.contains(key["key"].as_str().expect("a key")), "{row}");
    assert!(row.contains(&Digest::of(owner).0));
}
