//! The lobby: open seats, who waits, and which games can be watched.

use super::live::Looker;
use super::rights::{ask_as, done_as, new_key, seat, secret_of, served};
use super::*;
use crate::limits;

async fn lobby(service: &Router, actor: &str) -> Value {
    done_as(service, actor, "GET", "/api/lobby", Value::Null).await
}

/// Waits for a state of the lobby.
async fn becomes(service: &Router, what: &str, is_so: impl Fn(&Value) -> bool) {
    eventually(what, async || is_so(&lobby(service, "stranger").await)).await;
}

/// A game of the owner with Black's seat open; its path.
async fn open_game(service: &Router, more: Value) -> String {
    let mut new = json!({"game": "oska:4", "white": human(), "black": human()});
    new.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    let view = done_as(service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    let view = done_as(service, "owner", "POST", &format!("{path}/seats/b/open"), Value::Null).await;
    assert_eq!(view["open"], json!(["b"]));
    path
}

#[tokio::test]
async fn an_open_game_is_in_the_lobby_while_its_owner_is_there_and_until_somebody_comes() {
    let (_, service) = served(false);
    let path = open_game(&service, json!({})).await;
    assert_eq!(lobby(&service, "stranger").await["waiting"], json!([]), "nobody is there");
    let stranger = Looker::new(&service, &path).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(lobby(&service, "stranger").await["waiting"], json!([]), "somebody else looks at it");
    let owner = Looker::of(&service, "owner", &path).await;
    becomes(&service, "the game waits", |lobby| lobby["waiting"][0]["side"] == "b").await;
    assert_eq!(lobby(&service, "owner").await["waiting"][0]["mine"], true);
    assert_eq!(lobby(&service, "White").await["waiting"][0]["mine"], false);
    // The first who comes gets the seat.
    let side = format!("{path}/seats/b");
    let view = done_as(&service, "Black", "PUT", &side, json!({})).await;
    assert_eq!((&view["seats"], &view["open"]), (&json!(["b"]), &json!([])));
    let (status, _, problem) = ask_as(&service, None, "PUT", &side, json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{problem}");
    becomes(&service, "the game can be watched", |lobby| {
        lobby["waiting"] == json!([]) && lobby["games"].as_array().is_some_and(|games| games.len() == 1)
    })
    .await;
    drop((owner, stranger));
    becomes(&service, "nobody is there", |lobby| lobby["games"] == json!([])).await;
}

#[tokio::test]
async fn people_have_the_names_that_they_want() {
    let (_, service) = served(false);
    let path = open_game(&service, json!({"white": {"kind": "human", "name": " Anna "}})).await;
    let _owner = Looker::of(&service, "owner", &path).await;
    becomes(&service, "Anna waits", |lobby| lobby["waiting"][0]["other"]["name"] == "Anna").await;
    let side = format!("{path}/seats/b");
    let takes = async |body: Value| done_as(&service, "Black", "PUT", &side, body).await["black"].clone();
    assert_eq!(takes(json!({"name": "Ben"})).await, json!({"kind": "human", "name": "Ben"}));
    becomes(&service, "both are told", |lobby| lobby["games"][0]["black"]["name"] == "Ben").await;
    // The record has the names, and brings them back.
    let (_, record) = text(&service, "GET", &format!("{path}/record"), "").await;
    assert!(record.contains("[White \"Anna\"]\n[Black \"Ben\"]"), "{record}");
    let imported = done_as(&service, "owner", "POST", "/api/records", json!({"text": record})).await;
    let copy = format!("/api/games/{}", imported["games"][0].as_str().expect("an id"));
    let copy = done_as(&service, "owner", "GET", &copy, Value::Null).await;
    assert_eq!((&copy["white"]["name"], &copy["black"]["name"]), (&json!("Anna"), &json!("Ben")));
    // Who has a seat gets another name, keeps it, or has none any more.
    assert_eq!(takes(json!({"name": "Benno"})).await["name"], "Benno");
    assert_eq!(takes(json!({})).await["name"], "Benno");
    assert_eq!(takes(json!({"name": " "})).await, human());
    // A name goes with the person.
    takes(json!({"name": "Ben"})).await;
    new_key(&service, &side).await;
    assert_eq!(done_as(&service, "owner", "GET", &path, Value::Null).await["black"], human());
    let again = done_as(&service, "owner", "PUT", &format!("{path}/seats/w"), json!({"name": "Anne"})).await;
    assert_eq!(again["white"]["name"], "Anne");
    for name in ["a\u{202e}b", "a\nb", "engine:level=3"] {
        let (status, _, problem) =
            ask_as(&service, secret_of("owner"), "PUT", &format!("{path}/seats/w"), json!({"name": name}))
                .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{problem}");
    }
}

#[tokio::test]
async fn an_engine_has_no_name() {
    let (_, service) = served(false);
    let new = json!({"game": "oska:4", "white": human(), "black": engine("level=1")});
    let view = done_as(&service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    seat(&service, &path, "w", "White").await;
    let view = done_as(&service, "owner", "PUT", &format!("{path}/seats/b"), json!({"name": "Ben"})).await;
    assert_eq!(view["black"], engine("level=1"));
}

#[tokio::test]
async fn only_the_owner_opens_and_closes_a_seat_that_a_person_plays() {
    let (_, service) = served(false);
    let path = open_game(&service, json!({})).await;
    let open = format!("{path}/seats/b/open");
    for (actor, method) in [("White", "POST"), ("White", "DELETE")] {
        let secret = Some("the-secret-of-white");
        assert_eq!(
            ask_as(&service, secret, method, &open, Value::Null).await.0,
            StatusCode::FORBIDDEN,
            "{actor}"
        );
    }
    let view = done_as(&service, "owner", "DELETE", &open, Value::Null).await;
    assert_eq!((&view["open"], &view["seats"]), (&json!([]), &json!(["w", "b"])));
    let owner = Some("the-secret-of-the-owner");
    assert_eq!(ask_as(&service, owner, "DELETE", &open, Value::Null).await.0, StatusCode::CONFLICT);
    // A key closes an open seat, and the other way round.
    done_as(&service, "owner", "POST", &open, Value::Null).await;
    seat(&service, &path, "b", "Black").await;
    assert_eq!(
        ask_as(&service, None, "PUT", &format!("{path}/seats/b"), json!({})).await.0,
        StatusCode::FORBIDDEN
    );
    let against_engine = json!({"game": "oska:4", "white": human(), "black": engine("level=1")});
    let view = done_as(&service, "owner", "POST", "/api/games", against_engine).await;
    let open = format!("/api/games/{}/seats/b/open", view["id"].as_str().expect("an id"));
    assert_eq!(ask_as(&service, owner, "POST", &open, Value::Null).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn the_clocks_stand_still_until_somebody_comes() {
    let (_, service) = served(false);
    let path = open_game(&service, json!({"clock": {"start_ms": 1000, "increment_ms": 0}})).await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let view = done_as(&service, "owner", "GET", &path, Value::Null).await;
    assert_eq!((&view["result"], &view["clocks"]["white_ms"]), (&Value::Null, &json!(1000)));
    assert_eq!(view["clocks"]["running"], Value::Null);
    let view = done_as(&service, "Black", "PUT", &format!("{path}/seats/b"), json!({})).await;
    assert_eq!((&view["clocks"]["running"], &view["result"]), (&json!("w"), &Value::Null));
    assert!(view["clocks"]["white_ms"].as_u64().is_some_and(|left| left > 0));
    eventually("the clock runs out", async || {
        done_as(&service, "owner", "GET", &path, Value::Null).await["result"] == "0-1"
    })
    .await;
}

#[tokio::test]
async fn the_lobby_is_told_as_it_changes() {
    let (_, service) = served(false);
    let mut watcher = Looker::new(&service, "/api/lobby").await;
    let (name, first) = watcher.next().await;
    assert_eq!((name.as_str(), &first["shared"], &first["waiting"]), ("lobby", &json!(true), &json!([])));
    let path = open_game(&service, json!({})).await;
    let _owner = Looker::of(&service, "owner", &path).await;
    while watcher.next().await.1["waiting"][0]["game"] != "oska:4" {}
}

#[tokio::test]
async fn the_lobby_shows_as_many_games_as_the_limit_says() {
    let (app, service) = served(false);
    let mut present = Vec::new();
    for number in 0..2 * (limits::LOBBY_GAMES + 1) {
        let new = json!({"game": "oska:4", "white": human(), "black": human()});
        let view = done_as(&service, "owner", "POST", "/api/games", new).await;
        let id = view["id"].as_str().expect("an id");
        if number % 2 == 0 {
            done_as(&service, "owner", "POST", &format!("/api/games/{id}/seats/b/open"), Value::Null).await;
        }
        let mut look = app.live.look(id);
        look.plays(true);
        present.push(look);
    }
    let lobby = lobby(&service, "stranger").await;
    for list in ["waiting", "games"] {
        assert_eq!(lobby[list].as_array().map(Vec::len), Some(limits::LOBBY_GAMES), "{list}");
    }
}
