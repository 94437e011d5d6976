//! Games that several clients look at and play: changes are told, and players agree on things.

use std::sync::Arc;

use answers::{Offer, OfferKind, SideName};

use super::rights::{ask_as, done_as, new_key, seat, secret_of, served};
use super::*;
use crate::live::Live;

/// Somebody who looks at a game, or at something else that changes.
pub(super) struct Looker(Body);

impl Looker {
    pub(super) async fn new(service: &Router, path: &str) -> Looker {
        Looker::with(service, request("GET", &format!("{path}/events"), "")).await
    }

    /// One of the actors.
    pub(super) async fn of(service: &Router, actor: &str, path: &str) -> Looker {
        let mut request = request("GET", &format!("{path}/events"), "");
        let secret = secret_of(actor).expect("a secret");
        request.headers_mut().insert("authorization", format!("Bearer {secret}").parse().expect("a header"));
        Looker::with(service, request).await
    }

    async fn with(service: &Router, request: Request<Body>) -> Looker {
        let response = service.clone().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        Looker(response.into_body())
    }

    /// The name and the data of the next event.
    pub(super) async fn next(&mut self) -> (String, Value) {
        let frame = tokio::time::timeout(Duration::from_mins(1), self.0.frame()).await.expect("in time");
        let bytes = frame.expect("an event").expect("no error").into_data().expect("data");
        let text = String::from_utf8(bytes.to_vec()).expect("a text");
        let part =
            |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).expect(name).to_string();
        (part("event: "), serde_json::from_str(&part("data: ")).expect("JSON"))
    }

    /// Waits for a state of the game.
    async fn sees(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (name, game) = self.next().await;
            assert!(["game", "away"].contains(&name.as_str()), "{name}");
            if name == "game" && is_so(&game) {
                return game;
            }
        }
    }

    /// Waits until these sides, and no others, are said to be away.
    async fn misses(&mut self, sides: Value) {
        while self.next().await != ("away".to_string(), sides.clone()) {}
    }
}

fn plies(game: &Value) -> usize {
    game["line"]["plies"].as_array().expect("plies").len()
}

/// A game whose seats White and Black have; its path.
async fn game_of_two(service: &Router) -> String {
    game_of_two_with(service, &Value::Null).await
}

