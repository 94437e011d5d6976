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

#[tokio::test]
async fn what_is_too_long_is_refused() {
    let service = service();
    let line = json!({"game": "ctf:5", "moves": vec!["a1a2"; 2001]});
    let (status, words) = refused(&service, "POST", "/api/line", line).await;
    assert!(status == 422 && words.contains("at most 2000 moves"), "{status} {words}");
    let too_long = format!("{{\"game\":\"{}\"}}", "x".repeat(2 << 20));
    assert_eq!(text(&service, "POST", "/api/line", &too_long).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}
