//! The results of a match from the first player's view. Every opening is played twice with the colours swapped, and the
//! two games of an opening are no independent evidence: doubt is reckoned over pairs, never over games.

use std::collections::BTreeMap;

/// The result of a game for the first player of a match, whichever colour it had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl Outcome {
    /// The same game as the other player sees it.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }
}

/// How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points: all that the statistics of a match need.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The share of its points that a pair of each kind brings.
    pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// How many pairs there are; a number that is only calculated with, so that no sum can overflow.
    pub fn count(&self) -> f64 {
        self.0.iter().map(|&count| count as f64).sum()
    }

    /// The share of the points won, from 0 to 1; none without pairs.
    pub fn score(&self) -> Option<f64> {
        let points: f64 = self.weighted().map(|(count, share)| count * share).sum();
        (self.count() > 0.0).then(|| points / self.count())
    }

    /// The variance of the share that one pair brings, without bias; none with fewer than two pairs.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let squares: f64 = self.weighted().map(|(count, share)| count * (share - mean).powi(2)).sum();
        (self.count() > 1.0).then(|| squares / (self.count() - 1.0))
    }

    /// The standard error of the score; none with fewer than two pairs. Zero only says that all pairs were alike so far:
    /// [`elo::estimate`](super::elo::estimate) gives bounds that hold then, too.
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.count()).sqrt())
    }

    /// How many pairs brought which share.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.iter().map(|&count| count as f64).zip(Self::SHARES)
    }
}

/// The games of a match so far. A game whose partner is still being played counts as a game, and not yet for the pairs.
///
/// # Examples
///
/// ```
/// use arena::statistics::{Outcome, Tally};
///
/// let mut tally = Tally::default();
/// tally.add(1, Outcome::Win);
/// tally.add(2, Outcome::Draw);
/// tally.add(1, Outcome::Draw);
/// assert_eq!((tally.wins(), tally.draws(), tally.losses()), (1, 2, 0));
/// // The first opening brought 3/2 points; the second one waits for its other game.
/// assert_eq!(tally.pairs().0, [0, 0, 0, 1, 0]);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: Pairs,
    /// The first game of each opening whose second one is not over yet.
    waiting: BTreeMap<u64, Outcome>,
}

impl Tally {
    /// Adds a game. Games may end in any order: each second game that comes with the same number of an opening makes a
    /// pair with the one before.
    pub fn add(&mut self, opening: u64, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win => self.wins += 1,
        }
        match self.waiting.remove(&opening) {
            Some(partner) => self.pairs.0[partner.half_points() + outcome.half_points()] += 1,
            None => {
                self.waiting.insert(opening, outcome);
            }
        }
    }

    /// Games won by the first player, with and without a partner, as for draws and losses.
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// Games drawn.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Games lost by the first player.
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first player.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The share of the points won, over all games; none before the first one.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The pairs that are complete.
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn pairs_are_made_by_opening_in_any_order() {
        let mut tally = Tally::default();
        for (opening, outcome) in [(7, Win), (8, Loss), (9, Draw), (8, Loss), (7, Loss), (9, Win), (3, Win)] {
            tally.add(opening, outcome);
        }
        assert_eq!(tally.pairs(), Pairs([1, 0, 1, 1, 0]));
        assert_eq!((tally.wins(), tally.draws(), tally.losses(), tally.games()), (3, 1, 3, 7));
        assert_eq!(tally.score(), Some(0.5));
        // The third game of an opening waits for a fourth.
        tally.add(8, Win);
        assert_eq!(tally.pairs().count(), 3.0);
        tally.add(8, Win);
        assert_eq!(tally.pairs(), Pairs([1, 0, 1, 1, 1]));
    }

    #[test]
    fn the_variance_is_that_of_the_pairs() {
        // Shares of 1, 1, 1/2 and 3/4: squares of 0.171875 about a mean of 0.8125.
        let pairs = Pairs([0, 0, 1, 1, 2]);
        assert_eq!(pairs.score(), Some(0.8125));
        assert_eq!(pairs.variance(), Some(0.171_875 / 3.0));
        assert_eq!(pairs.standard_error(), Some((0.171_875_f64 / 12.0).sqrt()));
        // Each colour wins always: single games vary as much as can be, pairs not at all.
        assert_eq!(Pairs([0, 0, 50, 0, 0]).variance(), Some(0.0));
    }

    #[test]
    fn what_is_not_known_is_none() {
        assert_eq!(Tally::default().score(), None);
        assert_eq!(Pairs::default().score(), None);
        assert_eq!(Pairs([0, 0, 0, 0, 1]).variance(), None);
        assert_eq!(Pairs([u64::MAX; 5]).score(), Some(0.5));
    }

    #[test]
    fn a_reversed_game_has_the_other_half_of_the_points() {
        for outcome in [Loss, Draw, Win] {
            assert_eq!(outcome.half_points() + outcome.reversed().half_points(), 2);
        }
    }
}
