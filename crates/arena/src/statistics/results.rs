//! The results of games for a player: one by one, all together, and in pairs as they arrive.

use std::collections::BTreeMap;
use std::iter::Sum;

use quadrille::{GameResult, Side};

/// The result of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerResult {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl PlayerResult {
    /// The result for the player of a side.
    pub fn of(result: GameResult, side: Side) -> PlayerResult {
        match result.half_points(side) {
            0 => PlayerResult::Loss,
            1 => PlayerResult::Draw,
            _ => PlayerResult::Win,
        }
    }

    /// The points, counted in halves.
    pub(super) fn half_points(self) -> usize {
        self as usize
    }
}

/// How many games a player has won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Sum for Totals {
    fn sum<I: Iterator<Item = Totals>>(all: I) -> Totals {
        all.fold(Totals::default(), |sum, totals| Totals {
            wins: sum.wins + totals.wins,
            draws: sum.draws + totals.draws,
            losses: sum.losses + totals.losses,
        })
    }
}

impl Totals {
    /// Adds a game.
    pub fn add(&mut self, result: PlayerResult) {
        match result {
            PlayerResult::Win => self.wins += 1,
            PlayerResult::Draw => self.draws += 1,
            PlayerResult::Loss => self.losses += 1,
        }
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The share of the points won; `None` before the first game.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

/// How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points. Every opening is played twice with the colours swapped. The two games of an
/// opening are not independent, so the statistics of a match count pairs, never games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The share of its points that a pair of each kind brings.
    pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// How many pairs there are. It is a floating-point number, so that the sum cannot overflow.
    pub fn count(&self) -> f64 {
        self.0.iter().map(|&count| count as f64).sum()
    }

    /// The share of the points won, from 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        let points: f64 = self.weighted().map(|(count, share)| count * share).sum();
        (self.count() > 0.0).then(|| points / self.count())
    }

    /// The same match from the other player's view.
    pub(super) fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// How many pairs brought which share.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.iter().map(|&count| count as f64).zip(Self::SHARES)
    }
}

/// The games of a match so far. A game whose partner is still in progress counts as a game, and not yet for the pairs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    totals: Totals,
    pairs: Pairs,
    /// The first game of each opening whose second game is not over yet.
    waiting: BTreeMap<u64, PlayerResult>,
}

impl Tally {
    /// Adds a game. Games may end in any order: each second game with the same number of an opening makes a pair with the one before.
    pub fn add(&mut self, opening: u64, result: PlayerResult) {
        self.totals.add(result);
        match self.waiting.remove(&opening) {
            Some(partner) => self.pairs.0[partner.half_points() + result.half_points()] += 1,
            None => {
                self.waiting.insert(opening, result);
            }
        }
    }

    /// All games, with and without a partner.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The pairs that are complete.
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::PlayerResult::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn pairs_are_made_by_opening_in_any_order() {
        let mut tally = Tally::default();
        for (opening, result) in [(7, Win), (8, Loss), (9, Draw), (8, Loss), (7, Loss), (9, Win), (3, Win)] {
            tally.add(opening, result);
        }
        assert_eq!(tally.pairs(), Pairs([1, 0, 1, 1, 0]));
        assert_eq!((tally.totals(), tally.totals().games()), (Totals { wins: 3, draws: 1, losses: 3 }, 7));
        assert_eq!(tally.totals().score(), Some(0.5));
        // The third game of an opening waits for a fourth.
        tally.add(8, Win);
        assert_eq!(tally.pairs(), Pairs([1, 0, 1, 1, 0]));
        tally.add(8, Win);
        assert_eq!(tally.pairs(), Pairs([1, 0, 1, 1, 1]));
    }

    #[test]
    fn before_the_first_game_there_is_no_score() {
        assert_eq!(Totals::default().score(), None);
        assert_eq!(Totals { wins: 1, draws: 1, losses: 0 }.score(), Some(0.75));
    }

    #[test]
    fn the_two_players_share_the_points() {
        for result in GameResult::ALL {
            let [white, black] = Side::BOTH.map(|side| PlayerResult::of(result, side).half_points());
            assert_eq!(white + black, 2, "{result:?}");
        }
    }

    #[test]
    fn the_score_is_the_share_of_the_points() {
        // Shares of 1, 1, 1/2 and 3/4.
        assert_eq!(Pairs([0, 0, 1, 1, 2]).score(), Some(0.8125));
        assert_eq!(Pairs::default().score(), None);
        assert_eq!(Pairs([u64::MAX; 5]).score(), Some(0.5));
    }
}
