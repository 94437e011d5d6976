//! A worker: plays the games in the queue, of all events, until it is told to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use super::connection::{Connection, Notify};
use super::rules::Rules;
use super::worker_thread::WorkerThread;
use super::{QueueError, streams};
use crate::resources::Resources;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// How many games are played at a time.
    pub threads: usize,
    /// After this time without a sign of life, a worker's game goes to another one. The first worker at a server decides for all.
    pub ack_wait: Duration,
    /// Whether players may be programs. **Everyone who can write to the queue can then run any command on this machine** with the rights
    /// of this process. Otherwise only the engine and the random player can play.
    pub allow_programs: bool,
    /// When this becomes true, the worker finishes its present games and returns.
    pub stop: Arc<AtomicBool>,
}

impl Default for WorkerOptions {
    /// A thread for each processor, half a minute without a sign of life, and no programs.
    fn default() -> Self {
        WorkerOptions {
            threads: thread::available_parallelism().map_or(1, usize::from),
            ack_wait: Duration::from_secs(30),
            allow_programs: false,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }
}

/// Plays games until it is told to stop. If the server becomes unreachable, the worker waits for it.
///
/// # Errors
/// When the server cannot be reached at the start, or cannot store a queue.
pub fn worker(
    url: &str,
    resources: &Resources,
    options: &WorkerOptions,
    notify: Notify,
) -> Result<(), QueueError> {
    let connection = Connection::new(url, notify)?;
    let jobs = connection.runtime.block_on(streams::job_consumer(&connection.context, options.ack_wait));
    jobs.map_err(|trouble| QueueError::Unfit(trouble.to_string()))?;
    let rules =
        Rules { resources: resources.clone(), allow_programs: options.allow_programs, name: own_name() };
    let worker = WorkerThread {
        connection: &connection,
        rules: &rules,
        ack_wait: options.ack_wait,
        stop: &options.stop,
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(|| worker.work())).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| QueueError::Panicked))
    })
}

/// The machine and the process.
fn own_name() -> String {
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    format!("{machine}/{}", std::process::id())
}
