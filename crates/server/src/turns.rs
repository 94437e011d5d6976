//! Turns: a limited number of places for work, shared fairly between clients.
//!
//! A free place goes to the network that has the fewest places and was served longest ago, and there to the client of which the same is
//! true. So a client with fifty requests delays each of the others by one request at most. Networks come first because a program can
//! make up as many clients as it likes.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::clients::Client;
use crate::limits;
use crate::problem::Problem;
use crate::thinking::{CancelOnDrop, run};

/// Places for work, and who waits for one.
pub(crate) struct Turns {
    places: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How often somebody was served.
    served: u64,
    arrived: u64,
    working: Vec<Client>,
    waiting: Vec<Waiting>,
}

struct Waiting {
    client: Client,
    /// What `served` was when the network was served last, or when this request arrived.
    network_stamp: u64,
    /// The same for the client.
    client_stamp: u64,
    /// In the order of arrival.
    number: u64,
    go: oneshot::Sender<Turn>,
}

/// A place, until it is dropped.
pub(crate) struct Turn {
    turns: Arc<Turns>,
    client: Client,
}

/// A place in the queue. Dropping it takes the request out of the queue.
struct InQueue<'a> {
    turns: &'a Turns,
    number: u64,
}

impl Turns {
    pub(crate) fn new(places: usize) -> Arc<Turns> {
        Arc::new(Turns { places, state: Mutex::default() })
    }

    #[cfg(test)]
    pub(crate) fn places(&self) -> usize {
        self.places
    }

