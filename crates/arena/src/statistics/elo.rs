//! Differences in Elo points, with bounds.
//!
//! The bounds use Wilson's method for pairs of games instead of coins: a difference is within the bounds if the score of the match is less
//! than 1.96 standard errors away from its expected score, with the variance that is most likely under that difference. The usual method
//! takes the variance of the match itself. After a sweep that variance is 0 and the usual bounds claim certainty; near 100 % they
//! exceed it. If the players are close and the pairs many, both methods agree; with few pairs these bounds are rather too wide than too
//! narrow. After a sweep of `n` pairs the score is at least `n / (n + 3.84)`, without an upper bound.

use std::f64::consts::TAU;

use super::constrained::{Constrained, HALVINGS};
use super::results::Pairs;

/// The half-width of an interval with 95 % of a normal distribution, in standard deviations.
pub(super) const WIDTH_OF_95_PERCENT: f64 = 1.959_963_984_540_054;

/// The difference in Elo points for a share of the points; infinite for 0 and 1, and beyond.
pub fn difference(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected share of the points for a difference in Elo points.
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// A difference in Elo points, with an interval that contains the true difference in 95 of 100 matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The lower bound; minus infinity if there is none.
    pub low: f64,
    /// The difference for the score of the match; infinite after a sweep.
    pub elo: f64,
    /// The upper bound; infinity if there is none.
    pub high: f64,
}

/// The difference between the players of a match; `None` without a complete pair.
///
/// # Examples
///
/// ```
/// use arena::statistics::{Pairs, elo};
///
/// let estimate = elo::estimate(&Pairs([0, 0, 0, 0, 10])).expect("there are pairs");
/// assert_eq!(estimate.low.round(), 166.0);
/// assert_eq!(estimate.high, f64::INFINITY);
/// ```
pub fn estimate(pairs: &Pairs) -> Option<Estimate> {
    let score = pairs.score()?;
    // The upper bound is the other player's lower bound: near 0 floating-point numbers are denser than near 1.
    let high = -lower_bound(&pairs.reversed());
    Some(Estimate { low: lower_bound(pairs), elo: difference(score), high })
}

/// The probability that the first player is the stronger one, if all differences were equally likely before; 1/2 without pairs.
pub fn likelihood_of_superiority(pairs: &Pairs) -> f64 {
    normal_below(Constrained::new(pairs, 0.5).deviation())
}

/// The lowest difference within the bounds.
fn lower_bound(pairs: &Pairs) -> f64 {
    // The deviation falls as the given score rises, down to 0 at the score of the match. If that is 0, there is no bound.
    let (mut low, mut high) = (0.0, pairs.score().unwrap_or(0.0));
    if high <= 0.0 {
        return f64::NEG_INFINITY;
    }
    for _ in 0..HALVINGS {
        let score = f64::midpoint(low, high);
        if Constrained::new(pairs, score).deviation() > WIDTH_OF_95_PERCENT {
            low = score;
        } else {
            high = score;
        }
    }
    difference(high)
}

