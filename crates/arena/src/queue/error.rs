//! What ends the work at a queue. A server that is unreachable for a while does not: the arena waits for it.

use thiserror::Error;

/// What ends the work of a coordinator or a worker.
#[derive(Debug, Error)]
pub enum QueueError {
    /// The address cannot be read.
    #[error(
        "{0:?} is not the address of a NATS server: use nats://HOST:PORT, nats://NAME:PASSWORD@HOST:PORT or tls://…"
    )]
    Address(String),
    /// The event's name cannot be part of a subject.
    #[error("{0:?} cannot name an event in the queue: use 1 to 64 letters, digits, hyphens and underscores")]
    EventName(String),
    /// The server does not answer, or refuses the connection.
    #[error("cannot connect to the NATS server {place}: {why}")]
    Connect {
        /// Host and port.
        place: String,
        /// The client's error.
        why: String,
    },
    /// The server cannot store messages.
    #[error("the NATS server cannot store a queue (start it with -js, and with room on its disk): {0}")]
    Unfit(String),
    /// The system refuses a thread.
    #[error("cannot start a thread for the queue: {0}")]
    Threads(#[from] std::io::Error),
    /// A job is larger than the server accepts.
    #[error("game {number} has {bytes} bytes, but the NATS server accepts {most}: raise its max_payload")]
    TooLarge {
        /// The game.
        number: u64,
        /// Its size.
        bytes: usize,
        /// What the server accepts.
        most: usize,
    },
    /// Two games have the same number.
    #[error("two games have the number {0}")]
    SameNumber(u64),
    /// A worker refuses a job: it is wrong, or this worker may not play it.
    #[error("the worker {worker} refuses game {number}: {why}")]
    Refused {
        /// The game.
        number: u64,
        /// Its name.
        worker: String,
        /// Its reason.
        why: String,
    },
    /// A record could not be stored.
    #[error("{0}")]
    Record(String),
    /// A thread of a worker panicked.
    #[error("a thread of the worker panicked")]
    Panicked,
}