/// The same, with a clock.
async fn game_of_two_with(service: &Router, clock: &Value) -> String {
    let new = json!({"game": "oska:4", "white": human(), "black": human(), "clock": clock});
    let view = done_as(service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    seat(service, &path, "w", "White").await;
    seat(service, &path, "b", "Black").await;
    path
}

async fn moves(service: &Router, actor: &str, path: &str) -> Value {
    let game = done_as(service, actor, "GET", path, Value::Null).await;
    let mv = json!({"ply": plies(&game), "move": game["line"]["moves"][0]["move"]});
    done_as(service, actor, "POST", &format!("{path}/moves"), mv).await
}

async fn offers(service: &Router, actor: &str, path: &str, kind: &str) -> Value {
    done_as(service, actor, "POST", &format!("{path}/offer"), json!({"kind": kind})).await
}

#[tokio::test]
async fn everybody_who_looks_is_told_of_every_change() {
    let (app, service) = served(false);
    let path = game_of_two(&service).await;
    let (mut one, mut two) = (Looker::new(&service, &path).await, Looker::new(&service, &path).await);
    for looker in [&mut one, &mut two] {
        assert_eq!(looker.sees(|_| true).await["may"], json!([]), "a stranger looks");
    }
    for (ply, actor) in ["White", "Black", "White"].into_iter().enumerate() {
        moves(&service, actor, &path).await;
        for looker in [&mut one, &mut two] {
            looker.sees(|game| plies(game) == ply + 1).await;
        }
    }
    // Who comes later sees the present state.
    let mut late = Looker::new(&service, &path).await;
    assert_eq!(plies(&late.next().await.1), 3);
    assert_eq!(app.live.lookers(), 3);
    done_as(&service, "Black", "POST", &format!("{path}/resign"), json!({"side": "b"})).await;
    one.sees(|game| game["result"] == "1-0").await;
    done_as(&service, "owner", "DELETE", &path, Value::Null).await;
    for looker in [&mut late, &mut two] {
        while looker.next().await.0 != "gone" {}
    }
    drop((one, two, late));
    eventually("nobody looks any more", async || app.live.lookers() == 0).await;
    let request = request("GET", &format!("{path}/events"), "");
    assert_eq!(service.clone().oneshot(request).await.expect("an answer").status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_deleted_game_comes_back_with_its_seats_and_only_its_owner_does_that() {
    let (_, service) = served(false);
    let path = game_of_two(&service).await;
    moves(&service, "White", &path).await;
    let before = done_as(&service, "Black", "GET", &path, Value::Null).await;
    done_as(&service, "owner", "DELETE", &path, Value::Null).await;
    let restore = format!("{path}/restore");
    for actor in ["stranger", "White", "Black"] {
        let (status, _, answer) = ask_as(&service, secret_of(actor), "POST", &restore, Value::Null).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{actor}: {answer}");
    }
    done_as(&service, "owner", "POST", &restore, Value::Null).await;
    let after = done_as(&service, "Black", "GET", &path, Value::Null).await;
    assert_eq!((&after["seats"], &after["line"]), (&json!(["b"]), &before["line"]));
    moves(&service, "Black", &path).await;
    let (status, _, _) = ask_as(&service, secret_of("owner"), "POST", &restore, Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "it is there already");
}

#[tokio::test]
async fn a_player_who_does_not_look_for_a_while_is_away() {
    let (app, _) = served(false);
    let app = App { live: Arc::new(Live::new(Duration::from_millis(50))), ..app };
    let service = crate::router(app, Guard::default(), None);
    let path = game_of_two(&service).await;
    let mut white = Looker::of(&service, "White", &path).await;
    white.misses(json!(["b"])).await;
    let black = Looker::of(&service, "Black", &path).await;
    white.misses(json!([])).await;
    let mut watcher = Looker::new(&service, &path).await;
    watcher.misses(json!([])).await;
    drop(black);
    for looker in [&mut white, &mut watcher] {
        looker.misses(json!(["b"])).await;
    }
    drop(white);
    watcher.misses(json!(["w", "b"])).await;
    // Nobody is missed when the game is over.
    done_as(&service, "Black", "POST", &format!("{path}/resign"), json!({"side": "b"})).await;
    watcher.misses(json!([])).await;
}

#[tokio::test]
async fn a_flag_falls_though_nobody_asks() {
    let (_, service) = served(false);
    let clock = json!({"start_ms": 1000, "increment_ms": 0});
    let new = json!({"game": "oska:4", "white": human(), "black": human(), "clock": clock});
    let view = done_as(&service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    seat(&service, &path, "b", "Black").await;
    let over = Looker::new(&service, &path).await.sees(|game| game["result"] == "0-1").await;
    assert_eq!(
        (&over["reason"], &over["clocks"]["white_ms"]),
        (&json!("White has run out of time"), &json!(0))
    );
}

#[tokio::test]
async fn players_agree_on_a_draw() {
    let (_, service) = served(false);
    let path = game_of_two(&service).await;
    let mut looker = Looker::new(&service, &path).await;
    let offered = offers(&service, "White", &path, "draw").await;
    assert_eq!((&offered["offer"], &offered["result"]), (&json!({"kind": "draw", "by": "w"}), &Value::Null));
    looker.sees(|game| game["offer"]["by"] == "w").await;
    // Offering again is not agreeing; a move ends the offer; others may not agree.
    assert_eq!(offers(&service, "White", &path, "draw").await["result"], Value::Null);
    for stranger in [None, Some("the-secret-of-the-owner")] {
        let (status, _, answer) =
            ask_as(&service, stranger, "POST", &format!("{path}/offer"), json!({"kind": "draw"})).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{answer}");
    }
    assert_eq!(moves(&service, "White", &path).await["offer"], Value::Null);
    // An offer may be declined.
    offers(&service, "Black", &path, "draw").await;
    let declined = done_as(&service, "White", "DELETE", &format!("{path}/offer"), Value::Null).await;
    assert_eq!(declined["offer"], Value::Null);
    offers(&service, "Black", &path, "draw").await;
    let drawn = offers(&service, "White", &path, "draw").await;
    assert_eq!(
        (&drawn["result"], &drawn["reason"], &drawn["offer"]),
        (&json!("1/2-1/2"), &json!("the players have agreed on a draw"), &Value::Null)
    );
    looker.sees(|game| game["result"] == "1/2-1/2").await;
}

#[tokio::test]
async fn a_move_is_taken_back_if_the_other_agrees() {
    let (app, service) = served(false);
    let path = game_of_two(&service).await;
    let undo = format!("{path}/undo");
    // Who has not moved has nothing to take back.
    let nothing = async |actor: &str| {
        let body = json!({"kind": "undo"});
        let (status, _, answer) =
            ask_as(&service, secret_of(actor), "POST", &format!("{path}/offer"), body).await;
        assert_eq!(status, StatusCode::CONFLICT, "{actor}: {answer}");
        assert_eq!(
            answer["error"],
            format!("{actor} has not moved in this game, so there is nothing to take back")
        );
        let game = done_as(&service, actor, "GET", &path, Value::Null).await;
        assert_eq!(game["offer"], Value::Null, "nothing is offered");
    };
    nothing("White").await;
    nothing("Black").await;
    moves(&service, "White", &path).await;
    nothing("Black").await;
    // One that was stored before this was refused goes when somebody agrees to it.
    let stored = app.store.get(path.trim_start_matches("/api/games/")).expect("read").expect("a game");
    app.store.set_offer(&stored, Some(Offer { kind: OfferKind::Undo, by: SideName::Black })).expect("stored");
    let (status, _, _) =
        ask_as(&service, secret_of("White"), "POST", &format!("{path}/offer"), json!({"kind": "undo"})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(done_as(&service, "White", "GET", &path, Value::Null).await["offer"], Value::Null);
    for actor in ["Black", "White"] {
        moves(&service, actor, &path).await;
    }
    let (status, _, _) =
        ask_as(&service, Some("the-secret-of-white"), "POST", &undo, json!({"ply": 0})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "not alone");
    // White's own last move.
    offers(&service, "White", &path, "undo").await;
    assert_eq!(plies(&offers(&service, "Black", &path, "undo").await), 2);
    // White has moved since: Black's move and the answer go.
    moves(&service, "White", &path).await;
    offers(&service, "Black", &path, "undo").await;
    assert_eq!(plies(&offers(&service, "White", &path, "undo").await), 1);
}

#[tokio::test]
async fn who_agrees_to_take_a_move_back_loses_no_time() {
    let (_, service) = served(false);
    let clock = json!({"start_ms": 60_000, "increment_ms": 1000});
    let path = game_of_two_with(&service, &clock).await;
    let black = |game: &Value| game["clocks"]["black_ms"].as_u64().expect("a clock");
    let thinks = || tokio::time::sleep(Duration::from_millis(40));
    // Black thinks about the move and about the question.
    moves(&service, "White", &path).await;
    thinks().await;
    offers(&service, "White", &path, "undo").await;
    thinks().await;
    let back = offers(&service, "Black", &path, "undo").await;
    assert_eq!(black(&back), 60_000);
    // White asks in the own turn: Black's answer is taken back too, with its time and its increment.
    moves(&service, "White", &path).await;
    thinks().await;
    moves(&service, "Black", &path).await;
    thinks().await;
    offers(&service, "White", &path, "undo").await;
    let back = offers(&service, "Black", &path, "undo").await;
    assert_eq!(black(&back), 60_000);
    let white = back["clocks"]["white_ms"].as_u64().expect("a clock");
    assert!(white <= 60_000 - 40, "who asks has used the time: {white}");
}

#[tokio::test]
async fn both_find_the_rematch_with_the_colours_swapped() {
    let (_, service) = served(false);
    let path = game_of_two(&service).await;
    let rematch = json!({"kind": "rematch"});
    let (status, _, _) =
        ask_as(&service, Some("the-secret-of-white"), "POST", &format!("{path}/offer"), rematch).await;
    assert_eq!(status, StatusCode::CONFLICT, "the game is in progress");
    done_as(&service, "Black", "POST", &format!("{path}/resign"), json!({"side": "b"})).await;
    let mut looker = Looker::new(&service, &path).await;
    offers(&service, "Black", &path, "rematch").await;
    let agreed = offers(&service, "White", &path, "rematch").await;
    let next = agreed["next"].as_str().expect("a game");
    assert_eq!(looker.sees(|game| game["next"].is_string()).await["next"], next);
    // Agreeing twice makes no other game.
    assert_eq!(offers(&service, "White", &path, "rematch").await["next"], next);
    let path = format!("/api/games/{next}");
    for (actor, side) in [("White", "b"), ("Black", "w")] {
        assert_eq!(
            done_as(&service, actor, "GET", &path, Value::Null).await["seats"],
            json!([side]),
            "{actor}"
        );
    }
    assert_eq!(plies(&moves(&service, "Black", &path).await), 1);
}

#[tokio::test]
async fn a_rematch_that_was_deleted_is_forgotten() {
    let (_, service) = served(false);
    let path = game_of_two(&service).await;
    done_as(&service, "Black", "POST", &format!("{path}/resign"), json!({"side": "b"})).await;
    let rematch = async || {
        offers(&service, "Black", &path, "rematch").await;
        offers(&service, "White", &path, "rematch").await["next"].as_str().expect("a game").to_string()
    };
    let first = rematch().await;
    done_as(&service, "owner", "DELETE", &format!("/api/games/{first}"), Value::Null).await;
    assert_eq!(done_as(&service, "White", "GET", &path, Value::Null).await["next"], Value::Null);
    let second = rematch().await;
    assert_ne!(second, first);
    done_as(&service, "White", "GET", &format!("/api/games/{second}"), Value::Null).await;
}

#[tokio::test]
async fn two_people_continue_a_game_that_is_over_only_if_both_agree() {
    let (_, service) = served(false);
    let clock = json!({"start_ms": 3000, "increment_ms": 0});
    let new = json!({"game": "oska:4", "white": human(), "black": human(), "clock": clock});
    let view = done_as(&service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}", view["id"].as_str().expect("an id"));
    seat(&service, &path, "w", "White").await;
    seat(&service, &path, "b", "Black").await;
    moves(&service, "White", &path).await;
    let state = async || done_as(&service, "White", "GET", &path, Value::Null).await;
    eventually("Black's flag falls", async || state().await["result"] == "1-0").await;
    for actor in ["the-secret-of-white", "the-secret-of-black"] {
        let undo = ask_as(&service, Some(actor), "POST", &format!("{path}/undo"), json!({"ply": 1})).await;
        assert_eq!(undo.0, StatusCode::FORBIDDEN, "not alone");
    }
    let asked = offers(&service, "Black", &path, "undo").await;
    assert_eq!((&asked["result"], &asked["offer"]["by"]), (&json!("1-0"), &json!("b")));
    let on = offers(&service, "White", &path, "undo").await;
    assert_eq!((&on["result"], plies(&on)), (&Value::Null, 1), "no move is taken back");
    assert!(on["clocks"]["black_ms"].as_u64().is_some_and(|left| left > 0), "{}", on["clocks"]);
    assert_eq!(plies(&moves(&service, "Black", &path).await), 2, "and Black has time to move");
}

#[tokio::test]
async fn a_code_leads_to_a_seat() {
    let (_, service) = served(false);
    let new = json!({"game": "oska:4", "white": human(), "black": human()});
    let view = done_as(&service, "owner", "POST", "/api/games", new).await;
    let path = format!("/api/games/{}/seats/b", view["id"].as_str().expect("an id"));
    let given = done_as(&service, "owner", "POST", &path, Value::Null).await;
    let code = given["code"].as_str().expect("a code").to_lowercase();
    let found = done_as(&service, "stranger", "GET", &format!("/api/invitations/{code}"), Value::Null).await;
    assert_eq!(found, json!({"game": view["id"], "side": "b", "key": given["key"]}));
    let taken = done_as(&service, "Black", "PUT", &path, json!({"key": found["key"]})).await;
    assert_eq!(taken["seats"], json!(["b"]));
    assert_ne!(new_key(&service, &path).await["key"], given["key"]);
    let (status, answer) = refused(&service, "GET", "/api/invitations/ABCD2345", Value::Null).await;
    assert!(status == 404 && answer.contains("not valid"), "{answer}");
}

#[tokio::test]
async fn a_qr_code_is_a_square() {
    let service = service();
    let code =
        get(&service, "POST", "/api/qr", json!({"text": "http://192.168.0.7:4200/#/join/ABCDEFGH"})).await;
    let rows: Vec<&str> = code["rows"].as_array().expect("rows").iter().filter_map(Value::as_str).collect();
    assert!(rows.len() >= 21 && rows.iter().all(|row| row.len() == rows.len()));
    // The marks in three corners begin with seven dark squares.
    assert!(rows[0].starts_with("11111110") && rows[0].ends_with("01111111"));
    assert_eq!(refused(&service, "POST", "/api/qr", json!({"text": "x".repeat(201)})).await.0, 422);
}
