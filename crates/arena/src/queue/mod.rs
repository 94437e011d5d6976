//! Games played by many machines: a coordinator puts them on a NATS `JetStream` server, workers take them from there.
//!
//! * [`Coordinator`] asks for the games of one event and hands over the record of each exactly once.
//! * [`worker`] plays games of all events, for as long as it is let.
//!
//! What is promised: whatever dies and comes back — workers, the server, the coordinator — each game that is wanted gets its record,
//! and none gets two. Games that leave nothing to the clock come out the same wherever and however often they are played.
//!
//! How: the server keeps everything in files and says so before anybody goes on. A game stays in the queue until its record is safe on
//! the server, so a worker that dies leaves it to the next one. A record stays on the server until the coordinator has written it
//! down. That way nothing is lost, but things may come twice; the coordinator knows which games it still wants and drops the rest.
//! No promise hangs on the server's window for duplicates, which is a matter of minutes: it only spares work.
//!
//! **Whoever can write to the queue decides what the workers run.** Workers therefore refuse jobs with programs unless told otherwise
//! ([`WorkerOptions::allow_programs`]); a server that others can reach needs a password (`nats://name:password@host:port`) or a token
//! (`nats://token@host:port`), and `tls://` where others can listen.

mod answer;
mod coordinator;
mod desk;
mod error;
mod link;
mod message;
mod streams;
mod worker;

pub use coordinator::Coordinator;
pub use error::QueueError;
pub use link::Notify;
pub use worker::{WorkerOptions, worker};
