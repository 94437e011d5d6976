//! Games played by many machines: a coordinator puts them on a NATS `JetStream` server, workers take them from there.
//!
//! * [`Coordinator`] asks for the games of one event and hands over the record of each exactly once.
//! * [`worker`] plays games of all events until it is told to stop.
//!
//! Promise: workers, the server and the coordinator may die and come back at any time, and still each wanted game gets exactly one
//! record. Games in which the clock decides nothing have the same record wherever and however often they are played.
//!
//! How: the server stores each message in files and confirms that before its sender continues. A game stays in the queue until its record
//! is stored on the server, so the game of a dead worker goes to another one. A record stays on the server until the coordinator has
//! stored it. Nothing is lost that way, but a record may arrive twice; the coordinator knows which games it still wants and drops the
//! others. The server's own window for duplicates, a few minutes, only saves work.
//!
//! **Everyone who can write to the queue decides what the workers run.** Workers therefore refuse jobs with programs unless
//! [`WorkerOptions::allow_programs`] is set. A server that others can reach needs a password (`nats://name:password@host:port`) or a token
//! (`nats://token@host:port`), and `tls://` where others can listen.

mod connection;
mod coordinator;
mod message;
mod streams;
mod worker;

pub use connection::Notify;
pub use coordinator::Coordinator;
pub use worker::{WorkerOptions, worker};

/// What ends the work of a coordinator or a worker, in words. A server that is unreachable for a while does not: the arena waits for it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct QueueError(String);

impl QueueError {
    /// The server cannot store messages.
    fn unfit(why: impl std::fmt::Display) -> QueueError {
        QueueError(format!(
            "the NATS server cannot store a queue (start it with -js, and with room on its disk): {why}"
        ))
    }
}
