//! Why there is no going on. A server that is away for a while is no error: it is waited for.

use thiserror::Error;

/// What ends the work of a coordinator or a worker.
#[derive(Debug, Error)]
pub enum QueueError {
    /// The address makes no sense.
    #[error(
        "{0:?} is no address of a NATS server: use nats://HOST:PORT, nats://NAME:PASSWORD@HOST:PORT or tls://…"
    )]
    Address(String),
    /// The event's name cannot be part of a subject.
    #[error("{0:?} cannot name an event in the queue: use 1 to 64 letters, digits, hyphens and underscores")]
    EventName(String),
    /// Nobody answers, or nobody lets us in.
    #[error("cannot connect to the NATS server {place}: {why}")]
    Connect {
        /// Host and port.
        place: String,
        /// What the client says.
        why: String,
    },
    /// The server has no use for what we need of it.
    #[error("the NATS server cannot keep a queue (is it started with -js, and with a place to store?): {0}")]
    Unfit(String),
    /// The machine gives no threads.
    #[error("no threads for the queue: {0}")]
    Threads(#[from] std::io::Error),
    /// A job is larger than the server takes.
    #[error("game {number} has {bytes} bytes, but the NATS server takes {most}: raise its max_payload")]
    TooLarge {
        /// The game.
        number: u64,
        /// What it needs.
        bytes: usize,
        /// What there is.
        most: usize,
    },
    /// Two games have the same number.
    #[error("there are two games with the number {0}")]
    SameNumber(u64),
    /// A worker says that a job makes no sense, or that it may not play it.
    #[error("game {number} was refused by the worker {worker}: {why}")]
    Refused {
        /// The game.
        number: u64,
        /// Who says so.
        worker: String,
        /// Its reason.
        why: String,
    },
    /// A record could not be written down.
    #[error("{0}")]
    Record(String),
    /// A thread of a worker came to a bad end.
    #[error("a thread of the worker panicked")]
    Panicked,
}
