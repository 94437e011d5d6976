//! Everything that takes a processor: answers of a moment, searches of opponents, lookups in solved tables, and analyses. Each kind has
//! its own places, so that long searches never make a move of a moment wait. The search of a client that has left ends.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use quadrille::{Descriptor, Effort, Strength};

use crate::clients::Client;
use crate::limits;
use crate::problem::Problem;
use crate::turns::Turns;

/// Who may work now.
#[derive(Clone)]
pub(crate) struct Thinking {
    /// What takes a moment.
    pub(crate) quick: Arc<Turns>,
    /// Searches of opponents that may take long: as many as there are processors.
    pub(crate) long: Arc<Turns>,
    pub(crate) probes: Arc<Turns>,
    /// The clients of the open analyses.
    analyses: Arc<Mutex<Vec<Client>>>,
}

/// Raises the flag of a search when it is dropped: a client that leaves drops what it waits for.
#[derive(Default)]
pub(crate) struct CancelOnDrop(pub(crate) Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The place of an analysis, until it is dropped.
struct Place {
    analyses: Arc<Mutex<Vec<Client>>>,
    client: Client,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = lock(&self.analyses);
        if let Some(place) = open.iter().position(|client| *client == self.client) {
            open.swap_remove(place);
        }
    }
}

fn lock(analyses: &Mutex<Vec<Client>>) -> MutexGuard<'_, Vec<Client>> {
    analyses.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Thinking {
    pub(crate) fn new() -> Thinking {
        let processors = available_parallelism().map_or(1, NonZero::get).min(limits::SEARCHES);
        Thinking {
            quick: Turns::new((2 * processors).clamp(4, limits::SEARCHES)),
            long: Turns::new(processors),
            probes: Turns::new(limits::PROBES),
            analyses: Arc::default(),
        }
    }

    /// Where an opponent of this strength searches in a game.
    pub(crate) fn turns_for(&self, strength: Strength, game: &Descriptor) -> &Arc<Turns> {
        let is_quick = match strength {
            Strength::Level(level) => match game.effort(level) {
                Effort::Plies(_) => true,
                Effort::Nodes(nodes) => nodes <= limits::QUICK_NODES,
            },
            Strength::Depth(depth) => depth <= limits::QUICK_DEPTH,
            Strength::Time(time) => time <= limits::QUICK_TIME,
        };
        if is_quick { &self.quick } else { &self.long }
    }

    /// Begins an analysis in a thread of its own. It ends when it is done or when it sees its flag raised.
    pub(crate) fn analysis(
        &self,
        client: Client,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Problem> {
        let place = self.open(client)?;
        drop(tokio::task::spawn_blocking(move || {
            let _place = place;
            work();
        }));
        Ok(())
    }

    fn open(&self, client: Client) -> Result<Place, Problem> {
        let mut open = lock(&self.analyses);
        let most = limits::OPEN_ANALYSES;
        if open.len() >= most {
            let words = format!("{most} analyses are open already: try again when one of them has ended");
            return Err(Problem::busy(words));
        }
        let own = open.iter().filter(|other| **other == client).count();
        if !client.is_trusted && own >= limits::ANALYSES_OF_A_CLIENT {
            return Err(Problem::too_much(format!(
                "{own} of your analyses are open already: close one first"
            )));
        }
        let near = open.iter().filter(|other| other.network == client.network).count();
        if !client.is_trusted && near >= limits::ANALYSES_OF_A_NETWORK {
            let words =
                format!("{near} analyses are open already from your network address: close one first");
            return Err(Problem::too_much(words));
        }
        open.push(client.clone());
        Ok(Place { analyses: Arc::clone(&self.analyses), client })
    }

    pub(crate) fn open_analyses(&self) -> usize {
        lock(&self.analyses).len()
    }
}

/// Does work that may take a while outside of the threads that serve the network. Work that panics is a fault.
pub(crate) async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::fault())
}
