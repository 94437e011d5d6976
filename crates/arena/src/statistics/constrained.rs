//! The likeliest odds of the five kinds of pairs, given that the expected score is a certain one. Elo bounds and the
//! sequential test both stand on it.
//!
//! Let `c` be the counts of `n` pairs, `x` their shares, and `m` the expected score that is asked for. The odds that
//! explain the counts best are `c / n / (1 + tilt * (x - m))`, where the tilt makes their mean `m`: it is the only root
//! of `sum c * (x - m) / (1 + tilt * (x - m))`, which falls with the tilt. Odds of kinds that were never seen are where
//! care is needed, after a sweep above all. Other programs give such kinds a small count to begin with. Here the exact
//! answer is taken, which is what theirs tends to as that count goes to 0: no denominator may be negative, so the tilt
//! stays from `-1 / (1 - m)` to `1 / m`, and where there is no root inside, it is at an end of that range, and the rest
//! of the odds go to pairs that were all lost, or all won.

use super::pairs::Pairs;

/// How often a range is halved: to the precision of its numbers.
pub(super) const HALVINGS: usize = 54;

/// Pairs of which the expected score is taken as given.
pub(super) struct Constrained<'a> {
    pairs: &'a Pairs,
    score: f64,
    tilt: f64,
}

impl<'a> Constrained<'a> {
    /// Finds the tilt. The score is to be inside of 0 and 1.
    pub(super) fn new(pairs: &'a Pairs, score: f64) -> Self {
        let slope = |tilt: f64| -> f64 {
            // A kind without pairs adds nothing, even where its denominator is 0.
            let seen = pairs.weighted().filter(|&(count, _)| count > 0.0);
            seen.map(|(count, share)| count * (share - score) / (1.0 + tilt * (share - score))).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
        // With no root inside, this closes in on the end where it is missing.
        for _ in 0..HALVINGS {
            let tilt = f64::midpoint(low, high);
            if slope(tilt) > 0.0 {
                low = tilt;
            } else {
                high = tilt;
            }
        }
        Self { pairs, score, tilt: f64::midpoint(low, high) }
    }

    /// By how much the logarithm of the likelihood of the results is below that without the constraint.
    pub(super) fn penalty(&self) -> f64 {
        let seen = self.pairs.weighted().filter(|&(count, _)| count > 0.0);
        seen.map(|(count, share)| count * (self.tilt * (share - self.score)).ln_1p()).sum()
    }

    /// How many standard errors the results are above the given score, with the variance of the constrained odds. This
    /// is where the variance comes in: the tilt is the distance of the means over it.
    pub(super) fn deviation(&self) -> f64 {
        let above = self.pairs.score().map_or(0.0, |score| score - self.score);
        let square = self.pairs.count() * self.tilt * above;
        square.max(0.0).sqrt().copysign(above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The constrained odds, with those of kinds that were not seen left out.
    fn odds(at: &Constrained) -> Vec<f64> {
        let seen = at.pairs.weighted();
        seen.map(|(count, share)| count / at.pairs.count() / (1.0 + at.tilt * (share - at.score))).collect()
    }

    #[test]
    fn odds_are_whole_and_have_the_mean() {
        let pairs = Pairs([2, 8, 20, 30, 40]);
        for score in [0.01, 0.3, 0.745, 0.9, 0.999] {
            let odds = odds(&Constrained::new(&pairs, score));
            let mean: f64 = odds.iter().zip(Pairs::SHARES).map(|(odds, share)| odds * share).sum();
            assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{odds:?}");
            assert!((mean - score).abs() < 1e-9, "{odds:?}");
        }
    }

    #[test]
    fn after_a_sweep_the_rest_of_the_odds_are_for_losses() {
        // All of n pairs won: the odds of that are m, at best, and the variance is m * (1 - m), as for a coin.
        let pairs = Pairs([0, 0, 0, 0, 20]);
        let at = Constrained::new(&pairs, 0.9);
        assert!((odds(&at)[4] - 0.9).abs() < 1e-12);
        assert!((at.penalty() + 20.0 * 0.9_f64.ln()).abs() < 1e-12);
        assert!((at.deviation() - 0.1 / (0.9_f64 * 0.1 / 20.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn no_pairs_say_nothing() {
        let at = Constrained::new(&Pairs([0; 5]), 0.5);
        assert_eq!((at.penalty(), at.deviation()), (0.0, 0.0));
    }
}
