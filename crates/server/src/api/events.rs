//! Long answers, piece by piece: server-sent events from a search in a thread of its own.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use quadrille::Catalogue;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::Stream;
use utoipa::ToSchema;

use super::App;
use crate::problem::Problem;
use crate::thinking::{CancelOnDrop, run};

/// Where a search tells what it has found. There are few events, one for each depth or ply, so they need not wait for the client.
pub(crate) struct Teller(UnboundedSender<Event>);

impl Teller {
    pub(super) fn tell(&self, name: &str, data: &impl Serialize) {
        if let Ok(event) = Event::default().event(name).json_data(data) {
            let _ = self.0.send(event);
        }
    }

    pub(super) fn end(&self, reason: &'static str) {
        self.tell("end", &End { reason });
    }
}

/// A search that panics says so: the client must not take what it has for the whole answer.
impl Drop for Teller {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.tell("failed", &Problem::fault().body());
        }
    }
}

/// Why there are no more events.
#[derive(Serialize, ToSchema)]
pub(super) struct End {
    /// `depth`, `time`, `decided`, `over` or `done`.
    reason: &'static str,
}

/// The events of a search, which is cancelled when the client leaves.
pub(crate) struct Events {
    receiver: UnboundedReceiver<Event>,
    _cancel: CancelOnDrop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// An answer of events.
pub(crate) type Told = Sse<KeepAliveStream<Events>>;

/// Opens what a request is about, begins a search of it in a thread of its own, and sends what the search tells. The flag that the search
/// gets is raised when the client has left or the time is up.
pub(crate) async fn tell<T: Send + 'static>(
    app: &App,
    time: Option<Duration>,
    open: impl FnOnce(&Catalogue) -> Result<T, Problem> + Send + 'static,
    search: impl FnOnce(T, &AtomicBool, &Teller) + Send + 'static,
) -> Result<Told, Problem> {
    // A request that makes no sense is refused before anything is sent.
    let catalogue = app.catalogue.clone();
    let subject = run(move || open(&catalogue)).await??;
    let cancel = CancelOnDrop::new();
    let flag = cancel.flag();
    let (sender, receiver) = unbounded_channel();
    if let Some(time) = time {
        let flag = Arc::clone(&flag);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            flag.store(true, Relaxed);
        });
    }
    app.thinking.analysis(move || search(subject, &flag, &Teller(sender)))?;
    Ok(Sse::new(Events { receiver, _cancel: cancel }).keep_alive(KeepAlive::default()))
}
