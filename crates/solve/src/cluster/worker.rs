//! One thread of the work.

use std::cell::RefCell;
use std::rc::Rc;

use crate::mesh::{Mesh, Message, Post};

/// One thread of the work, among its peers in this process and others.
pub struct Worker {
    post: Rc<RefCell<Post>>,
    /// In each process.
    threads: usize,
    /// How many have been made.
    meshes: u64,
}

impl Worker {
    pub(super) fn new(post: Post, threads: usize) -> Self {
        Self { post: Rc::new(RefCell::new(post)), threads, meshes: 0 }
    }

    /// Which of all workers this is, from 0.
    pub fn index(&self) -> usize {
        self.post.borrow().index()
    }

    /// How many workers there are in all processes, this one included.
    pub fn peers(&self) -> usize {
        self.post.borrow().peers()
    }

    /// Which process this is, from 0. Its workers follow each other.
    pub fn process(&self) -> usize {
        self.index() / self.threads
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.peers() / self.threads
    }

    /// Whether this is the first worker of its process: the one that does what a process does once.
    pub fn is_first_of_process(&self) -> bool {
        self.index().is_multiple_of(self.threads)
    }

    /// The first worker of a process.
    pub fn first_of(&self, process: usize) -> usize {
        process * self.threads
    }

    /// Access to all workers. All make the same meshes in the same order.
    pub fn mesh<M: Message>(&mut self) -> Mesh<M> {
        let number = self.meshes;
        self.meshes += 1;
        Mesh::new(Rc::clone(&self.post), number)
    }
}
