//! Searches on behalf of clients: never more at a time than there are processors for, and none for a client that has left.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits;
use crate::problem::Problem;

/// Who may search now.
#[derive(Clone)]
pub(crate) struct Thinking {
    answers: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    analyses: Arc<Semaphore>,
    probes: Arc<Semaphore>,
}

/// Calls a search off when nobody holds it any more: a client that leaves drops what it waits for.
pub(crate) struct CallOff(Arc<AtomicBool>);

impl CallOff {
    pub(crate) fn new() -> CallOff {
        CallOff(Arc::default())
    }

    /// The flag that the search looks at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for CallOff {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// One of those who wait, counted for as long as it waits.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Thinking {
    pub(crate) fn new() -> Thinking {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Thinking {
            answers: Arc::new(Semaphore::new(processors)),
            waiting: Arc::default(),
            analyses: Arc::new(Semaphore::new(limits::OPEN_ANALYSES)),
            probes: Arc::new(Semaphore::new(limits::PROBES)),
        }
    }

    /// Does work that takes a processor for a while, when its turn comes. If the caller does not wait for the result, the
    /// flag that the work is given is raised.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(&self.answers).await?;
        let call_off = CallOff::new();
        let flag = call_off.flag();
        let result = run(move || {
            // The processor is taken until the work is done, whether or not anybody still waits.
            let _turn = turn;
            work(&flag)
        })
        .await;
        drop(call_off);
        result
    }

    /// Looks something up, which takes a processor for a moment at most, when its turn comes.
    pub(crate) async fn probe<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(&self.probes).await?;
        run(move || {
            let _turn = turn;
            work()
        })
        .await
    }

    /// Waits for a turn, unless too many do.
    async fn turn(&self, places: &Arc<Semaphore>) -> Result<Option<OwnedSemaphorePermit>, Problem> {
        let _waiting = Waiting(Arc::clone(&self.waiting));
        if self.waiting.fetch_add(1, Relaxed) >= limits::WAITING_ANSWERS {
            return Err(Problem::busy("too many people are waiting for answers: try again in a while"));
        }
        // Nobody closes it.
        Ok(Arc::clone(places).acquire_owned().await.ok())
    }

    /// Begins an analysis in a thread of its own. It goes on until it is done or the flag is raised.
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

    /// How many analyses are under way.
    pub(crate) fn open_analyses(&self) -> usize {
        limits::OPEN_ANALYSES - self.analyses.available_permits()
    }
}

/// Does work that may take a while outside of the threads that serve the network.
pub(crate) async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}
