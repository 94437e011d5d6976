//! Long answers, piece by piece: server-sent events from a search in a thread of its own, and views that change.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use quadrille::Catalogue;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedSender, channel, unbounded_channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::{ReceiverStream, UnboundedReceiverStream};

use super::App;
use crate::clients::Client;
use crate::problem::Problem;
use crate::thinking::CancelOnDrop;

/// Where a search tells what it has found. There are few events, one for each depth or ply, so they need not wait for the client.
pub(crate) struct Teller(UnboundedSender<Event>);

impl Teller {
    pub(super) fn tell(&self, name: &str, data: String) {
        let _ = self.0.send(Event::default().event(name).data(data));
    }
}

/// A search that panics says so: the client must not take what it has for the whole answer.
impl Drop for Teller {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.tell("failed", json(&Problem::fault()));
        }
    }
}

/// Opens what a request is about, begins a search of it in a thread of its own, and sends what the search tells. The flag that the search
/// gets is raised when the client has left or the time is up.
pub(crate) async fn tell<T: Send + 'static>(
    app: &App,
    client: Client,
    time: Option<Duration>,
    open: impl FnOnce(&Catalogue) -> Result<T, Problem> + Send + 'static,
    search: impl FnOnce(T, &AtomicBool, &Teller) + Send + 'static,
) -> Result<Response, Problem> {
    // A request that makes no sense is refused before anything is sent.
    let subject = app.quickly(client.clone(), move |app, _| open(&app.catalogue)).await?;
    let cancel = CancelOnDrop::default();
    let flag = Arc::clone(&cancel.0);
    let (sender, receiver) = unbounded_channel();
    if let Some(time) = time {
        let flag = Arc::clone(&flag);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            flag.store(true, Relaxed);
        });
    }
    app.thinking.analysis(client, move || search(subject, &flag, &Teller(sender)))?;
    let events = UnboundedReceiverStream::new(receiver).map(move |event| {
        // The events own this: a client that leaves drops both.
        let _ = &cancel;
        Ok::<_, Infallible>(event)
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

/// A value as the data of an event.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("views have a JSON form: {error}"))
}

/// Sends a view and each change of it, until the client leaves. If it cannot be made, the client is told why, and it is tried again.
pub(super) fn follow<T, F>(
    name: &'static str,
    pace: Duration,
    look: impl Fn() -> F + Send + 'static,
    data: impl Fn(&T) -> String + Send + 'static,
) -> Response
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<Arc<T>, Problem>> + Send,
{
    // One event waits for the client while the next is made.
    let (sender, receiver) = channel(1);
    tokio::spawn(async move {
        let (mut shown, mut problem) = (None::<Arc<T>>, String::new());
        loop {
            let event = match look().await {
                Ok(view) if shown.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, &view)) => None,
                Ok(view) => {
                    let event = Event::default().event(name).data(data(&view));
                    (shown, problem) = (Some(view), String::new());
                    Some(event)
                }
                Err(refused) => {
                    let words = json(&refused);
                    shown = None;
                    let event = Event::default().event("problem").data(words.clone());
                    (words != problem).then(|| {
                        problem = words;
                        event
                    })
                }
            };
            if let Some(event) = event
                && sender.send(event).await.is_err()
            {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(pace) => {}
                () = sender.closed() => return,
            }
        }
    });
    let events = ReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}
