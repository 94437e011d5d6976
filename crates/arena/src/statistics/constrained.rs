//! The most likely probabilities of the five kinds of pairs for a given expected score. Elo bounds and the sequential test use them.
//!
//! Let `c` be the counts of `n` pairs, `x` their shares, and `m` the given expected score. The probabilities that explain the counts best
//! are `c / n / (1 + tilt * (x - m))`, where the tilt makes their mean `m`: it is the only root of
//! `sum c * (x - m) / (1 + tilt * (x - m))`, which falls with the tilt. Kinds of pairs that have not occurred need care, above all after a
//! sweep. Other programs give such kinds a small count at first. Here the answer is exact, the limit of theirs as that count goes to 0: a
//! denominator may not be negative, so the tilt stays from `-1 / (1 - m)` to `1 / m`. If there is no root inside that range, the tilt is
//! at one of its ends, and the remaining probability goes to pairs that were all lost, or all won.

use super::results::Pairs;

/// How often a range is halved to reach the precision of its numbers.
pub(super) const HALVINGS: usize = 54;

/// Pairs with a given expected score.
pub(super) struct Constrained<'a> {
    pairs: &'a Pairs,
    score: f64,
    tilt: f64,
}

impl<'a> Constrained<'a> {
    /// Finds the tilt. The score has to be between 0 and 1, and neither of them.
    pub(super) fn new(pairs: &'a Pairs, score: f64) -> Self {
        let slope = |tilt: f64| -> f64 {
            // A kind without pairs adds nothing, even if its denominator is 0.
            let seen = pairs.weighted().filter(|&(count, _)| count > 0.0);
            seen.map(|(count, share)| count * (share - score) / (1.0 + tilt * (share - score))).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
        // Without a root, this approaches an end of the range.
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

    /// How far the logarithm of the likelihood is below that without the given score.
    pub(super) fn penalty(&self) -> f64 {
        let seen = self.pairs.weighted().filter(|&(count, _)| count > 0.0);
        seen.map(|(count, share)| count * (self.tilt * (share - self.score)).ln_1p()).sum()
    }

    /// How many standard errors the results are above the given score, with the variance of the constrained probabilities. The tilt is the
    /// distance of the means divided by that variance.
    pub(super) fn deviation(&self) -> f64 {
        let above = self.pairs.score().map_or(0.0, |score| score - self.score);
        let square = self.pairs.count() * self.tilt * above;
        square.max(0.0).sqrt().copysign(above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The constrained probabilities of the kinds that have occurred.
    fn odds(at: &Constrained) -> Vec<f64> {
        at.pairs
            .weighted()
            .map(|(count, share)| count / at.pairs.count() / (1.0 + at.tilt * (share - at.score)))
            .collect()
    }

    #[test]
    fn probabilities_add_up_and_have_the_mean() {
        let pairs = Pairs([2, 8, 20, 30, 40]);
        for score in [0.01, 0.3, 0.745, 0.9, 0.999] {
            let odds = odds(&Constrained::new(&pairs, score));
            let mean: f64 = odds.iter().zip(Pairs::SHARES).map(|(odds, share)| odds * share).sum();
            assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{odds:?}");
            assert!((mean - score).abs() < 1e-9, "{odds:?}");
        }
    }

    #[test]
    fn after_a_sweep_the_remaining_probability_is_for_losses() {
        // All of n pairs won: the probability of a won pair is m at best, and the variance is m * (1 - m), as for a coin.
        let pairs = Pairs([0, 0, 0, 0, 20]);
        let at = Constrained::new(&pairs, 0.9);
        assert!((odds(&at)[4] - 0.9).abs() < 1e-12);
        assert!((at.penalty() + 20.0 * 0.9_f64.ln()).abs() < 1e-12);
        assert!((at.deviation() - 0.1 / (0.9_f64 * 0.1 / 20.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn without_pairs_nothing_is_known() {
        let at = Constrained::new(&Pairs([0; 5]), 0.5);
        assert_eq!((at.penalty(), at.deviation()), (0.0, 0.0));
    }
}
