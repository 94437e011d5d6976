//! How the players of a tournament stand: points, ratings, faults, and who took how much from whom.
//!
//! The same records give the same standings in whatever order they come. No record is refused: players that nobody
//! listed are listed all the same, and a game of a player against itself, which says nothing of strength, is left out.

mod text;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) use text::short_names;

use crate::record::{GameResult, Record};
use crate::statistics::{Crosstable, Outcome, Rating, Tally};

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }
}

/// One player's line in the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// What the player is called.
    pub name: String,
    /// Its games.
    pub score: Score,
    /// How strong they say it is.
    pub rating: Rating,
    /// How many games it lost by a fault rather than on the board.
    pub faults: u64,
    /// Its games against each player, in the order of the table.
    pub against: Vec<Score>,
}

/// The table of a tournament, best player first. Written with `{}` it is two tables for a terminal.
///
/// # Examples
///
/// ```
/// use arena::{GameResult, Opening, Record, Standings};
///
/// let game = Record {
///     event: "cup".to_string(),
///     number: 1,
///     pair: 1,
///     game: "oska:4".to_string(),
///     players: ["anna".to_string(), "ben".to_string()],
///     control: "depth=2".to_string(),
///     opening: Opening { position: "startpos".to_string(), moves: Vec::new() },
///     moves: Vec::new(),
///     result: GameResult::Black,
///     reason: "timeout".to_string(),
/// };
/// let standings = Standings::new(["anna", "ben", "chris"], &[game]);
/// let [ben, anna, chris] = standings.players() else { panic!("three players") };
/// assert_eq!((ben.name.as_str(), ben.score.points(), ben.against[1].games()), ("ben", 1.0, 1));
/// assert_eq!((anna.name.as_str(), anna.faults), ("anna", 1));
/// assert_eq!(chris.score.games(), 0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    players: Vec<Standing>,
}

impl Standings {
    /// Counts the games of the players, and of any others that are in the records.
    pub fn new<N: AsRef<str>>(names: impl IntoIterator<Item = N>, records: &[Record]) -> Standings {
        let listed = names.into_iter().map(|name| name.as_ref().to_string());
        let named = records.iter().flat_map(|record| record.players.iter().cloned());
        // By name, so that not even the last digit of a rating depends on the order of the games.
        let names: BTreeSet<String> = listed.chain(named).collect();
        let places: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let count = names.len();
        let mut against = vec![vec![Score::default(); count]; count];
        let mut faults = vec![0; count];
        let mut table = Crosstable::new(count);
        for record in records {
            let [white, black] = record.players.each_ref().map(|name| places[name.as_str()]);
            let outcome = match record.result {
                GameResult::White => Outcome::Win,
                GameResult::Draw => Outcome::Draw,
                GameResult::Black => Outcome::Loss,
            };
            let mut game = Tally::default();
            game.add(record.pair, outcome);
            if table.add(white, black, &game).is_err() {
                continue;
            }
            against[white][black].add(outcome);
            against[black][white].add(outcome.reversed());
            if let Some((loser, _)) = record.fault() {
                faults[if loser == record.players[0] { white } else { black }] += 1;
            }
        }
        let rows = against.into_iter().zip(faults).zip(table.ratings());
        let players = names.into_iter().zip(rows).map(|(name, ((against, faults), rating))| {
            let score = total(&against);
            Standing { name, score, rating, faults, against }
        });
        Standings { players: sorted(&players.collect::<Vec<_>>()) }
    }

    /// The players, best one first.
    pub fn players(&self) -> &[Standing] {
        &self.players
    }

    /// What must be known to read the ratings rightly, in whole sentences.
    pub fn notes(&self) -> Vec<String> {
        let played = || self.players.iter().filter(|player| player.score.games() > 0);
        let pools: BTreeSet<usize> = played().map(|player| player.rating.pool).collect();
        let mut notes = Vec::new();
        if played().any(|player| player.rating.virtual_draws) {
            let note = "Some results are too one-sided for ratings: a virtual draw was added for each player, \
                        and the ratings show little more than the order.";
            notes.push(note.to_string());
        }
        if pools.len() > 1 {
            let note = format!(
                "The players fall into {} groups that have not met: ratings compare within a group only.",
                pools.len()
            );
            notes.push(note);
        }
        notes
    }
}

fn total(against: &[Score]) -> Score {
    against.iter().fold(Score::default(), |sum, score| Score {
        wins: sum.wins + score.wins,
        draws: sum.draws + score.draws,
        losses: sum.losses + score.losses,
    })
}

/// Puts the best player first, and those without games last.
fn sorted(players: &[Standing]) -> Vec<Standing> {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&place| {
        let Standing { name, score, rating, .. } = &players[place];
        // Equal results make equal ratings but for the last digits, which shall not decide.
        let hundredths = (rating.elo * 100.0).round() as i64;
        (Reverse((score.games() > 0, hundredths, 2 * score.wins + score.draws)), name)
    });
    let arranged = |place: &usize| {
        let player = &players[*place];
        let against = order.iter().map(|&other| player.against[other]).collect();
        Standing { against, ..player.clone() }
    };
    order.iter().map(arranged).collect()
}

#[cfg(test)]
mod tests;
