//! The results of a match from the first player's view, game by game as they arrive.

use std::collections::BTreeMap;

use super::pairs::Pairs;
use super::totals::{PlayerResult, Totals};

/// The games of a match so far. A game whose partner is still in progress counts as a game, and not yet for the pairs.
///
/// # Examples
///
/// ```
/// use arena::statistics::{PlayerResult, Tally};
///
/// let mut tally = Tally::default();
/// tally.add(1, PlayerResult::Win);
/// tally.add(2, PlayerResult::Draw);
/// tally.add(1, PlayerResult::Draw);
/// assert_eq!((tally.totals().wins, tally.totals().draws), (1, 2));
/// // The first opening brought 3/2 points; the second one waits for its other game.
/// assert_eq!(tally.pairs().0, [0, 0, 0, 1, 0]);
/// ```
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
}
