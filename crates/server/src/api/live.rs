//! A stored game as it is played: server-sent events for everybody who looks at it.

use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use answers::GameView;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use quadrille::Side;
use tokio::sync::mpsc::channel;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::events::json;
use super::{App, Named};
use crate::clients::Client;
use crate::live::News;
use crate::problem::Problem;

/// A clock has run out when a little more than its time has passed.
const AFTER_THE_FLAG: Duration = Duration::from_millis(20);

/// A stored game and its changes, as server-sent events
///
/// The first event, and one after each change, is named `game` and has a `GameView`. A client that reads slowly may miss states between
/// two events, but never the last one. An event named `away` has the sides, `w` and `b`, whose players have not been connected here for
/// ten seconds while the game is in progress: it comes after the first event, and whenever that changes. When the game has been deleted, an event named `gone` ends the answer.
#[utoipa::path(get, path = "/api/games/{id}/events", params(("id" = String, Path)),
    responses((status = 200, body = GameView, content_type = "text/event-stream")))]
pub(super) async fn events(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Response, Problem> {
    // Before the game is read, so that no change is missed.
    let mut look = app.live.look(&id);
    let read = move |app: &App, client: &Client| -> Result<GameView, Problem> {
        Ok(client.view(app.read(&id)?, &app.catalogue)?)
    };
    let mut view = app.quickly(client.clone(), read.clone()).await?;
    // One event waits for the client while the next is made.
    let (sender, receiver) = channel(1);
    tokio::spawn(async move {
        let mut missed = None;
        loop {
            look.plays(view.is_players());
            look.sits([Side::White, Side::Black].map(|side| view.plays(side)));
            let Ok(event) = Event::default().event("game").json_data(&view) else { return };
            if sender.send(event).await.is_err() {
                return;
            }
            let mut flag = pin!(after(view.time_left().map(|left| left + AFTER_THE_FLAG)));
            loop {
                let (away, next) = look.away();
                let away: Vec<char> =
                    away.into_iter().filter(|&side| view.needs(side)).map(Side::letter).collect();
                if missed.as_ref() != Some(&away) {
                    if sender.send(Event::default().event("away").data(json(&away))).await.is_err() {
                        return;
                    }
                    missed = Some(away);
                }
                tokio::select! {
                    news = look.news() => if news == News::Game { break },
                    () = &mut flag => break,
                    () = after(next) => {}
                    () = sender.closed() => return,
                }
            }
            // Not in turn with the client's own requests: there is one answer for each change, and the connections are limited.
            let (app, client, read) = (app.clone(), client.clone(), read.clone());
            let Ok(Ok(newer)) = tokio::task::spawn_blocking(move || read(&app, &client)).await else {
                let _ = sender.send(Event::default().event("gone").data("{}")).await;
                return;
            };
            view = newer;
        }
    });
    let events = ReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

/// Waits for some time: without one, for ever.
async fn after(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}
