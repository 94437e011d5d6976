//! Where games are played: here, in threads, or wherever else somebody takes them.

use std::sync::{Mutex, PoisonError};

use crate::player::House;
use crate::queue::Coordinator;
use crate::record::Record;
use crate::referee::{self, Job};

/// Whether to go on after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proceed {
    /// There is more to know.
    GoOn,
    /// Enough is known: no further game is started.
    Stop,
}

/// Takes each game that is finished, and keeps it, before the next is started in its place.
pub type OnRecord<'r> = &'r mut (dyn FnMut(Record) -> Result<Proceed, String> + Send);

/// A place where games are played.
pub trait Venue {
    /// Plays all games, in any order, each once.
    ///
    /// # Errors
    /// When a game cannot be played at all, or cannot be kept.
    fn play(&mut self, jobs: Vec<Job>, finished: OnRecord<'_>) -> Result<(), String>;
}

/// This process, with some games at a time.
#[derive(Clone, Debug)]
pub struct Hall {
    /// What running programs takes.
    pub house: House,
    /// How many games are played at a time.
    pub boards: usize,
}

/// Workers on other machines, or other processes of this one.
impl Venue for Coordinator {
    fn play(&mut self, jobs: Vec<Job>, finished: OnRecord<'_>) -> Result<(), String> {
        let mut finished = |record| Ok(finished(record)? == Proceed::GoOn);
        Coordinator::play(self, jobs, &mut finished).map_err(|error| error.to_string())
    }
}

/// What the threads share.
struct Round<'r> {
    jobs: std::vec::IntoIter<Job>,
    finished: OnRecord<'r>,
    /// Set when no further game is to be started.
    over: Option<Result<(), String>>,
}

impl Venue for Hall {
    fn play(&mut self, jobs: Vec<Job>, finished: OnRecord<'_>) -> Result<(), String> {
        let boards = self.boards.clamp(1, jobs.len().max(1));
        let round = Mutex::new(Round { jobs: jobs.into_iter(), finished, over: None });
        let next = || {
            let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
            if round.over.is_some() { None } else { round.jobs.next() }
        };
        std::thread::scope(|scope| {
            for _ in 0..boards {
                scope.spawn(|| {
                    while let Some(job) = next() {
                        let played = referee::play(&job, &self.house);
                        let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
                        match played.and_then(|record| (round.finished)(record)) {
                            Ok(Proceed::GoOn) => {}
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
