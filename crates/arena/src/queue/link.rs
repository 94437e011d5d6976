//! The connection to the server: made once, kept up for as long as it is needed, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use percent_encoding::percent_decode_str;
use tokio::runtime::{Builder, Runtime};

use super::QueueError;

/// Told, in a sentence each, what may interest those who wait: a server that is away, and back again.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;

/// Something between us and the server went wrong, and may go well the next time.
pub(super) type Trouble = async_nats::Error;

/// How long the first connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long the server may take to answer a request.
const ANSWERING: Duration = Duration::from_secs(5);
/// How long to wait between attempts to connect again, at most.
const PAUSE: Duration = Duration::from_secs(1);

/// A connection with the thread that keeps it up.
pub(super) struct Link {
    pub(super) runtime: Runtime,
    pub(super) client: Client,
    pub(super) context: Context,
    notify: Notify,
    /// Whether the present trouble has been told.
    told: AtomicBool,
}

impl Link {
    /// Connects to a server.
    ///
    /// # Errors
    /// When the address makes no sense, or nobody there lets us in.
    pub(super) fn new(url: &str, notify: Notify) -> Result<Link, QueueError> {
        // The address may hold a password, so it is not repeated in messages but for its host.
        let hidden = url.rsplit('@').next().unwrap_or_default();
        let address: ServerAddr = url.parse().map_err(|_| QueueError::Address(hidden.to_string()))?;
        let place = format!("{}:{}", address.host(), address.port());
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let options = options(&address, &place, &notify);
        let client = runtime
            .block_on(options.connect(address))
            .map_err(|error| QueueError::Connect { place, why: error.to_string() })?;
        // A context has a task of its own.
        let entered = runtime.enter();
        let mut context = jetstream::new(client.clone());
        context.set_timeout(ANSWERING);
        drop(entered);
        Ok(Link { runtime, client, context, notify, told: AtomicBool::new(false) })
    }

    /// Says something to whoever listens.
    pub(super) fn say(&self, text: &str) {
        (self.notify)(text);
    }

    /// Says what is wrong, once until it is over, and gives it time to heal.
    pub(super) async fn endure(&self, trouble: &Trouble) {
        // That the connection is gone has been told already.
        if self.is_up() && !self.told.swap(true, Ordering::Relaxed) {
            self.say(&format!("trouble with the queue, trying again: {trouble}"));
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
                Event::Disconnected => format!("lost the NATS server {place}, trying to connect again"),
                Event::Connected => format!("connected to the NATS server {place}"),
                Event::ServerError(error) => format!("the NATS server {place} says: {error}"),
                // The rest is between the client and itself.
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
