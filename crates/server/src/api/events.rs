//! Long answers, a piece at a time: server-sent events from a search in a thread of its own.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::Stream;
use utoipa::ToSchema;

use super::line::{LineRequest, open};
use crate::problem::Problem;
use crate::thinking::{CallOff, Thinking, run};

/// Where a search tells what it has found. There are few events, one a depth or a ply, so none of them waits.
pub(super) struct Teller(UnboundedSender<Event>);

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

/// Why there are no more events.
#[derive(Serialize, ToSchema)]
pub(super) struct End {
    /// `depth`, `time`, `decided`, `over` or `done`.
    reason: &'static str,
}

/// The events of a search, which is called off when nobody listens any more.
pub(super) struct Events {
    receiver: UnboundedReceiver<Event>,
    _call_off: CallOff,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// An answer of events.
pub(super) type Told = Sse<KeepAliveStream<Events>>;

/// Begins a search in a thread of its own and sends what it tells. The flag that the work gets is raised when the client has
/// left, or when the time is up.
pub(super) async fn tell(
    thinking: &Thinking,
    request: LineRequest,
    time: Option<Duration>,
    work: impl FnOnce(&LineRequest, &AtomicBool, &Teller) + Send + 'static,
) -> Result<Told, Problem> {
    // A line that makes no sense is refused before anything is sent.
    let checked = run(move || open(&request, |_, _| Ok(())).map(|()| request)).await??;
    let call_off = CallOff::new();
    let flag = call_off.flag();
    let (sender, receiver) = unbounded_channel();
    if let Some(time) = time {
        let flag = Arc::clone(&flag);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            flag.store(true, Relaxed);
        });
    }
    thinking.analysis(move || work(&checked, &flag, &Teller(sender)))?;
    Ok(Sse::new(Events { receiver, _call_off: call_off }).keep_alive(KeepAlive::default()))
}
