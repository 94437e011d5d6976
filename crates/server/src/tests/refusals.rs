//! Requests that are refused, and why; and what is known of positions. Snapshots hold all answers, to be read as a whole.

use std::fmt::Write;

use super::*;

/// Sends the requests of a file one after the other, and compares the answers with the snapshot. `GAME` is the last stored game.
async fn check(name: &str, requests: &str) {
    let service = service();
    let mut game = String::new();
    let mut transcript = String::new();
    for line in requests.lines() {
        let _ = writeln!(transcript, "{line}");
        if line.starts_with('#') {
            continue;
        }
        let mut words = line.splitn(3, ' ');
        let [method, path, body] = [(); 3].map(|()| words.next().unwrap_or("null"));
        let path = path.replace("GAME", &game);
        let (status, answer) = ask(&service, method, &path, serde_json::from_str(body).expect(body)).await;
        if let Some(id) = answer["id"].as_str() {
            game = id.to_string();
        }
        let error = answer["error"].as_str().map_or(String::new(), |error| format!(": {error}"));
        let refusal = answer.get("refusal").map_or(String::new(), |refusal| format!("{refusal}\n"));
        let known = answer.get("known").map_or(String::new(), |_| format!("{answer}\n"));
        let _ = writeln!(transcript, "{status}{error}\n{refusal}{known}");
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name, transcript) });
}

#[tokio::test]
async fn requests_are_refused_with_a_reason() {
    check("refusals", include_str!("refusals.txt")).await;
}

/// The words are in the snapshot.
#[tokio::test]
async fn a_path_names_the_methods_that_it_has() {
    let answer = service().oneshot(request("PATCH", "/api/games", "")).await.expect("an answer");
    let allowed = answer.headers()["allow"].to_str().expect("a text");
    assert_eq!(allowed.split(',').collect::<std::collections::BTreeSet<_>>(), ["GET", "HEAD", "POST"].into());
}

#[tokio::test]
async fn positions_are_known_or_not() {
    check("probes", include_str!("probes.txt")).await;
}

#[tokio::test]
async fn moves_that_would_repeat_a_board_are_listed() {
    let service = service();
    // Both flags step aside, White's steps back: if Black's did so too, the first board would be there again.
    let position = "w-W-------------------B-b w";
    let line = json!({"game": "ctf:5", "position": position, "moves": ["c1d1", "c5d5", "d1c1"]});
    let line = get(&service, "POST", "/api/line", line).await;
    let repeats = line["repeats"].as_array().expect("repeats");
    assert_eq!(repeats.len(), 1);
    assert_eq!((&repeats[0]["move"], &repeats[0]["ply"]), (&json!("d5c5"), &json!(0)));
    assert_eq!(repeats[0]["text"], "this would repeat the starting board");
}

/// Every dimension of a request, above its limit. What is refused before it is read is refused at once: reading a move of a megabyte
/// took half a minute.
#[tokio::test]
async fn what_is_too_long_is_refused() {
    let service = service();
    let humans = |mut line: Value| {
        line["white"] = human();
        line["black"] = human();
        line
    };
    let (path, _) = new_game(&service, humans(json!({"game": "ctf:5"}))).await;
    let board = "wWw------------------bBb-";
    let boards = |count: usize| format!("{} w", vec![board; count].join(","));
    let long = |count: usize| "a1".repeat(count / 2);
    let line = |more: Value| {
        let mut line = json!({"game": "ctf:5"});
        line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        line
    };
    let record = |moves: usize, reason: &str| {
        format!("[Game \"ctf:5\"]\n[Reason \"{reason}\"]\n\n{}1-0\n", "a1a2 ".repeat(moves))
    };
    let many = [line(json!({"moves": vec!["a1a2"; 2001]})), line(json!({"moves": [long(1_000_000)]}))];
    let history = [line(json!({"position": boards(4001)})), line(json!({"position": long(1_000_000)}))];
    let requests = [
        ("/api/line".to_string(), many[0].clone(), "at most 2000 moves"),
        ("/api/line".to_string(), many[1].clone(), "move 1 has more than 4096 bytes"),
        ("/api/games".to_string(), humans(many[1].clone()), "move 1 has more than 4096 bytes"),
        ("/api/analysis".to_string(), many[1].clone(), "move 1 has more than 4096 bytes"),
        ("/api/review".to_string(), history[0].clone(), "the position has more than 4000 boards"),
        ("/api/probe".to_string(), history[0].clone(), "the position has more than 4000 boards"),
        ("/api/tree".to_string(), history[1].clone(), "the position has a board of more than 4096 bytes"),
        (
            "/api/line".to_string(),
            json!({"game": long(202)}),
            "the name of a game has at most 200 bytes, not 202",
        ),
        ("/api/setup".to_string(), json!({"game": "ctf:5", "cells": long(900_000), "side": "w"}), "25 cells"),
        ("/api/setup".to_string(), json!({"game": long(202), "cells": "", "side": "w"}), "at most 200 bytes"),
        (format!("{path}/moves"), json!({"ply": 0, "move": long(1_000_000)}), "more than 4096 bytes"),
        (
            format!("{path}/moves"),
            json!({"ply": 0, "move": boards(4001)}),
            "the move has more than 4000 boards",
        ),
        (
            "/api/games".to_string(),
            json!({"game": "ctf:5", "white": engine(&long(202)), "black": human()}),
            "the strength of an engine has at most 200 bytes",
        ),
        ("/api/records".to_string(), json!({"text": record(2001, "won")}), "at most 2000 moves"),
        ("/api/records".to_string(), json!({"text": record(1000, "won").repeat(51)}), "at most 50000 moves"),
        ("/api/records".to_string(), json!({"text": record(1, "won").repeat(101)}), "at most 100 games"),
        ("/api/records".to_string(), json!({"text": record(1, &long(202))}), "the reason why the game ended"),
    ];
    let start = Instant::now();
    for (path, body, words) in requests {
        let (status, answer) = refused(&service, "POST", &path, body).await;
        assert!(status == 422 && answer.contains(words), "{path}: {status} {answer:.300}");
    }
    for search in [long(202), "a%20".repeat(11)] {
        let (status, answer) =
            refused(&service, "GET", &format!("/api/games?search={search}"), json!({})).await;
        assert_eq!(status, 422, "{answer}");
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // At the limits all is well.
    let good = json!({"game": "ctf:5", "position": boards(4000)});
    get(&service, "POST", "/api/line", good).await;
    let too_long = format!("{{\"game\":\"{}\"}}", "x".repeat(2 << 20));
    assert_eq!(text(&service, "POST", "/api/line", &too_long).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}