    /// How many work, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.state();
        (state.working.len(), state.waiting.len())
    }

    /// Does work in turn, outside of the threads that serve the network. If the caller stops waiting for the result, the flag that the
    /// work gets is raised.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Turns>,
        client: Client,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.take(client).await?;
        let cancel = CancelOnDrop::default();
        let flag = Arc::clone(&cancel.0);
        run(move || {
            // The place is taken until the work is done, even if the client has left.
            let _turn = turn;
            work(&flag)
        })
        .await
    }

    /// Waits for a place, unless too many wait already.
    async fn take(self: &Arc<Turns>, client: Client) -> Result<Turn, Problem> {
        let (go, mut turn) = oneshot::channel();
        let number = self.enter(client, go)?;
        // It is dropped before the channel, so a place is never sent to somebody who has left.
        let _in_queue = InQueue { turns: self, number };
        // The sender is kept until it has sent.
        (&mut turn).await.map_err(|_| Problem::fault())
    }

    fn enter(self: &Arc<Turns>, client: Client, go: oneshot::Sender<Turn>) -> Result<u64, Problem> {
        let mut state = self.state();
        if state.waiting.len() >= limits::WAITING {
            return Err(Problem::busy("too many people are waiting for answers: try again in a while"));
        }
        let own = state.waiting.iter().filter(|waiting| waiting.client == client).count();
        if !client.is_trusted && own >= limits::WAITING_OF_A_CLIENT {
            return Err(Problem::too_much(format!(
                "{own} of your requests are waiting already: let them be answered first"
            )));
        }
        state.arrived += 1;
        let (number, stamp) = (state.arrived, state.served);
        state.waiting.push(Waiting { client, network_stamp: stamp, client_stamp: stamp, number, go });
        self.serve(&mut state);
        Ok(number)
    }

    /// Gives free places to those whose turn it is.
    fn serve(self: &Arc<Turns>, state: &mut State) {
        while state.working.len() < self.places
            && let Some(Waiting { client, go, .. }) = state.next()
        {
            state.served += 1;
            for waiting in state.waiting.iter_mut().filter(|waiting| waiting.client.network == client.network)
            {
                waiting.network_stamp = state.served;
                if waiting.client == client {
                    waiting.client_stamp = state.served;
                }
            }
            state.working.push(client.clone());
            let _ = go.send(Turn { turns: Arc::clone(self), client });
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes the request whose turn it is out of the queue.
    fn next(&mut self) -> Option<Waiting> {
        let working =
            |same: &dyn Fn(&Client) -> bool| self.working.iter().filter(|client| same(client)).count();
        let rank = |waiting: &Waiting| {
            let client = &waiting.client;
            let of_network = working(&|other| other.network == client.network);
            let of_client = working(&|other| other == client);
            (of_network, waiting.network_stamp, of_client, waiting.client_stamp, waiting.number)
        };
        let first = (0..self.waiting.len()).min_by_key(|&place| rank(&self.waiting[place]))?;
        Some(self.waiting.swap_remove(first))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        if let Some(place) = state.working.iter().position(|client| *client == self.client) {
            state.working.swap_remove(place);
        }
        self.turns.serve(&mut state);
    }
}

impl Drop for InQueue<'_> {
    fn drop(&mut self) {
        self.turns.state().waiting.retain(|waiting| waiting.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::clients::Digest;

    fn client(network: u8, secret: &str) -> Client {
        Client {
            secret: Some(Digest::of(secret)),
            network: Some(IpAddr::from([10, 0, 0, network])),
            is_trusted: false,
            is_admin: false,
        }
    }

    /// The order in which these clients are served, all of which arrive while the only place is taken.
    async fn order(clients: &[(u8, &'static str)]) -> Vec<&'static str> {
        let turns = Turns::new(1);
        let first = turns.take(client(0, "first")).await.expect("a place");
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (number, &(network, name)) in clients.iter().enumerate() {
            let (turns, served) = (Arc::clone(&turns), Arc::clone(&served));
            let taking = Arc::clone(&turns);
            tasks.push(tokio::spawn(async move {
                let turn = taking.take(client(network, name)).await.expect("a place");
                served.lock().expect("a list").push(name);
                drop(turn);
            }));
            while turns.load().1 <= number {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for task in tasks {
            task.await.expect("served");
        }
        Arc::try_unwrap(served).expect("all done").into_inner().expect("a list")
    }

    #[tokio::test]
    async fn a_client_with_many_requests_does_not_make_others_wait() {
        let mut clients = vec![(1, "many"); 10];
        clients.extend([(2, "anna"), (3, "ben"), (2, "anna")]);
        let served = order(&clients).await;
        assert_eq!(served[..6], ["many", "anna", "ben", "many", "anna", "many"]);
    }

    #[tokio::test]
    async fn clients_of_one_network_take_turns_as_one_and_among_each_other() {
        let mut clients = vec![(1, "a"), (1, "a"), (1, "a"), (1, "b"), (1, "c"), (1, "d")];
        clients.extend([(2, "anna"), (2, "anna")]);
        assert_eq!(order(&clients).await, ["a", "anna", "b", "anna", "c", "d", "a", "a"]);
    }

    #[tokio::test]
    async fn who_leaves_the_queue_is_forgotten_and_places_come_back() {
        let turns = Turns::new(2);
        let [first, _second] = [turns.take(client(1, "a")).await, turns.take(client(1, "a")).await];
        let mut leaving = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move { turns.take(client(2, "b")).await.map(drop) }
        });
        while turns.load() != (2, 1) {
            tokio::task::yield_now().await;
        }
        leaving.abort();
        assert!((&mut leaving).await.is_err_and(|end| end.is_cancelled()));
        assert_eq!(turns.load(), (2, 0));
        drop(first);
        assert_eq!(turns.load(), (1, 0));
    }

    #[tokio::test]
    async fn the_queue_is_bounded_for_one_client_and_for_all() {
        let turns = Turns::new(0);
        let wait =
            |client: Client| turns.enter(client, oneshot::channel().0).map_err(|problem| problem.status());
        for _ in 0..limits::WAITING_OF_A_CLIENT {
            assert!(wait(client(1, "a")).is_ok());
        }
        assert_eq!(wait(client(1, "a")), Err(429));
        for number in limits::WAITING_OF_A_CLIENT..limits::WAITING {
            assert!(wait(client(2, &number.to_string())).is_ok());
        }
        assert_eq!(wait(client(3, "c")), Err(503));
    }
}
