//! Supersteps: all workers send, and a step is over for all when everything sent in it has arrived.
//!
//! ```
//! # use solve::cluster::Cluster;
//! let totals = Cluster::new(2, None).run("example", |worker| {
//!     let mut mesh = worker.mesh::<Vec<u32>>();
//!     for to in 0..mesh.peers() {
//!         mesh.send(to, vec![1; 10]);
//!     }
//!     let mut numbers = 0;
//!     mesh.finish_step(|message| {
//!         numbers += message.len();
//!         Some(())
//!     })?;
//!     Ok::<_, solve::mesh::Deserted>(numbers)
//! });
//! assert_eq!(totals.unwrap(), [Ok(20), Ok(20)]);
//! ```

mod message;
mod post;

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

pub use message::Message;
pub(crate) use post::{Content, Letter, Parcel, Post, Route, Step};

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
    post: Rc<RefCell<Post>>,
    step: Step,
    messages: PhantomData<M>,
}

impl<M: Message> Mesh<M> {
    pub(crate) fn new(post: Rc<RefCell<Post>>, mesh: u64) -> Self {
        Self { post, step: Step { mesh, number: 0 }, messages: PhantomData }
    }

    /// How many workers there are, this one included.
    pub fn peers(&self) -> usize {
        self.post.borrow().peers()
    }

    /// Sends to one worker, which may be this one. Few large messages cost less than many short ones.
    pub fn send(&mut self, to: usize, message: M) {
        self.post.borrow().send(to, self.step, message);
    }

    /// Sends to every worker, this one included.
    pub fn broadcast(&mut self, message: M) {
        for to in 1..self.peers() {
            self.send(to, message.clone());
        }
        self.send(0, message);
    }

    /// Hands over what has arrived of this step so far, without waiting. The visitor gives `None` for a message that makes no sense.
    /// Then [`Cluster::on_loss`](crate::cluster::Cluster::on_loss) ends this process.
    pub fn receive(&mut self, mut visit: impl FnMut(M) -> Option<()>) {
        self.post.borrow_mut().sort_arrived();
        self.hand_over(&mut visit);
    }

    /// Ends the step: hands over the rest of what was sent to this worker in it, as [`Mesh::receive`] does, and returns when nothing
    /// more can come.
    ///
    /// # Errors
    /// If a worker has left without ending this step. Then something may be missing.
    pub fn finish_step(&mut self, mut visit: impl FnMut(M) -> Option<()>) -> Result<(), Deserted> {
        self.post.borrow().end(self.step);
        loop {
            self.hand_over(&mut visit);
            if self.post.borrow_mut().has_ended(self.step)? {
                break;
            }
            self.post.borrow_mut().wait();
        }
        self.post.borrow_mut().forget(self.step);
        self.step.number += 1;
        Ok(())
    }

    /// One at a time, so that nothing is borrowed while the visitor has its turn.
    fn hand_over(&self, visit: &mut impl FnMut(M) -> Option<()>) {
        let take = || self.post.borrow_mut().take(self.step);
        while let Some((from, message)) = take() {
            visit(message).unwrap_or_else(|| self.post.borrow().end_for_nonsense_of(from));
        }
    }
}

/// Each worker gives a number, and all learn the same about them. Every call is a step of its own: all workers make the same calls.
impl Mesh<u64> {
    /// The sum of the workers' numbers.
    ///
    /// # Errors
    /// If a worker has left the work.
    pub fn sum(&mut self, mine: u64) -> Result<u64, Deserted> {
        self.broadcast(mine);
        let mut all = 0_u64;
        self.finish_step(|one: u64| all.checked_add(one).map(|sum| all = sum))?;
        Ok(all)
    }

    /// Whether all say yes.
    ///
    /// # Errors
    /// If a worker has left the work.
    pub fn all(&mut self, mine: bool) -> Result<bool, Deserted> {
        Ok(self.sum(u64::from(!mine))? == 0)
    }
}
