//! One thread of the work.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::thread;
use std::time::Instant;

use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::worker::Worker as Timely;

use crate::mesh::{Agreement, Mesh, Message, NAP, Roll};

/// One thread of the work, among its peers in this process and others.
pub struct Worker {
    timely: Rc<RefCell<Timely>>,
    /// Tells all when one has left, so that no worker waits for it.
    roll: Rc<RefCell<Roll>>,
    index: usize,
    peers: usize,
    /// In each process.
    threads: usize,
    /// How many have been made.
    meshes: u64,
}

impl Worker {
    /// Does a worker's part of the work, and returns when all workers of all processes have done theirs.
    ///
    /// A panic waits until then too, where panics unwind. Otherwise the others would wait for this worker forever; so they learn that it has left.
    pub(super) fn run<T>(
        allocator: Allocator,
        threads: usize,
        work: impl Fn(&mut Self) -> T,
    ) -> thread::Result<T> {
        let mut timely = Timely::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let roll = Rc::new(RefCell::new(Roll::new(&mut timely)));
        let (index, peers) = (timely.index(), timely.peers());
        let timely = Rc::new(RefCell::new(timely));
        let mut worker = Self { timely, roll, index, peers, threads, meshes: 0 };
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut worker)));
        worker.leave();
        result
    }

    /// Which of all workers this is, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// How many workers there are in all processes, this one included.
    pub fn peers(&self) -> usize {
        self.peers
    }

    /// Which process this is, from 0. Its workers follow each other.
    pub fn process(&self) -> usize {
        self.index / self.threads
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.peers / self.threads
    }

    /// Whether this is the first worker of its process: the one that does what a process does once.
    pub fn is_first_of_process(&self) -> bool {
        self.index.is_multiple_of(self.threads)
    }

    /// The first worker of a process.
    pub fn first_of(&self, process: usize) -> usize {
        process * self.threads
    }

    /// Access to all workers. All make the same meshes in the same order.
    pub fn mesh<M: Message>(&mut self) -> Mesh<M> {
        let number = self.meshes;
        self.meshes += 1;
        Mesh::new(Rc::clone(&self.timely), Rc::clone(&self.roll), number)
    }

    /// A mesh for numbers that all agree on.
    pub fn agreement(&mut self) -> Agreement {
        Agreement::new(self.mesh())
    }

    /// Says that it makes no more meshes, and keeps timely going until all have said so.
    ///
    /// Meshes that others have made meanwhile never end here; they go with timely's worker.
    fn leave(&self) {
        self.roll.borrow_mut().leave(self.meshes);
        while !self.roll.borrow().is_over() {
            self.timely.borrow_mut().step_or_park(Some(NAP));
        }
    }
}
