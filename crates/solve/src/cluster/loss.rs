//! How this process ends when another one is lost.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::OnLoss;

/// How long a process waits after it has found that another is lost: the rest should miss that one, not this one.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What is said of a process that does not speak as it should.
pub(super) const NONSENSE: &str = "has sent something that `quadrille solve` does not send";

/// What to do when a process is lost, the same for all connections and workers.
pub(crate) struct Loss {
    report: OnLoss,
    /// Of all processes.
    addresses: Vec<String>,
    /// In each process.
    threads: usize,
    reporting: Mutex<()>,
}

impl Loss {
    pub(super) fn new(report: OnLoss, addresses: &[String], threads: usize) -> Loss {
        Loss { report, addresses: addresses.to_vec(), threads, reporting: Mutex::default() }
    }

    /// Ends this process. Several threads may notice; the first one reports, and the others wait here for the end.
    pub(super) fn of(&self, process: usize, how: &str) -> ! {
        let _first = self.reporting.lock().unwrap_or_else(PoisonError::into_inner);
        thread::sleep(LAST_WORDS);
        let address = &self.addresses[process];
        (self.report)(&format!(
            "process {process} ({address}) {how}; start all processes again: finished tiers are kept"
        ))
    }

    /// Ends this process because of what a worker of another one has sent.
    pub(crate) fn by_nonsense_of(&self, worker: usize) -> ! {
        self.of(worker / self.threads, NONSENSE)
    }
}
