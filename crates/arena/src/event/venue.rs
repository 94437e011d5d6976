//! Where games are played: in threads of this process, or by remote workers.

use std::sync::{Mutex, PoisonError};

use quadrille::Record;

use crate::referee::{self, Job};
use crate::resources::Resources;

/// Whether to play more games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proceed {
    /// Play the next game.
    Continue,
    /// Enough is known: start no further game.
    Stop,
}

/// Stores each game that is finished, before the next is started in its place.
pub type OnRecord<'r> = &'r mut (dyn FnMut(Record) -> Result<Proceed, String> + Send);

/// A place where games are played.
pub trait Venue {
    /// Plays all games, in any order, each once.
    ///
    /// # Errors
    /// When a game cannot be played at all, or cannot be stored.
    fn play(&mut self, jobs: Vec<Job>, finished: OnRecord<'_>) -> Result<(), String>;
}

/// Threads of this process.
#[derive(Clone)]
pub struct LocalVenue {
    /// What playing games takes.
    pub resources: Resources,
    /// How many games are played at a time.
    pub threads: usize,
}

/// What the threads share.
struct Round<'r> {
    jobs: std::vec::IntoIter<Job>,
    finished: OnRecord<'r>,
    /// Set when no further game may start: how the round ends.
    over: Option<Result<(), String>>,
}

impl Venue for LocalVenue {
    fn play(&mut self, jobs: Vec<Job>, finished: OnRecord<'_>) -> Result<(), String> {
        let threads = self.threads.clamp(1, jobs.len().max(1));
        let round = Mutex::new(Round { jobs: jobs.into_iter(), finished, over: None });
        let next = || {
            let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
            if round.over.is_some() { None } else { round.jobs.next() }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(job) = next() {
                        let played = referee::play(&job, &self.resources);
                        let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
                        match played.and_then(|record| (round.finished)(record)) {
                            Ok(Proceed::Continue) => {}
                            Ok(Proceed::Stop) => round.over = round.over.take().or(Some(Ok(()))),
                            Err(problem) => round.over = Some(Err(problem)),
                        }
                    }
                });
            }
        });
        round.into_inner().unwrap_or_else(PoisonError::into_inner).over.unwrap_or(Ok(()))
    }
}
