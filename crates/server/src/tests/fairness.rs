//! One client cannot take everything for himself.

use super::rights::{ask_as, served};
use super::*;
use crate::limits;

const GREEDY: &str = "the-secret-of-a-greedy-client";
const MODEST: &str = "the-secret-of-a-modest-client";

/// A request of a client that goes on while the test does; dropped, it ends.
fn begin(
    service: &Router,
    secret: &str,
    method: &str,
    path: &str,
    body: &str,
) -> tokio::task::JoinHandle<StatusCode> {
    let mut request = request(method, path, body);
    request.headers_mut().insert("authorization", format!("Bearer {secret}").parse().expect("a header"));
    let service = service.clone();
    tokio::spawn(async move {
        let answer = service.oneshot(request).await.expect("an answer");
        let status = answer.status();
        let _ = answer.into_body().collect().await;
        status
    })
}

/// A new game in which the engine has White; the path of its reply.
async fn engine_game(service: &Router, secret: &str, strength: &str) -> String {
    let new = json!({"game": "ctf:9", "white": engine(strength), "black": human()});
    let (status, _, view) = ask_as(service, Some(secret), "POST", "/api/games", new).await;
    assert_eq!(status, StatusCode::CREATED, "{view}");
    format!("/api/games/{}/reply", view["id"].as_str().expect("an id"))
}

#[tokio::test(flavor = "multi_thread")]
async fn long_thinking_of_one_client_does_not_make_another_wait() {
    let (app, service) = served(false);
    let places = app.thinking.long.places();
    let mut long = Vec::new();
    for _ in 0..places + 6 {
        let path = engine_game(&service, GREEDY, "time=30s").await;
        long.push(begin(&service, GREEDY, "POST", &path, r#"{"ply": 0}"#));
    }
    eventually("all places are taken", async || app.thinking.long.load() == (places, 6)).await;
    // A move of a moment does not wait for them at all.
    let path = engine_game(&service, MODEST, "level=1").await;
    let (status, _, view) = ask_as(&service, Some(MODEST), "POST", &path, json!({"ply": 0})).await;
    assert_eq!(status, StatusCode::OK, "{view}");
    // A long one is the next of those that wait.
    let path = engine_game(&service, MODEST, "time=1s").await;
    let modest = begin(&service, MODEST, "POST", &path, r#"{"ply": 0}"#);
    eventually("it waits", async || app.thinking.long.load() == (places, 7)).await;
    long.remove(0).abort();
    assert_eq!(modest.await.expect("an answer"), StatusCode::OK);
    assert!(long.iter().all(|task| !task.is_finished()), "the others are still thinking or waiting");
    long.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analyses_of_one_client_do_not_shut_others_out() {
    let (app, service) = served(false);
    let path = "/api/analysis?game=ctf:9&seconds=300";
    let mut open = Vec::new();
    for _ in 0..limits::ANALYSES_OF_A_CLIENT {
        open.push(begin(&service, GREEDY, "GET", path, ""));
    }
    eventually("they are open", async || app.thinking.open_analyses() == open.len()).await;
    let (status, headers, words) = ask_as(&service, Some(GREEDY), "GET", path, Value::Null).await;
    assert!(status == 429 && headers.contains_key("retry-after"), "{status} {words}");
    let other = begin(&service, MODEST, "GET", "/api/analysis?game=oska:3&depth=2", "");
    assert_eq!(other.await.expect("an answer"), StatusCode::OK);
    eventually("it has ended", async || app.thinking.open_analyses() == open.len()).await;
    // Many secrets from one address have most of the places, but not all.
    for number in 0.. {
        let before = app.thinking.open_analyses();
        if before == limits::ANALYSES_OF_A_NETWORK {
            break;
        }
        open.push(begin(&service, &format!("{GREEDY}-{number}"), "GET", path, ""));
        eventually("one more is open", async || app.thinking.open_analyses() > before).await;
    }
    let (status, _, words) = ask_as(&service, Some(MODEST), "GET", path, Value::Null).await;
    let words = words["error"].as_str().unwrap_or_default();
    assert!(status == 429 && words.contains("from your network address"), "{status} {words}");
    open.iter().for_each(tokio::task::JoinHandle::abort);
    eventually("all of them end", async || app.thinking.open_analyses() == 0).await;
}
