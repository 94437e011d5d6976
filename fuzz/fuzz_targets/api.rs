//! Requests to the API, one after the other, without a network: each is answered or refused in words, and none is a fault of the
//! server.
#![no_main]

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use fuzz::{MOST_BYTES, catalogue, has_few_moves};
use http_body_util::BodyExt;
use libfuzzer_sys::fuzz_target;
use quadrille::{Strength, Tables};
use serde_json::Value;
use tower::ServiceExt;

/// Makes the work that a request asks for small.
fn bound(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                bound_field(name, value);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(bound),
        _ => {}
    }
}

fn bound_field(name: &str, value: &mut Value) {
    match (name, &mut *value) {
        ("seconds", Value::Number(number)) if number.as_f64() > Some(0.005) => *value = 0.005.into(),
        ("depth", Value::Number(number)) if number.as_u64() > Some(3) => *value = 3.into(),
        ("strength", Value::String(text))
            if text.parse::<Strength>().is_ok() && !text.starts_with("level=1") =>
        {
            *text = "level=2".to_string();
        }
        _ => bound(value),
    }
}

/// Bounds the values in the address in the same way.
fn bounded_query(path: &str) -> String {
    let Some((path, query)) = path.split_once('?') else { return path.to_string() };
    let fields = query.split('&').map(|field| match field.split_once('=') {
        Some((name, text)) => match serde_json::from_str(text) {
            Ok(mut value) => {
                bound_field(name, &mut value);
                format!("{name}={value}")
            }
            Err(_) => field.to_string(),
        },
        None => field.to_string(),
    });
    format!("{path}?{}", fields.collect::<Vec<_>>().join("&"))
}

/// Whether a request is about a position with very many moves.
fn is_slow(body: &Value) -> bool {
    let text = |name: &str| body[name].as_str().unwrap_or("");
    let line =
        catalogue().game_for(text("game"), text("position")).and_then(|game| game.line(text("position")));
    line.is_ok_and(|line| !has_few_moves(&*line))
}

/// Sends one request: a line with a method and an address, and the body in the lines after it. `{id}` stands for the game that was
/// stored last.
async fn send(service: &Router, request: &str, id: &mut String) {
    let (head, body) = request.split_once('\n').unwrap_or((request, ""));
    let Some((method, path)) = head.trim().split_once(' ') else { return };
    let mut path = bounded_query(&path.replace("{id}", id));
    let mut body = body.to_string();
    if let Ok(mut value) = serde_json::from_str::<Value>(&body) {
        if is_slow(&value) {
            return;
        }
        bound(&mut value);
        // By default these think for longer.
        if let Some(fields) =
            value.as_object_mut().filter(|_| path.contains("analysis") || path.contains("review"))
        {
            fields.entry("seconds").or_insert(0.005.into());
        }
        body = value.to_string();
    }
    if method == "GET" && !path.contains("seconds=") {
        path.push_str(if path.contains('?') { "&seconds=0.005" } else { "?seconds=0.005" });
    }
    let request = Request::builder()
        .method(method)
        .uri(&path)
        .header("host", "127.0.0.1:4200")
        .header("content-type", "application/json")
        .body(Body::from(body.clone()));
    let Ok(request) = request else { return };
    let response = service.clone().oneshot(request).await.expect("an answer");
    let status = response.status();
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    let answer = serde_json::from_slice::<Value>(&bytes);
    assert!(
        !status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE,
        "{method} {path} {body}: {status} {answer:?}"
    );
    if status.is_client_error() && path.starts_with("/api/") && method != "HEAD" {
        let words = answer.as_ref().is_ok_and(|answer| answer["error"].is_string());
        assert!(words, "{method} {path} {body}: {status} without words: {answer:?}");
    }
    if let Some(new) = answer.ok().as_ref().and_then(|answer| answer["id"].as_str()) {
        *id = new.to_string();
    }
}

fuzz_target!(|text: &str| {
    if text.len() > MOST_BYTES {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async {
        let service = server::in_process(catalogue().clone(), Tables::none()).expect("memory");
        let mut id = "0".to_string();
        for request in text.split("\n\n").take(8) {
            send(&service, request, &mut id).await;
        }
    });
});
