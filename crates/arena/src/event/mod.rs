//! Events: matches and tournaments. An event says which games are played. Together with its seed and its players' moves it decides every
//! result.

mod progress;
mod schedule;
mod store;
mod swiss;
mod viewer;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille::{Catalogue, Opening, Record, quote};
use serde::{Deserialize, Serialize};

pub(crate) use progress::PACE;
pub use progress::{Announcer, GameInProgress, Progress, files_of_event};
pub use store::{Store, StoreError};
pub use viewer::{EventState, PlayedGame, Viewer};

use crate::player::PlayerSpec;
use crate::referee::{self, Conditions, Job};
use crate::resources::Resources;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each player meets every other player.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each round players with about the same number of points meet.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
}

/// How games are played on the machine that runs the event: what the command that began it was told, which a command that continues it
/// need not be told again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LocalOptions {
    /// How many games are played at a time; one for each processor if it does not say.
    pub concurrency: Option<u16>,
    /// The directory of solved tables, if it is not the usual one.
    pub tables: Option<PathBuf>,
    /// What programs may read beside their own folders.
    pub readable: Vec<PathBuf>,
    /// Whether programs run without the sandbox.
    pub no_sandbox: bool,
}

/// A match or a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// A name that no other event has: up to 64 letters, digits and hyphens.
    pub id: String,
    /// The game and its size.
    pub game: String,
    /// The players, each with a name of its own.
    pub players: Vec<String>,
    /// Who meets whom.
    pub format: Format,
    /// The conditions of all games.
    pub conditions: Conditions,
    /// When two players meet, they play each of these twice, with the colours swapped.
    pub openings: Vec<Opening>,
    /// Decides everything that is random.
    pub seed: u64,
    /// How games are played on the machine that runs it.
    #[serde(default)]
    pub local: LocalOptions,
}

impl Event {
    /// Whether the event can be played.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(&self, catalogue: &Catalogue) -> Result<(), String> {
        let game = catalogue.game(&self.game).map_err(|error| error.to_string())?;
        self.conditions.control.parse::<crate::Control>()?;
        let names = self.names()?;
        if names.len() < 2 {
            return Err("an event needs at least two players".to_string());
        }
        // Rounds without games would follow each other without end.
        if self.openings.is_empty() {
            return Err("an event needs at least one opening".to_string());
        }
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                let first = names.iter().position(|other| other == name).unwrap_or(index);
                let [a, b] = [first, index].map(|player| {
                    let text = &self.players[player];
                    let described = text.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix('='));
                    quote(described.unwrap_or(text))
                });
                let name = quote(name);
                return Err(format!(
                    "two players are called {name}: give them different names, as in a={a} b={b}"
                ));
            }
            self.players[index].parse::<PlayerSpec>()?.check(&*game)?;
        }
        Ok(())
    }

    /// The names of the players.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn names(&self) -> Result<Vec<String>, String> {
        self.players.iter().map(|player| Ok(player.parse::<PlayerSpec>()?.name)).collect()
    }

    /// How many games the event has.
    pub fn games(&self) -> usize {
        let players = self.players.len();
        let meetings = match self.format {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet => players.saturating_sub(1),
            // The number of rounds comes from a file or an argument.
            Format::Swiss { rounds } => rounds.saturating_mul(players / 2),
        };
        meetings.saturating_mul(2 * self.openings.len())
    }
}

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

/// Games that are to be played. Each is made when its turn comes.
pub type Jobs<'j> = Box<dyn Iterator<Item = Job> + Send + 'j>;

/// A place where games are played.
pub trait Venue {
    /// Plays all games, in any order, each once, unless it is told to stop.
    ///
    /// # Errors
    /// When a game cannot be played at all, or cannot be stored.
    fn play_each(&mut self, jobs: Jobs<'_>, finished: OnRecord<'_>) -> Result<(), String>;

    /// The same for a list of games.
    ///
    /// # Errors
    /// As above.
    fn play(&mut self, jobs: Vec<Job>, finished: OnRecord<'_>) -> Result<(), String> {
        self.play_each(Box::new(jobs.into_iter()), finished)
    }
}

/// Threads of this process.
#[derive(Clone)]
pub struct LocalVenue {
    /// What playing games takes.
    pub resources: Resources,
    /// How many games are played at a time.
    pub threads: usize,
    /// Where those who watch see the games in progress.
    pub progress: Arc<Progress>,
}

