//! The threads and processes that work together, and how they find each other.

mod error;
mod hosts;
mod link;
mod loss;
mod meeting;
mod worker;

use std::io;
use std::iter::repeat_n;
use std::panic::resume_unwind;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use crate::mesh::{Post, Route};

pub use error::ClusterError;
pub use hosts::Hosts;
use link::Link;
pub(crate) use loss::Loss;
use meeting::Meeting;
pub use worker::Worker;

/// The workers: some threads in this process, and perhaps as many in each of some other processes.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Threads in each process.
    pub workers: usize,
    /// All processes, if there are others.
    pub hosts: Option<Hosts>,
    /// How long to wait for other processes at the start.
    pub patience: Duration,
    /// Ends this process when another one is lost. See [`OnLoss`].
    pub on_loss: OnLoss,
}

/// Ends this process with a message, because another process of the cluster is lost: its results cannot be recovered, and workers that wait
/// for it would wait forever. A program that works with other processes reports the message and exits; a panic, the default, may leave
/// workers waiting.
pub type OnLoss = fn(&str) -> !;

fn panic_on_loss(message: &str) -> ! {
    panic!("{message}")
}

impl Cluster {
    /// A cluster that waits half a minute for the other processes, and panics if one is lost later.
    pub fn new(workers: usize, hosts: Option<Hosts>) -> Self {
        Self { workers, hosts, patience: Duration::from_secs(30), on_loss: panic_on_loss }
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.hosts.as_ref().map_or(1, |hosts| hosts.addresses().len())
    }

    /// Runs the same work on every worker of every process, and returns the results of this process's workers, in order.
    ///
    /// The greeting says what the work is. Processes with different greetings do not work together.
    ///
    /// If another process is lost, [`Cluster::on_loss`] ends this one.
    ///
    /// # Errors
    /// If the other processes cannot be found, do not come, or were started for other work.
    ///
    /// # Panics
    /// If a worker of this process panics.
    pub fn run<T: Send>(
        &self,
        greeting: &str,
        work: impl Fn(&mut Worker) -> T + Sync,
    ) -> Result<Vec<T>, ClusterError> {
        let threads = self.workers;
        if threads == 0 {
            return Err(ClusterError::NoWorkers);
        }
        let streams = match &self.hosts {
            Some(hosts) if hosts.addresses().len() > 1 => {
                Meeting::new(hosts, threads, greeting, self.patience).streams()?
            }
            _ => vec![None],
        };
        let addresses = self.hosts.as_ref().map_or(&[][..], Hosts::addresses);
        let loss = Arc::new(Loss::new(self.on_loss, addresses, threads));
        let (inboxes, arriving): (Vec<_>, Vec<_>) = (0..threads).map(|_| mpsc::channel()).unzip();
        let (mut routes, mut links, mut queues) = (Vec::new(), Vec::new(), Vec::new());
        for (process, stream) in streams.into_iter().enumerate() {
            if let Some(stream) = stream {
                let (letters, queue) = mpsc::channel();
                routes.extend(repeat_n(Route { letters, same_process: false }, threads));
                links.push(Link { stream, process, loss: &loss });
                queues.push(queue);
            } else {
                let letters = inboxes.iter().cloned();
                routes.extend(letters.map(|letters| Route { letters, same_process: true }));
            }
        }
        let first = self.hosts.as_ref().map_or(0, Hosts::process) * threads;
        let post = |(index, inbox)| Post::new(index, routes.clone(), inbox, Arc::clone(&loss));
        let posts: Vec<Post> = (first..).zip(arriving).map(post).collect();
        // A link says goodbye when the last worker with a route to it has left.
        drop(routes);
        // One worker alone needs no thread of its own, which some systems do not have.
        if links.is_empty() && threads == 1 {
            return Ok(posts.into_iter().map(|post| work(&mut Worker::new(post, threads))).collect());
        }
        thread::scope(|scope| {
            for (link, queue) in links.iter().zip(queues) {
                let inboxes = &inboxes;
                thread::Builder::new().spawn_scoped(scope, move || link.write(&queue))?;
                thread::Builder::new().spawn_scoped(scope, move || link.read(inboxes))?;
            }
            let start = |post| {
                let work = &work;
                thread::Builder::new().spawn_scoped(scope, move || work(&mut Worker::new(post, threads)))
            };
            let workers = posts.into_iter().map(start).collect::<io::Result<Vec<_>>>()?;
            let results = workers.into_iter().map(thread::ScopedJoinHandle::join);
            Ok(results.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect())
        })
        .map_err(ClusterError::Threads)
    }
}
