//! A sequential test of a match whose games end in any order.

use std::collections::BTreeMap;

use super::results::{PlayerResult, Tally};
use super::sprt::{Decision, Sprt};

/// A test that looks at the pairs of a match in their order. Its decision therefore depends only on the results, and not on how many games
/// are played at a time.
#[derive(Clone, Debug)]
pub struct SprtRun {
    sprt: Sprt,
    /// The results of the pairs that have been looked at.
    tally: Tally,
    /// The results of later pairs.
    waiting: BTreeMap<u64, Vec<PlayerResult>>,
    /// The pair that is looked at next.
    next: u64,
    decision: Decision,
}

impl SprtRun {
    /// A test of a match whose pairs are counted from 0.
    pub fn new(sprt: Sprt) -> SprtRun {
        let (tally, waiting) = (Tally::default(), BTreeMap::new());
        SprtRun { sprt, tally, waiting, next: 0, decision: Decision::Continue }
    }

    /// Adds a game; the decision so far. Games after the decision change nothing.
    pub fn add(&mut self, pair: u64, result: PlayerResult) -> Decision {
        self.waiting.entry(pair).or_default().push(result);
        while self.decision == Decision::Continue {
            let Some(results) = self.waiting.get(&self.next).filter(|results| results.len() >= 2) else {
                break;
            };
            for &result in results {
                self.tally.add(self.next, result);
            }
            self.waiting.remove(&self.next);
            self.next += 1;
            self.decision = self.sprt.decision(&self.tally.pairs());
        }
        self.decision
    }

    /// The decision so far.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// How many pairs led to the decision; `None` before it.
    pub fn pairs_used(&self) -> Option<u64> {
        (self.decision != Decision::Continue).then_some(self.next)
    }
}

#[cfg(test)]
mod tests {
    use quadrille::Random;

    use super::*;

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).expect("a test");
        let mut random = Random::new(4);
        let result = |random: &mut Random| {
            if random.below(10) < 7 { PlayerResult::Win } else { PlayerResult::Loss }
        };
        for _ in 0..20 {
            let mut games: Vec<(u64, PlayerResult)> =
                (0..400).map(|game| (game / 2, result(&mut random))).collect();
            let decide = |games: &[(u64, PlayerResult)]| {
                let mut run = SprtRun::new(sprt);
                for &(pair, result) in games {
                    run.add(pair, result);
                }
                (run.decision(), run.pairs_used())
            };
            let in_order = decide(&games);
            assert_ne!(in_order.0, Decision::Continue);
            // Each game ends up to a few games earlier or later.
            for at in 0..games.len() {
                let other = (at + random.below(6)).min(games.len() - 1);
                games.swap(at, other);
            }
            assert_eq!(decide(&games), in_order);
        }
    }
}