impl LocalVenue {
    /// Gets the players of an event ready before its first game: their files have to be there, and what has to be compiled is compiled.
    ///
    /// # Errors
    /// What is missing, or the message of the compiler. A mistake in a command line must not cost a player any games.
    pub fn prepare(&self, event: &Event) -> Result<(), String> {
        let game = self.resources.catalogue.game(&event.game).map_err(|error| error.to_string())?;
        event
            .players
            .iter()
            .try_for_each(|player| player.parse::<PlayerSpec>()?.prepare(&*game, &self.resources))
    }
}

/// What the threads share.
struct Round<'r> {
    jobs: Jobs<'r>,
    finished: OnRecord<'r>,
    /// Set when no further game may start: how the round ends.
    over: Option<Result<(), String>>,
}

impl Venue for LocalVenue {
    fn play_each(&mut self, jobs: Jobs<'_>, finished: OnRecord<'_>) -> Result<(), String> {
        let round = Mutex::new(Round { jobs, finished, over: None });
        let next = || {
            let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
            if round.over.is_some() || self.resources.sandbox.is_stopped() { None } else { round.jobs.next() }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    while let Some(job) = next() {
                        self.progress.begin(&job);
                        let on_move = |mv: &str| self.progress.moved(job.number, mv);
                        let played = referee::play_watched(&job, &self.resources, &on_move);
                        let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
                        match played.and_then(|record| (round.finished)(record)) {
                            Ok(Proceed::Continue) => {}
                            Ok(Proceed::Stop) => round.over = round.over.take().or(Some(Ok(()))),
                            // A game that was stopped before its end has no record.
                            Err(_) if self.resources.sandbox.is_stopped() => {}
                            Err(problem) => round.over = Some(Err(problem)),
                        }
                        drop(round);
                        self.progress.end(job.number);
                    }
                });
            }
        });
        round.into_inner().unwrap_or_else(PoisonError::into_inner).over.unwrap_or(Ok(()))
    }
}

/// Plays the games of an event that are not in the store yet. Each game is stored before it is shown.
///
/// # Errors
/// When the event or a game cannot be played, or a game cannot be stored.
pub fn run(
    event: &Event,
    catalogue: &Catalogue,
    store: &mut Store,
    venue: &mut dyn Venue,
    watch: &mut (dyn FnMut(&[Record]) -> Proceed + Send),
) -> Result<Vec<Record>, String> {
    event.check(catalogue)?;
    let mut records = store.records().map_err(|error| error.to_string())?;
    let names = event.names()?;
    let is_ours = |record: &Record| {
        record.game == event.game && record.players.iter().all(|player| names.contains(player))
    };
    if let Some(stranger) = records.iter().find(|record| !is_ours(record)) {
        return Err(format!("the file is damaged: game {} belongs to another event", stranger.number));
    }
    for round in 0.. {
        let Some(jobs) = event.round(round, &records)? else {
            break;
        };
        let played: HashSet<u64> = records.iter().map(|record| record.number).collect();
        let numbers = (event.first_number(round)..).take(jobs.len());
        let wanted = records.len() + numbers.filter(|number| !played.contains(number)).count();
        let missing = Box::new(jobs.filter(|job| !played.contains(&job.number)));
        let mut stopped = false;
        venue.play_each(missing, &mut |record: Record| {
            if store.add(&record).map_err(|error| error.to_string())? {
                records.push(record);
            }
            let proceed = watch(&records);
            stopped |= proceed == Proceed::Stop;
            Ok(proceed)
        })?;
        if stopped || records.len() < wanted {
            break;
        }
    }
    store.settle();
    records.sort_by_key(|record| record.number);
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(rounds: usize, openings: usize) -> Event {
        let opening = Opening { position: "startpos".to_string(), moves: Vec::new() };
        Event {
            name: "cup".to_string(),
            id: "cup-1".to_string(),
            game: "oska:3".to_string(),
            players: ["a=random", "b=random"].map(str::to_string).to_vec(),
            format: Format::Swiss { rounds },
            conditions: Conditions::default(),
            openings: vec![opening; openings],
            seed: 1,
            local: LocalOptions::default(),
        }
    }

    #[test]
    fn any_number_of_rounds_is_counted() {
        assert_eq!(event(3, 2).games(), 12);
        assert_eq!(event(usize::MAX, 2).games(), usize::MAX);
    }

    #[test]
    fn an_event_without_openings_is_refused() {
        let catalogue = Catalogue::standard();
        assert_eq!(event(3, 1).check(&catalogue), Ok(()));
        assert_eq!(event(3, 0).check(&catalogue), Err("an event needs at least one opening".to_string()));
    }
}