/// The probability that a standard normal variable is below `x`, to 15 decimals; 1/2 for a NaN.
fn normal_below(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    // Beyond 9 the answer is 0 or 1 at this precision.
    let x = x.clamp(-9.0, 9.0);
    // The integral of the density from 0 to x is the density times x + x^3/3 + x^5/(3*5) + …. All terms have the same sign, so nothing
    // cancels, and 200 of them are enough for x = 9.
    let (mut term, mut sum) = (x, x);
    for odd in (3..400).step_by(2) {
        term *= x * x / f64::from(odd);
        sum += term;
    }
    (0.5 + sum * (-0.5 * x * x).exp() / TAU.sqrt()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use quadrille::Random;

    use super::super::trial::{add_pair, assert_near};
    use super::*;

    #[test]
    fn expected_scores_are_those_of_the_federation() {
        // FIDE's table of differences for scores. It uses the normal distribution, so it departs from the logistic curve between players
        // who are far apart: by less than a hundredth up to here.
        let scores = [0.50, 0.57, 0.60, 0.64, 0.70, 0.76, 0.80, 0.90];
        for (score, difference) in scores.into_iter().zip([0, 50, 72, 102, 149, 202, 240, 366]) {
            assert_near(expected_score(f64::from(difference)), score, 0.01);
            assert_near(expected_score(f64::from(-difference)), 1.0 - score, 0.01);
        }
        // Closed forms: odds of 10 to 1 every 400 points.
        assert_near(expected_score(400.0), 10.0 / 11.0, 1e-15);
        assert_near(difference(100.0 / 101.0), 800.0, 1e-9);
        assert_near(difference(0.75), 190.848_501_887_864_97, 1e-9);
    }

    #[test]
    fn extremes_are_infinite() {
        assert_eq!((difference(0.0), difference(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!((expected_score(f64::NEG_INFINITY), expected_score(f64::INFINITY)), (0.0, 1.0));
    }

    #[test]
    fn many_pairs_of_equals_have_the_usual_interval() {
        let pairs = Pairs([871, 26_175, 55_983, 26_678, 821]);
        let estimate = estimate(&pairs).unwrap();
        let score = pairs.score().unwrap();
        let squares: f64 = pairs.weighted().map(|(count, share)| count * (share - score).powi(2)).sum();
        let error = 1.96 * squares.sqrt() / pairs.count();
        assert_near(estimate.low, difference(score - error), 0.001);
        assert_near(estimate.high, difference(score + error), 0.001);
    }

    #[test]
    fn bounds_are_those_of_an_independent_computation() {
        // The same method in mpmath with 40 digits, maximising over the five probabilities directly by two multipliers.
        let pairs = Pairs([2, 8, 20, 30, 40]);
        let estimate = estimate(&pairs).unwrap();
        assert_near(expected_score(estimate.low), 0.689_120_422_652, 1e-9);
        assert_near(expected_score(estimate.high), 0.792_643_762_507, 1e-9);
        assert_near(Constrained::new(&pairs, 0.5).deviation(), 6.699_255_424_45, 1e-9);
    }

    #[test]
    fn a_sweep_leaves_one_side_open() {
        for count in [1, 10, 1000] {
            let won = estimate(&Pairs([0, 0, 0, 0, count])).unwrap();
            let squared = WIDTH_OF_95_PERCENT.powi(2);
            assert_near(expected_score(won.low), count as f64 / (count as f64 + squared), 1e-12);
            assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
            let lost = estimate(&Pairs([count, 0, 0, 0, 0])).unwrap();
            assert_eq!((lost.low, lost.elo), (f64::NEG_INFINITY, f64::NEG_INFINITY));
            assert_near(lost.high, -won.low, 0.0);
        }
        assert_eq!(estimate(&Pairs::default()), None);
    }

    #[test]
    fn pairs_that_are_all_alike_are_not_certain() {
        for pairs in [[0, 0, 12, 0, 0], [0, 12, 0, 0, 0], [0, 0, 0, 12, 0]] {
            let estimate = estimate(&Pairs(pairs)).unwrap();
            assert!(
                estimate.low < estimate.elo - 20.0 && estimate.elo + 20.0 < estimate.high,
                "{estimate:?}"
            );
            assert!(estimate.low.is_finite() && estimate.high.is_finite(), "{estimate:?}");
        }
    }

    #[test]
    fn intervals_contain_the_truth_as_often_as_promised() {
        let mut random = Random::new(1);
        for (score, draws, advantage, count) in
            [(0.5, 0.4, 0.2, 15), (0.7, 0.3, 0.1, 30), (0.97, 0.02, 0.01, 40), (0.97, 0.02, 0.01, 200)]
        {
            let truth = difference(score);
            let matches = 400;
            let contained = (0..matches).filter(|_| {
                let mut pairs = Pairs::default();
                (0..count).for_each(|_| add_pair(&mut random, &mut pairs, score, draws, advantage));
                estimate(&pairs).is_some_and(|estimate| estimate.low <= truth && truth <= estimate.high)
            });
            let share = contained.count() as f64 / f64::from(matches);
            assert!((0.92..=0.985).contains(&share), "{share} for a score of {score}");
        }
    }

    #[test]
    fn superiority_has_the_closed_form_of_wins_and_losses() {
        // If pairs are only won, lost or drawn, it is (1 + erf((w - l) / sqrt(2 (w + l)))) / 2; drawn pairs do not matter. The number is
        // that formula in Python, for 20 to 10.
        for drawn in [0, 5, 5000] {
            let pairs = Pairs([10, 0, drawn, 0, 20]);
            assert_near(likelihood_of_superiority(&pairs), 0.966_055_422_569_085_5, 1e-12);
        }
        assert_near(likelihood_of_superiority(&Pairs([3, 2, 5, 2, 3])), 0.5, 1e-12);
        assert_near(likelihood_of_superiority(&Pairs::default()), 0.5, 0.0);
        assert_near(likelihood_of_superiority(&Pairs([0, 0, 0, 0, 4])), normal_below(2.0), 1e-12);
    }

    #[test]
    fn probabilities_are_those_of_the_tables() {
        // From mpmath's ncdf, 16 digits.
        for (x, probability) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013_1),
            (1.0, 0.841_344_746_068_542_9),
            (3.0, 0.998_650_101_968_369_9),
            (5.0, 0.999_999_713_348_428_1),
            (WIDTH_OF_95_PERCENT, 0.975),
        ] {
            assert_near(normal_below(x), probability, 1e-14);
            assert_near(normal_below(-x), 1.0 - probability, 1e-14);
        }
    }

    #[test]
    fn every_number_has_a_probability() {
        assert_near(normal_below(f64::INFINITY), 1.0, 1e-15);
        assert_near(normal_below(f64::NEG_INFINITY), 0.0, 1e-15);
        assert_near(normal_below(f64::NAN), 0.5, 0.0);
    }
}
