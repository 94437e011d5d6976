//! What an operator watches.

use super::*;
use crate::clients::Digest;

/// The value of a metric, with its labels.
fn value(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("quadrille_{name} ")));
    line.unwrap_or_else(|| panic!("there is no {name} in {text}")).parse().expect("a number")
}

#[tokio::test]
async fn the_server_says_that_it_is_well() {
    let health = get(&service(), "GET", "/health", Value::Null).await;
    assert_eq!(health, json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}));
}

#[tokio::test]
async fn a_server_whose_store_does_not_answer_is_not_well() {
    let app = app(Tables::in_memory());
    app.store.connection().execute_batch("DROP TABLE games").expect("no table");
    let service = crate::router(app, Guard::default(), None);
    assert_eq!(refused(&service, "GET", "/health", Value::Null).await.0, 500);
}

#[tokio::test]
async fn what_happens_is_counted() {
    let service = service();
    let game = json!({"game": "oska:4", "white": human(), "black": human()});
    new_game(&service, game).await;
    refused(&service, "GET", "/api/games/none", Value::Null).await;
    refused(&service, "GET", "/nothing", Value::Null).await;
    text(&service, "GET", "/", "").await;
    let mut elsewhere = request("GET", "/", "");
    elsewhere.headers_mut().insert("origin", "http://evil.example".parse().expect("a header"));
    service.clone().oneshot(elsewhere).await.expect("an answer");
    let (status, text) = text(&service, "GET", "/metrics", "").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(value(&text, "requests_total{route=\"/api/games\",status=\"2xx\"}"), 1);
    assert_eq!(value(&text, "requests_total{route=\"/api/games/{id}\",status=\"4xx\"}"), 1);
    assert_eq!(value(&text, "requests_total{route=\"page\",status=\"4xx\"}"), 2);
    assert_eq!(value(&text, "refusals_total{reason=\"forbidden\"}"), 1);
    assert_eq!(value(&text, "requests_total{route=\"page\",status=\"2xx\"}"), 1);
    assert_eq!(value(&text, "request_seconds_count"), 5);
    assert_eq!(value(&text, "request_seconds_bucket{le=\"+Inf\"}"), 5);
    assert_eq!(value(&text, "stored_games"), 1);
    assert!(value(&text, "resident_bytes") > 1_000_000);
    for (name, expected) in [
        ("working{queue=\"quick\"}", 0),
        ("waiting{queue=\"search\"}", 0),
        ("analyses", 0),
        ("table_bytes{state=\"running\"}", 0),
        ("connections", 0),
        ("panics_total", 0),
        ("refusals_total{reason=\"busy\"}", 0),
    ] {
        assert_eq!(value(&text, name), expected, "{name}");
    }
    // Each line is a comment, or a name with a number; each metric has its help and its kind.
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, number) = line.rsplit_once(' ').expect(line);
        assert!(number.parse::<f64>().is_ok(), "{line}");
        let name = name.split('{').next().expect("a name");
        let base =
            ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        assert!(
            text.contains(&format!("# TYPE {base} ")) && text.contains(&format!("# HELP {base} ")),
            "{line}"
        );
    }
}

#[tokio::test]
async fn metrics_need_the_admin_token_if_there_is_one() {
    let token = "the-secret-of-the-admin";
    for (only_this_machine, admin, sent, expected) in [
        (true, Some(token), None, 200),
        (false, None, None, 200),
        (false, Some(token), None, 403),
        (false, Some(token), Some("another-secret-of-a-client"), 403),
        (false, Some(token), Some(token), 200),
    ] {
        let access = Access { only_this_machine, admin: admin.map(Digest::of) };
        let service = crate::router(app_for(Tables::in_memory(), access), Guard::default(), None);
        let mut request = request("GET", "/metrics", "");
        if let Some(secret) = sent {
            let value = format!("Bearer {secret}").parse().expect("a header");
            request.headers_mut().insert("authorization", value);
        }
        let status = service.oneshot(request).await.expect("an answer").status();
        assert_eq!(status.as_u16(), expected, "{only_this_machine} {admin:?} {sent:?}");
    }
}
