//! A request that panics is answered, and the server goes on.

use axum::routing::get as route;
use quadrille::AnyLine;

use super::*;
use crate::api::tell;
use crate::clients::Client;
use crate::problem::Problem;
use crate::sessions::Purpose;

async fn breaks_at_once() -> String {
    panic!("a fault that a test has planted")
}

async fn breaks_later() -> String {
    tokio::task::yield_now().await;
    panic!("a fault that a test has planted")
}

fn open_oska(catalogue: &Catalogue) -> Result<Box<dyn AnyLine>, Problem> {
    Ok(catalogue.game("oska:3")?.start())
}

#[tokio::test]
async fn a_panic_answers_500_and_the_server_goes_on() {
    let app = app(Tables::in_memory());
    let (answers, probes, stories) = (app.thinking.clone(), app.thinking.clone(), app.clone());
    let (searches, sessions) = (app.clone(), std::sync::Arc::clone(&app.sessions));
    let routes = Router::new()
        .route("/at-once", route(breaks_at_once))
        .route("/later", route(breaks_later))
        .route(
            "/answer",
            route(async move || {
                answers.quick.work(Client::default(), |_| -> String { panic!("planted") }).await
            }),
        )
        .route(
            "/probe",
            route(async move || {
                probes.probes.work(Client::default(), |_| -> String { panic!("planted") }).await
            }),
        )
        .route(
            "/search",
            route(async move || {
                // The panic comes from within a search of the engine's session.
                let sessions = std::sync::Arc::clone(&searches.sessions);
                tell(&searches, Client::default(), None, open_oska, move |line, _, _| {
                    sessions.with(Purpose::Analysis, line.game(), |_| panic!("planted"));
                })
                .await
            }),
        )
        .route(
            "/events",
            route(async move || {
                tell(
                    &stories,
                    Client::default(),
                    None,
                    |_| Ok::<_, Problem>(()),
                    |(), _, _| panic!("planted"),
                )
                .await
            }),
        )
        .merge(crate::api::router(&app.catalogue).with_state(app.clone()));
    let service = crate::guarded(routes, Guard::default(), app.metrics);
    // More often than there are places for searches: a search that panics gives its place back.
    for _ in 0..crate::limits::OPEN_ANALYSES + 4 {
        for path in ["/at-once", "/later", "/answer", "/probe"] {
            let (status, words) = refused(&service, "GET", path, Value::Null).await;
            assert!(status == 500 && words.contains("a fault in the program"), "{path}: {status} {words}");
        }
        // The head of this answer has been sent when the search panics.
        for path in ["/events", "/search"] {
            let (status, events) = text(&service, "GET", path, "").await;
            assert_eq!(status, StatusCode::OK);
            assert!(
                events.starts_with("event: failed\n") && events.contains("a fault in the program"),
                "{path}: {events}"
            );
        }
    }
    eventually("all places are free", async || {
        get(&service, "GET", "/api/status", Value::Null).await["analyses"] == 0
    })
    .await;
    assert_eq!(sessions.memory().0, 0, "all memory is given back");
    let reports = events(&service, "/api/analysis?game=oska:3&depth=2").await;
    assert_eq!(reports.last().expect("events")["reason"], "depth", "the next analysis is as usual");
    let game = json!({"game": "oska:3", "white": engine("level=1"), "black": engine("level=1")});
    let (path, _) = new_game(&service, game).await;
    get(&service, "POST", &format!("{path}/reply"), json!({"ply": 0})).await;
}
