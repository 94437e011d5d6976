//! Events: matches and tournaments. An event is all that decides which games are played; with its seed and its players' moves it
//! decides every result.

mod schedule;
mod store;
mod swiss;
mod venue;

use serde::{Deserialize, Serialize};

pub use store::{Store, StoreError};
pub use venue::{Hall, OnRecord, Proceed, Venue};

use crate::player::PlayerSpec;
use crate::record::{Opening, Record};
use crate::referee::{Conditions, Job};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each round players meet who have done equally well so far.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
}

/// A match or a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// What it is called.
    pub name: String,
    /// What no other event is called, wherever it is held: up to 64 letters, digits and hyphens.
    pub id: String,
    /// The game and its size.
    pub game: String,
    /// The players, each with a name of its own.
    pub players: Vec<String>,
    /// Who meets whom.
    pub format: Format,
    /// What holds for all games.
    pub conditions: Conditions,
    /// Each time two players meet they play all of these, each twice, with the colours swapped.
    pub openings: Vec<Opening>,
    /// Decides everything that is left to chance.
    pub seed: u64,
}

impl Event {
    /// Whether the event can be held.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(&self) -> Result<(), String> {
        let game = self.game.parse().map_err(|error: games::Error| error.to_string())?;
        self.conditions.control.parse::<crate::Control>()?;
        let names = self.names()?;
        if names.len() < 2 {
            return Err("it takes two players".to_string());
        }
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                return Err(format!(
                    "two players are called {name}: give them names, as in a={name} b={name}"
                ));
            }
            self.players[index].parse::<PlayerSpec>()?.check(game)?;
        }
        Ok(())
    }

    /// The names of the players.
    ///
    /// # Errors
    /// When one of them is no player.
    pub fn names(&self) -> Result<Vec<String>, String> {
        self.players.iter().map(|player| Ok(player.parse::<PlayerSpec>()?.name)).collect()
    }

    /// How many games there will be.
    pub fn games(&self) -> usize {
        let players = self.players.len();
        let meetings = match self.format {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet => players.saturating_sub(1),
            Format::Swiss { rounds } => rounds * (players / 2),
        };
        2 * meetings * self.openings.len()
    }
}

/// Plays what is left of an event: games that the store has are not played again. Everything is stored before it is shown.
///
/// # Errors
/// When the event cannot be held, or a game cannot be played or stored.
pub fn run(
    event: &Event,
    store: &mut Store,
    venue: &mut dyn Venue,
    watch: &mut (dyn FnMut(&[Record]) -> Proceed + Send),
) -> Result<Vec<Record>, String> {
    event.check()?;
    let mut records = store.records().map_err(|error| error.to_string())?;
    let names = event.names()?;
    let is_ours = |record: &Record| {
        record.game == event.game && record.players.iter().all(|player| names.contains(player))
    };
    if let Some(stranger) = records.iter().find(|record| !is_ours(record)) {
        return Err(format!("the file is damaged: game {} is of another event", stranger.number));
    }
    for round in 0.. {
        let Some(mut jobs) = event.round(round, &records)? else {
            break;
        };
        jobs.retain(|job| records.iter().all(|record| record.number != job.number));
        let mut stopped = false;
        venue.play(jobs, &mut |record: Record| {
            if store.add(&record).map_err(|error| error.to_string())? {
                records.push(record);
            }
            let proceed = watch(&records);
            stopped |= proceed == Proceed::Stop;
            Ok(proceed)
        })?;
        if stopped {
            break;
        }
    }
    records.sort_by_key(|record| record.number);
    Ok(records)
}
