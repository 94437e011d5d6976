//! Searches on behalf of clients: as many at a time as there are processors. The search of a client that has left ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tokio::sync::Semaphore;

use crate::limits;
use crate::problem::Problem;

/// Who may search now.
#[derive(Clone)]
pub(crate) struct Thinking {
    answers: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
    probes: Arc<Semaphore>,
}

/// Raises the flag of a search when it is dropped: a client that leaves drops what it waits for.
#[derive(Default)]
pub(crate) struct CancelOnDrop(pub(crate) Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl Thinking {
    pub(crate) fn new() -> Thinking {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Thinking {
            answers: Arc::new(Semaphore::new(processors)),
            waiting: Arc::new(Semaphore::new(limits::WAITING_ANSWERS)),
            analyses: Arc::new(Semaphore::new(limits::OPEN_ANALYSES)),
            probes: Arc::new(Semaphore::new(limits::PROBES)),
        }
    }

    /// Does work that takes a processor for a while, in turn. If the caller stops waiting for the result, the flag that the work
    /// gets is raised.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.in_turn(&self.answers, work).await
    }

    /// Looks something up, which takes a processor for a moment at most, in turn.
    pub(crate) async fn probe<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.in_turn(&self.probes, |_| work()).await
    }

    /// Waits for a place, unless too many clients wait already, and does the work there.
    async fn in_turn<T: Send + 'static>(
        &self,
        places: &Arc<Semaphore>,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Ok(waiting) = self.waiting.try_acquire() else {
            return Err(Problem::busy("too many people are waiting for answers: try again in a while"));
        };
        // The semaphore is never closed.
        let turn = Arc::clone(places).acquire_owned().await.ok();
        drop(waiting);
        let cancel = CancelOnDrop::default();
        let flag = Arc::clone(&cancel.0);
        run(move || {
            // The processor is taken until the work is done, even if the client has left.
            let _turn = turn;
            work(&flag)
        })
        .await
    }

    /// Begins an analysis in a thread of its own. It ends when it is done or when it sees its flag raised.
    pub(crate) fn analysis(&self, work: impl FnOnce() + Send + 'static) -> Result<(), Problem> {
        let Ok(place) = Arc::clone(&self.analyses).try_acquire_owned() else {
            return Err(Problem::busy(format!(
                "{} analyses are open already: close one, or try again in a while",
                limits::OPEN_ANALYSES
            )));
        };
        drop(tokio::task::spawn_blocking(move || {
            let _place = place;
            work();
        }));
        Ok(())
    }

    pub(crate) fn open_analyses(&self) -> usize {
        limits::OPEN_ANALYSES - self.analyses.available_permits()
    }
}

/// Does work that may take a while outside of the threads that serve the network. Work that panics is a fault.
pub(crate) async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::fault())
}
