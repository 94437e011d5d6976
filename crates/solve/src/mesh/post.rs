//! How letters between workers are sent, sorted by step and counted.
//!
//! Letters of one worker to another arrive in the order in which they were sent. So once the end of a step has come from every worker,
//! everything that was sent in it has come.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use super::{Deserted, Message};
use crate::cluster::Loss;

/// A step of a mesh; both are counted from 0, alike on all workers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Step {
    pub(crate) mesh: u64,
    pub(crate) number: u64,
}

/// What one worker sends to another.
pub(crate) struct Letter {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) content: Content,
}

pub(crate) enum Content {
    /// A message that belongs to a step.
    Message(Step, Parcel),
    /// The sender has sent everything of this step.
    End(Step),
    /// The sender takes no further part. The cause is the worker that left first: the sender, or the one whose leaving made it leave.
    Left { cause: usize },
}

/// A message: as it is within a process, as bytes between processes.
pub(crate) enum Parcel {
    Value(Box<dyn Any + Send>),
    Bytes(Vec<u8>),
}

/// The way to a worker.
#[derive(Clone)]
pub(crate) struct Route {
    pub(crate) letters: Sender<Letter>,
    pub(crate) same_process: bool,
}

/// One worker's letters. When it is dropped, the others learn that the worker has left.
pub(crate) struct Post {
    index: usize,
    /// By worker.
    routes: Vec<Route>,
    inbox: Receiver<Letter>,
    /// Steps that are not over. Other workers may be ahead of this one.
    steps: HashMap<Step, Arrived>,
    /// The workers that have left, each with the cause.
    left: Vec<(usize, usize)>,
    /// Why this worker has to leave before its end.
    deserter: Option<usize>,
    /// What to do about a process that sends nonsense.
    loss: Arc<Loss>,
}

/// What has arrived of a step.
#[derive(Default)]
struct Arrived {
    /// Each with the worker that sent it.
    parcels: VecDeque<(usize, Parcel)>,
    ended: Vec<usize>,
}

impl Post {
    pub(crate) fn new(index: usize, routes: Vec<Route>, inbox: Receiver<Letter>, loss: Arc<Loss>) -> Post {
        Post { index, routes, inbox, steps: HashMap::new(), left: Vec::new(), deserter: None, loss }
    }

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn peers(&self) -> usize {
        self.routes.len()
    }

    pub(crate) fn send<M: Message>(&self, to: usize, step: Step, message: M) {
        let parcel = if self.routes[to].same_process {
            Parcel::Value(Box::new(message))
        } else {
            Parcel::Bytes(message.to_bytes())
        };
        self.post(to, Content::Message(step, parcel));
    }

    /// Tells all that this worker has sent everything of a step.
    pub(crate) fn end(&self, step: Step) {
        (0..self.peers()).for_each(|to| self.post(to, Content::End(step)));
    }

    fn post(&self, to: usize, content: Content) {
        // A worker that has left does not take letters any more.
        let _ = self.routes[to].letters.send(Letter { from: self.index, to, content });
    }

    /// Waits for a letter, and sorts all that have come.
    pub(crate) fn wait(&mut self) {
        let letter = self.inbox.recv().expect("this worker has a route to itself");
        self.sort(letter);
        self.sort_arrived();
    }

    pub(crate) fn sort_arrived(&mut self) {
        while let Ok(letter) = self.inbox.try_recv() {
            self.sort(letter);
        }
    }

    fn sort(&mut self, letter: Letter) {
        match letter.content {
            Content::Message(step, parcel) => {
                self.steps.entry(step).or_default().parcels.push_back((letter.from, parcel));
            }
            Content::End(step) => self.steps.entry(step).or_default().ended.push(letter.from),
            Content::Left { cause } => self.left.push((letter.from, cause)),
        }
    }

    /// A message of a step that has arrived, and the worker that sent it.
    pub(crate) fn take<M: Message>(&mut self, step: Step) -> Option<(usize, M)> {
        let (from, parcel) = self.steps.get_mut(&step)?.parcels.pop_front()?;
        let message = match parcel {
            Parcel::Value(value) => *value.downcast().expect("all workers make the same meshes"),
            Parcel::Bytes(bytes) => M::from_bytes(&bytes).unwrap_or_else(|| self.end_for_nonsense_of(from)),
        };
        Some((from, message))
    }

    /// Ends this process because a worker of another one has sent something that makes no sense.
    pub(crate) fn end_for_nonsense_of(&self, worker: usize) -> ! {
        assert!(!self.routes[worker].same_process, "worker {worker} of this process sends nonsense");
        self.loss.by_nonsense_of(worker)
    }

    /// Whether everything of a step has arrived.
    pub(crate) fn has_ended(&mut self, step: Step) -> Result<bool, Deserted> {
        let arrived = self.steps.entry(step).or_default();
        if let Some(&(_, worker)) = self.left.iter().find(|(worker, _)| !arrived.ended.contains(worker)) {
            self.deserter = Some(worker);
            return Err(Deserted { worker });
        }
        Ok(arrived.ended.len() == self.peers())
    }

    /// Forgets a step that is over.
    pub(crate) fn forget(&mut self, step: Step) {
        self.steps.remove(&step);
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        let cause = self.deserter.unwrap_or(self.index);
        (0..self.peers()).for_each(|to| self.post(to, Content::Left { cause }));
    }
}
