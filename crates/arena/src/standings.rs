//! The standings of a tournament: points, ratings, faults, and a crosstable.
//!
//! The order of the records does not matter. Every record counts: players of records are added to those of the list. Only a game of a
//! player against itself, which says nothing about strength, is left out.

mod text;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use quadrille::{Record, Side};
pub(crate) use text::short_names;

use crate::faults::fault;
use crate::statistics::{PlayerResult, Rating, Totals, ratings};

/// One player's line in the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The player's name.
    pub name: String,
    /// Its place in the table, from 1. Players that nothing tells apart but their names share a place.
    pub rank: usize,
    /// Its games.
    pub totals: Totals,
    /// How strong it is by these games.
    pub rating: Rating,
    /// How many games it lost by a fault rather than on the board.
    pub faults: u64,
    /// Its games against each player, in the order of the table.
    pub against: Vec<Totals>,
}

/// The table of a tournament, best player first. Written with `{}` it is two tables for a terminal.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    players: Vec<Standing>,
}

impl Standings {
    /// Counts the games of the listed players and of all others in the records.
    pub fn new<'r, N: AsRef<str>>(
        names: impl IntoIterator<Item = N>,
        records: impl IntoIterator<Item = &'r Record> + Clone,
    ) -> Standings {
        let listed = names.into_iter().map(|name| name.as_ref().to_string());
        let named = records.clone().into_iter().flat_map(|record| record.players.iter().cloned());
        // Sorted by name, so that even the last digit of a rating does not depend on the order of the games.
        let names: BTreeSet<String> = listed.chain(named).collect();
        let places: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let count = names.len();
        let mut against = vec![vec![Totals::default(); count]; count];
        let mut faults = vec![0; count];
        for record in records {
            let [white, black] = record.players.each_ref().map(|name| places[name.as_str()]);
            if white == black {
                continue;
            }
            against[white][black].add(PlayerResult::of(record.result, Side::White));
            against[black][white].add(PlayerResult::of(record.result, Side::Black));
            if let Some((loser, _)) = fault(record) {
                faults[if loser == record.players[0] { white } else { black }] += 1;
            }
        }
        let points: Vec<Vec<f64>> =
            against.iter().map(|row| row.iter().map(|totals| totals.points()).collect()).collect();
        let ratings = ratings(&points);
        let totals: Vec<Totals> = against.iter().map(|row| row.iter().copied().sum()).collect();
        let strength = |place: usize| {
            let Totals { wins, draws, .. } = totals[place];
            // Equal results give ratings that may differ in their last digits, which must not decide.
            let hundredths = (ratings[place].elo * 100.0).round() as i64;
            (totals[place].games() > 0, hundredths, 2 * wins + draws)
        };
        // The best player is first, and those without games are last. Equal players stay in the order of their names.
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&place| Reverse(strength(place)));
        let rank =
            |place: usize| 1 + order.iter().filter(|&&other| strength(other) > strength(place)).count();
        let names: Vec<String> = names.into_iter().collect();
        let standing = |&place: &usize| Standing {
            name: names[place].clone(),
            rank: rank(place),
            totals: totals[place],
            rating: ratings[place],
            faults: faults[place],
            against: order.iter().map(|&other| against[place][other]).collect(),
        };
        Standings { players: order.iter().map(standing).collect() }
    }

    /// The players, best one first.
    pub fn players(&self) -> &[Standing] {
        &self.players
    }

    /// What readers must know about the ratings, in whole sentences.
    pub fn notes(&self) -> Vec<String> {
        let played = || self.players.iter().filter(|player| player.totals.games() > 0);
        let pools: BTreeSet<usize> = played().map(|player| player.rating.pool).collect();
        let mut notes = Vec::new();
        if played().any(|player| player.rating.virtual_draws) {
            let note = "Some results are too one-sided for ratings: a virtual draw was added for each player, \
                        and the ratings show little more than the order.";
            notes.push(note.to_string());
        }
        if pools.len() > 1 {
            let note = format!(
                "The players form {} groups that have not met: compare ratings within a group only.",
                pools.len()
            );
            notes.push(note);
        }
        notes
    }
}

#[cfg(test)]
mod tests;
