//! A worker: plays whatever games are in the queue, of all events, until it is told to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use super::answer::Rules;
use super::desk::Desk;
use super::link::{Link, Notify};
use super::{QueueError, streams};
use crate::player::House;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// How many games are played at a time.
    pub threads: usize,
    /// After how long without a sign of life a worker's game is given to another. The first worker at a server decides for all.
    pub ack_wait: Duration,
    /// Whether players may be programs. **Whoever can write to the queue then runs what he likes on this machine**, with the rights
    /// of this process; without it, there are the engine and chance to play with, and nothing else.
    pub allow_programs: bool,
    /// When this becomes true the worker plays its present games to their end, answers, and returns.
    pub stop: Arc<AtomicBool>,
}

impl Default for WorkerOptions {
    /// A thread for each processor, half a minute of silence, and no programs.
    fn default() -> Self {
        WorkerOptions {
            threads: thread::available_parallelism().map_or(1, usize::from),
            ack_wait: Duration::from_secs(30),
            allow_programs: false,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }
}

/// Plays games until it is told to stop. A server that goes away is waited for.
///
/// # Errors
/// When the server cannot be reached at first, or cannot keep a queue.
pub fn worker(url: &str, house: &House, options: &WorkerOptions, notify: Notify) -> Result<(), QueueError> {
    let link = Link::new(url, notify)?;
    let desk = link.runtime.block_on(streams::desk_of_workers(&link.context, options.ack_wait));
    desk.map_err(|trouble| QueueError::Unfit(trouble.to_string()))?;
    let rules = Rules { house: house.clone(), allow_programs: options.allow_programs, name: own_name() };
    let desk = Desk { link: &link, rules: &rules, ack_wait: options.ack_wait, stop: &options.stop };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(|| desk.work())).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| QueueError::Panicked))
    })
}

/// The machine and the process.
fn own_name() -> String {
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    format!("{machine}/{}", std::process::id())
}
