//! The threads and processes that work together, and how they find each other.

mod error;
mod hosts;
mod lifeline;
mod meeting;
mod worker;

use std::any::Any;
use std::panic::resume_unwind;
use std::time::Duration;

use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks, initialize_from};

pub use error::ClusterError;
pub use hosts::Hosts;
use meeting::Meeting;
pub use worker::Worker;

/// How many empty buffers of a megabyte the network keeps for each peer. Without a bound it keeps all it ever needed.
const SPARE_BUFFERS: usize = 4;

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

type Network = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

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
    ///
    /// If the other processes cannot be found, do not come, or were started for other work.
    ///
    /// # Panics
    ///
    /// If a worker of this process panics.
    pub fn run<T, F>(&self, greeting: &str, work: F) -> Result<Vec<T>, ClusterError>
    where
        T: Send + 'static,
        F: Fn(&mut Worker) -> T + Send + Sync + 'static,
    {
        if self.workers == 0 {
            return Err(ClusterError::NoWorkers);
        }
        let (builders, network) = self.network(greeting)?;
        let threads = self.workers;
        let guards =
            initialize_from(builders, network, move |allocator| Worker::run(allocator, threads, &work))
                .map_err(ClusterError::Threads)?;
        let results = guards.join().into_iter().map(|joined| joined.expect("panics are caught within"));
        Ok(results.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect())
    }

    fn network(&self, greeting: &str) -> Result<Network, ClusterError> {
        let mut hooks = Hooks::default();
        hooks.refill.limit = Some(SPARE_BUFFERS);
        let threads = ProcessBuilder::new_typed_vector(self.workers, hooks.refill.clone(), None);
        let Some(hosts) = self.hosts.as_ref().filter(|hosts| hosts.addresses().len() > 1) else {
            return Ok((threads.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(())));
        };
        let links = Meeting::new(hosts, self.workers, greeting, self.patience).links()?;
        let (wires, lifelines) =
            lifeline::watch(links, hosts.addresses(), self.on_loss).map_err(ClusterError::Network)?;
        let (builders, connections) =
            initialize_networking_from_sockets(threads, wires, hosts.process(), self.workers, hooks)
                .map_err(ClusterError::Network)?;
        // In this order: connections end with a goodbye on the lifelines.
        Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new((connections, lifelines))))
    }
}
