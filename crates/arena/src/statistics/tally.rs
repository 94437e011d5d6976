//! The results of a match from the first player's view, game by game as they come in.

use std::collections::BTreeMap;

use super::pairs::Pairs;

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

    /// The points, counted in halves.
    pub(super) fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
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
        assert_eq!(tally.pairs(), Pairs([1, 0, 1, 1, 0]));
        tally.add(8, Win);
        assert_eq!(tally.pairs(), Pairs([1, 0, 1, 1, 1]));
    }

    #[test]
    fn before_the_first_game_there_is_no_score() {
        assert_eq!(Tally::default().score(), None);
    }

    #[test]
    fn a_reversed_game_has_the_other_half_of_the_points() {
        for outcome in [Loss, Draw, Win] {
            assert_eq!(outcome.half_points() + outcome.reversed().half_points(), 2);
        }
    }
}
