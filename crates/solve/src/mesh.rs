//! Supersteps: all workers send, and a step is over for all when everything sent in it has arrived.
//!
//! ```
//! # use solve::cluster::Cluster;
//! let totals = Cluster::new(2, None).run("example", |worker| {
//!     let mut mesh = worker.mesh::<Vec<u8>>();
//!     for to in 0..mesh.peers() {
//!         mesh.send(to, vec![1; 10]);
//!     }
//!     let mut bytes = 0;
//!     mesh.finish_step(|message| bytes += message.len())?;
//!     Ok::<_, solve::mesh::Deserted>(bytes)
//! });
//! assert_eq!(totals.unwrap(), [Ok(20), Ok(20)]);
//! ```

mod agreement;
mod exchange;
mod message;
mod parcel;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use timely::worker::Worker as Timely;

pub use agreement::Agreement;
pub(crate) use exchange::Exchange;
pub use message::Message;

/// How long a worker that waits sleeps at most. Whatever arrives wakes it; this only bounds what a missed call could cost.
pub(crate) const NAP: Duration = Duration::from_millis(100);

/// The dataflow that tells who has left the work; no messages go through it.
pub(crate) type Roll = Exchange<Vec<u8>>;

/// A worker has ended its part of the work before the others had theirs.
///
/// It reports the reason itself. The others must end too: they have not received everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("worker {worker} has left the work before its end")]
pub struct Deserted {
    /// The one that left.
    pub worker: usize,
}

/// One worker's access to all others, in steps.
///
/// All workers make the same meshes in the same order, and finish the same number of steps in each. All that is sent in a step may lie in
/// memory at once, where it is sent or where it arrives: a worker with much to send bounds what it sends in a step, and takes in what has arrived
/// while sending ([`Mesh::receive`]).
pub struct Mesh<M: Message> {
    timely: Rc<RefCell<Timely>>,
    roll: Rc<RefCell<Roll>>,
    /// How many meshes this worker had made before.
    number: u64,
    exchange: Exchange<M>,
    step: u64,
}

impl<M: Message> Mesh<M> {
    pub(crate) fn new(timely: Rc<RefCell<Timely>>, roll: Rc<RefCell<Roll>>, number: u64) -> Self {
        let exchange = Exchange::new(&mut timely.borrow_mut());
        Self { timely, roll, number, exchange, step: 0 }
    }

    /// Which worker this is.
    pub fn index(&self) -> usize {
        self.exchange.index()
    }

    /// How many workers there are, this one included.
    pub fn peers(&self) -> usize {
        self.exchange.peers()
    }

    /// Sends to one worker, which may be this one. A message costs some microseconds however short it is: send few and large ones.
    pub fn send(&mut self, to: usize, message: M) {
        self.exchange.send(to, message);
    }

    /// Sends to every worker, this one included.
    pub fn broadcast(&mut self, message: M) {
        for to in 1..self.peers() {
            self.send(to, message.clone());
        }
        self.send(0, message);
    }

    /// Lets timely work and hands over what has arrived of this step so far, without waiting.
    pub fn receive(&mut self, mut visit: impl FnMut(M)) {
        self.timely.borrow_mut().step();
        self.hand_over(self.step, &mut visit);
    }

    /// Ends the step: hands over the rest of what was sent to this worker in it, and returns when nothing more can come.
    ///
    /// # Errors
    ///
    /// If a worker has left without ending this step. Then something may be missing.
    pub fn finish_step(&mut self, mut visit: impl FnMut(M)) -> Result<(), Deserted> {
        let step = self.step;
        self.step += 1;
        self.exchange.advance_to(self.step);
        while self.exchange.may_bring_more(step) {
            // A worker that will never make this mesh never ends a step of it either.
            Self::nobody_left(&self.roll.borrow(), self.number)?;
            self.timely.borrow_mut().step_or_park(Some(NAP));
            self.hand_over(step, &mut visit);
        }
        Self::nobody_left(&self.exchange, step)
    }

    /// One at a time, so that nothing is borrowed while the visitor has its turn.
    fn hand_over(&self, step: u64, visit: &mut impl FnMut(M)) {
        while let Some(message) = self.exchange.take(step) {
            visit(message);
        }
    }

    fn nobody_left<N: Message>(exchange: &Exchange<N>, by: u64) -> Result<(), Deserted> {
        exchange.left_by(by).map_or(Ok(()), |worker| Err(Deserted { worker }))
    }
}

impl<M: Message> Drop for Mesh<M> {
    /// Without this message the others would take the end of this worker's input for the end of the step.
    fn drop(&mut self) {
        self.exchange.leave(self.step);
    }
}
