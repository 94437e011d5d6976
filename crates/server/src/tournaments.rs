//! Tournaments that the page shows while others play them. Where they come from is not this crate's business: whoever starts the server
//! hands over a [`TournamentSource`] for each.

use std::sync::Arc;
use std::time::Duration;

use quadrille::{GameResult, Opening, Record};
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::Shared;

/// Says how a tournament stands.
pub trait TournamentSource: Send + Sync {
    /// The present state; `None` before it has begun.
    ///
    /// # Errors
    /// Why that cannot be said, in words.
    fn look(&self) -> Result<Option<Tournament>, String>;

    /// The record of a game that is over, if there is one with this number.
    ///
    /// # Errors
    /// Why that cannot be said, in words.
    fn record(&self, number: u64) -> Result<Option<Record>, String>;
}

/// A tournament as it is now.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    /// The game and its size.
    pub game: String,
    /// Who meets whom, in words.
    pub format: String,
    /// What ends the players' thinking.
    pub control: String,
    /// How many games it has.
    pub games: usize,
    /// How many of them are over.
    pub played: usize,
    /// Whether it is being played now.
    pub is_running: bool,
    /// The players, the best one first.
    pub players: Vec<TournamentPlayer>,
    /// What readers must know about the ratings, in whole sentences.
    pub notes: Vec<String>,
    /// The games that were over last, the newest first.
    pub finished: Vec<FinishedGame>,
    /// The games that are being played.
    pub in_progress: Vec<RunningGame>,
}

/// A player's line in the table.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TournamentPlayer {
    /// The player's name.
    pub name: String,
    /// The place in the table, from 1; equal players share a place.
    pub rank: usize,
    /// A point for a win, half a point for a draw.
    pub points: f64,
    /// How many games were won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many were lost.
    pub losses: u64,
    /// How many were lost by a fault rather than on the board.
    pub faults: u64,
    /// The rating in Elo points above the mean; null without games.
    pub elo: Option<f64>,
    /// Its error with 95 % confidence.
    pub error: Option<f64>,
    /// The points against each player, in the order of the table; null if they have not met.
    pub against: Vec<Option<f64>>,
}

/// A game that is over, in short.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FinishedGame {
    /// Its number in the tournament.
    pub number: u64,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why, in words.
    pub reason: String,
    /// How many moves it had, with those of the opening.
    pub plies: usize,
}

impl FinishedGame {
    /// The record of a game in short. The record may be without its moves: the caller says how many moves the players made.
    pub fn new(record: &Record, moves: usize) -> FinishedGame {
        let plies = record.opening.moves.len() + moves;
        let [white, black] = record.players.clone();
        let (number, result, reason) =
            (record.number, GameResult::text(record.result), record.reason.clone());
        FinishedGame { number, white, black, result, reason, plies }
    }
}

/// A game that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunningGame {
    /// Its number in the tournament.
    pub number: u64,
    /// The names of the players, White first.
    pub players: [String; 2],
    /// Where it started.
    pub opening: Opening,
    /// The moves since then.
    pub moves: Vec<String>,
}

/// How often a tournament is looked at while somebody watches it. If looking takes long, it is seldomer.
const PACE: Duration = Duration::from_millis(150);

/// A tournament with the name that its address has.
#[derive(Clone)]
pub(crate) struct Watched {
    pub(crate) name: String,
    pub(crate) source: Arc<dyn TournamentSource>,
    pub(crate) shown: Arc<Shared<crate::api::TournamentView>>,
}

impl Watched {
    pub(crate) fn new(name: String, source: Arc<dyn TournamentSource>) -> Watched {
        Watched { name, source, shown: Arc::new(Shared::new(PACE)) }
    }
}
