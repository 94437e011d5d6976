//! The connection to the server. It is made once, and a thread of its own keeps it open.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use percent_encoding::percent_decode_str;
use quadrille::quote;
use tokio::runtime::{Builder, Runtime};

use super::QueueError;

/// Takes news for people who wait, a sentence each: that the server is unreachable, and that it is back.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;

/// A problem with the server that may be gone at the next attempt.
pub(super) type Trouble = async_nats::Error;

/// How long the first connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long the server may take to answer a request.
const ANSWERING: Duration = Duration::from_secs(5);
/// How long to wait between attempts to connect again, at most.
const PAUSE: Duration = Duration::from_secs(1);

/// A connection with the thread that keeps it open.
pub(super) struct Connection {
    pub(super) runtime: Runtime,
    pub(super) client: Client,
    pub(super) context: Context,
    notify: Notify,
    /// Whether the present trouble has been reported.
    told: AtomicBool,
}

impl Connection {
    /// Connects to a server.
    pub(super) fn new(url: &str, notify: Notify) -> Result<Connection, QueueError> {
        // The address may contain a password, so messages repeat only its host.
        let hidden = quote(url.rsplit('@').next().unwrap_or_default());
        let address: ServerAddr = url.parse().map_err(|_| {
            QueueError(format!(
                "{hidden:?} is not the address of a NATS server: use nats://HOST:PORT, \
                 nats://NAME:PASSWORD@HOST:PORT or tls://…"
            ))
        })?;
        let place = format!("{}:{}", address.host(), address.port());
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime =
            runtime.map_err(|error| QueueError(format!("cannot start a thread for the queue: {error}")))?;
        let options = options(&address, &place, &notify);
        let client = runtime
            .block_on(options.connect(address))
            .map_err(|error| QueueError(format!("cannot connect to the NATS server {place}: {error}")))?;
        // The context starts a task of its own, so it needs the runtime.
        let entered = runtime.enter();
        let mut context = jetstream::new(client.clone());
        context.set_timeout(ANSWERING);
        drop(entered);
        Ok(Connection { runtime, client, context, notify, told: AtomicBool::new(false) })
    }

    /// Reports news.
    pub(super) fn say(&self, text: &str) {
        (self.notify)(text);
    }

    /// Reports trouble once until it is over, and waits a while.
    pub(super) async fn endure(&self, trouble: &Trouble) {
        // A lost connection has been reported already.
        if self.is_up() && !self.told.swap(true, Ordering::Relaxed) {
            self.say(&format!("problem with the queue, trying again: {trouble}"));
        }
        tokio::time::sleep(PAUSE / 4).await;
        while !self.is_up() {
            tokio::time::sleep(PAUSE / 10).await;
        }
    }

    /// The trouble is over.
    pub(super) fn recovered(&self) {
        self.told.store(false, Ordering::Relaxed);
    }

    pub(super) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

fn options(address: &ServerAddr, place: &str, notify: &Notify) -> ConnectOptions {
    let (place, notify) = (place.to_string(), Arc::clone(notify));
    let options = ConnectOptions::new()
        .name("quadrille")
        .connection_timeout(CONNECTING)
        .request_timeout(Some(ANSWERING))
        .reconnect_delay_callback(|attempts| PAUSE.min(Duration::from_millis(50) * attempts as u32))
        .event_callback(move |event| {
            let news = match event {
                Event::Disconnected => {
                    format!("lost the connection to the NATS server {place}, trying again")
                }
                Event::Connected => format!("connected to the NATS server {place}"),
                Event::ServerError(error) => format!("the NATS server {place} reports: {error}"),
                // Other events concern only the client itself.
                _ => return std::future::ready(()),
            };
            notify(&news);
            std::future::ready(())
        });
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    match (address.username(), address.password()) {
        (None, _) => options,
        (Some(token), None) => options.token(decode(token)),
        (Some(name), Some(password)) => options.user_and_password(decode(name), decode(password)),
    }
}
