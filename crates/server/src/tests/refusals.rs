//! Requests that are refused, and why.

use super::*;

#[tokio::test]
async fn a_repeated_board_is_refused_and_named() {
    let service = service();
    // Both flags step aside, White's steps back: if Black's did so too, the first board would be there again.
    let position = "w-W--".to_string() + &"-".repeat(15) + "--B-b w";
    let new = json!({"game": "ctf:5", "position": position, "moves": ["c1d1", "c5d5", "d1c1"], "white": human(), "black": human()});
    let view = get(&service, "POST", "/api/games", new).await;
    let repeats = view["line"]["repeats"].as_array().expect("repeats");
    assert_eq!(repeats.len(), 1);
    assert_eq!((&repeats[0]["move"], &repeats[0]["ply"]), (&json!("d5c5"), &json!(0)));
    let path = format!("/api/games/{}/moves", view["id"].as_str().expect("an id"));
    let (status, problem) = ask(&service, "POST", &path, json!({"ply": 3, "move": "d5c5"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(problem["error"], "Black cannot play d5c5: this would repeat the starting board");
    let words = "this would repeat the starting board";
    assert_eq!(problem["refusal"], json!({"kind": "repeats", "text": words, "ply": 0}));
    assert_eq!(repeats[0]["text"], words);
}

#[tokio::test]
async fn a_refused_move_has_a_typed_reason() {
    let service = service();
    let congo = |position: &str, moves: Value| json!({"game": "congo", "position": position, "moves": moves});
    let repeat = json!({"game": "crusher:3", "moves": ["b2b3", "a5a4", "b3a2", "a4a5", "a2b3"]});
    for (line, kind, words) in [
        (json!({"game": "ctf:5", "moves": ["c1c4"]}), "rule", "move 1, c1c4: "),
        (json!({"game": "ctf:5", "moves": ["a1a2"]}), "no_own_man", "a1 is empty"),
        (json!({"game": "ctf:5", "moves": ["c5c4"]}), "no_own_man", "belongs to the other side"),
        (json!({"game": "ctf:5", "moves": ["zz"]}), "unreadable", "zz"),
        (congo("3l3/7/7/7/7/7/3L3 w 0", json!(["d1d7", "d7d6"])), "game_over", "White has won"),
        (repeat, "repeats", "move 5, a2b3: this would repeat the board after move 1"),
    ] {
        let (status, problem) = ask(&service, "POST", "/api/line", line).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(problem["refusal"]["kind"], kind, "{problem}");
        assert!(problem["error"].as_str().is_some_and(|error| error.contains(words)), "{problem}");
    }
    let game = json!({"game": "ctf:3", "white": human(), "black": human()});
    let view = get(&service, "POST", "/api/games", game).await;
    let path = format!("/api/games/{}/moves", view["id"].as_str().expect("an id"));
    let (_, problem) = ask(&service, "POST", &path, json!({"ply": 0, "move": "wWw---bBb"})).await;
    let words = "no legal move makes the board wWw---bBb";
    assert_eq!(problem["refusal"], json!({"kind": "no_move_makes", "text": words}));
    // Other problems have no refusal.
    let (_, problem) = ask(&service, "POST", "/api/line", json!({"game": "chess"})).await;
    assert_eq!(problem["refusal"], Value::Null);
}

#[tokio::test]
async fn the_editor_names_the_rule_that_is_broken() {
    let service = service();
    let congo = |cells: &str| json!({"game": "congo", "cells": cells, "side": "w"});
    let board = |man: &str, cell: usize| {
        let mut cells = "-".repeat(49);
        cells.replace_range(cell..=cell, man);
        cells
    };
    for (setup, wanted) in [
        (congo(&board("P", 0)), "last rank"),
        (congo(&board("L", 0)), "castle"),
        (congo("-"), "49 cells"),
        (congo(&board("x", 5)), "'x' is not a man of Congo"),
        (congo(&board(",", 5)), "',' is not a man of Congo"),
        (json!({"game": "ctf:2", "cells": "WWb-", "side": "b"}), "flag"),
        (json!({"game": "ctf:99", "cells": "", "side": "b"}), "32"),
    ] {
        let (status, words) = refused(&service, "POST", "/api/setup", setup).await;
        assert!(status == 422 && words.contains(wanted), "{status} {words}");
    }
    let line = get(
        &service,
        "POST",
        "/api/setup",
        json!({"game": "oska:3", "cells": "w-w---b-b".get(..8), "side": "b"}),
    )
    .await;
    assert_eq!(line["side"], "b");
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused() {
    let service = service();
    let game = |white: Value, more: Value| {
        let mut game = json!({"game": "ctf", "white": white, "black": human()});
        game.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        game
    };
    for (method, path, body, status) in [
        ("POST", "/api/line", json!({"game": "chess"}), 422),
        ("POST", "/api/line", json!({"game": "ctf:5", "position": "nonsense"}), 422),
        ("POST", "/api/line", json!({"game": "ctf:5", "moves": ["a1a9"]}), 422),
        ("POST", "/api/line", json!({"game": "ctf:5", "moves": vec!["a1a2"; 2001]}), 422),
        ("POST", "/api/line", json!({"game": 5}), 422),
        ("POST", "/api/line", json!([1]), 422),
        ("POST", "/api/games", game(engine("level=11"), json!({})), 422),
        ("POST", "/api/games", game(engine("depth=61"), json!({})), 422),
        ("POST", "/api/games", game(engine("time=31s"), json!({})), 422),
        ("POST", "/api/games", game(human(), json!({"clock": {"start_ms": 0, "increment_ms": 0}})), 422),
        ("POST", "/api/games", game(human(), json!({"position": "startpos", "moves": ["pass"]})), 422),
        ("GET", "/api/games/none", Value::Null, 404),
        ("GET", "/api/games?limit=x", Value::Null, 400),
        ("GET", "/api/games?limit=201", Value::Null, 422),
        ("GET", "/api/analysis", Value::Null, 400),
        ("GET", "/api/analysis?game=ctf:5&depth=0", Value::Null, 422),
        ("GET", "/api/analysis?game=ctf:5&seconds=-1", Value::Null, 422),
        ("GET", "/api/analysis?game=ctf:5&seconds=NaN", Value::Null, 422),
        ("GET", "/api/review?game=ctf:5&moves=zz", Value::Null, 422),
        ("GET", "/api/rules/chess", Value::Null, 422),
        ("POST", "/api/records", json!({"text": ""}), 422),
        ("POST", "/api/records", json!({"text": "[Game \"ctf\"]\n1. a1a9 1-0"}), 422),
        ("POST", "/api/probe", json!({"position": "startpos"}), 422),
        ("POST", "/api/review", json!({"game": "ctf:5", "seconds": 6}), 422),
        ("GET", "/nothing", Value::Null, 404),
        ("GET", "/../Cargo.toml", Value::Null, 404),
    ] {
        let (found, words) = refused(&service, method, path, body.clone()).await;
        assert!(found == status && !words.is_empty(), "{method} {path} {body}: {found} {words}");
    }
    let too_long = format!("{{\"game\":\"{}\"}}", "x".repeat(2 << 20));
    assert_eq!(text(&service, "POST", "/api/line", &too_long).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}
