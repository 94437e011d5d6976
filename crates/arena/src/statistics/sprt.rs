//! The sequential test: play until the results are likely enough under one of two differences in strength, and no longer.
//!
//! The likelihood ratio compares the most likely probabilities of pairs under each difference. It is exact: the normal approximation fails
//! between players who are far apart, where the variance of the results depends on the difference itself.

use thiserror::Error;

use super::constrained::Constrained;
use super::elo::expected_score;
use super::results::Pairs;

/// A generalised sequential probability ratio test of two differences in Elo points.
///
/// # Examples
///
/// ```
/// use arena::statistics::{Decision, Pairs, Sprt};
///
/// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05)?;
/// assert_eq!(sprt.decision(&Pairs([10, 20, 40, 20, 10])), Decision::Continue);
/// assert_eq!(sprt.decision(&Pairs([0, 0, 10, 40, 120])), Decision::AcceptH1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The expected scores under the two hypotheses.
    scores: [f64; 2],
    /// The logarithms of the likelihood ratio at which the first or the second one is accepted.
    bounds: [f64; 2],
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play more games.
    Continue,
    /// The lower difference is accepted: the first player is not as strong as hoped.
    AcceptH0,
    /// The higher difference is accepted.
    AcceptH1,
}

/// Why a test is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a test needs two {0}")]
pub struct Unusable(&'static str);

const DIFFERENCES: Unusable =
    Unusable("differences in Elo points, the lower one first, for example 0 and 10");
const ERROR_RATES: Unusable = Unusable("error rates above 0 and together below 1, for example 0.05 and 0.05");

impl Sprt {
    /// A test of the difference `elo0` against a higher `elo1`. The higher one is accepted with a probability of about
    /// `alpha` at most if the lower one is true, and the lower one with `beta` at most if the higher one is.
    ///
    /// # Errors
    ///
    /// If the two differences do not give two different scores in ascending order, or the rates are not error rates.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, Unusable> {
        let scores = [elo0, elo1].map(expected_score);
        // Written so that a NaN fails too.
        if !(0.0 < scores[0] && scores[0] < scores[1] && scores[1] < 1.0) {
            return Err(DIFFERENCES);
        }
        let bounds = [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()];
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 && bounds.iter().all(|bound| bound.is_finite()))
        {
            return Err(ERROR_RATES);
        }
        Ok(Self { scores, bounds })
    }

    /// The logarithms of the likelihood ratio that end the test: at or below the first, at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        (self.bounds[0], self.bounds[1])
    }

    /// The logarithm of the likelihood ratio: how much likelier the results are under the higher difference.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        let [penalty0, penalty1] = self.scores.map(|score| Constrained::new(pairs, score).penalty());
        penalty0 - penalty1
    }

    /// The decision for these results. Ask after every pair; the first answer other than [`Decision::Continue`] counts.
    pub fn decision(&self, pairs: &Pairs) -> Decision {
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio <= self.bounds[0] => Decision::AcceptH0,
            ratio if ratio >= self.bounds[1] => Decision::AcceptH1,
            _ => Decision::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille::Random;

    use super::super::trial::{add_pair, assert_near};
    use super::*;

    fn ratio(elo0: f64, elo1: f64, pairs: [u64; 5]) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().log_likelihood_ratio(&Pairs(pairs))
    }

    #[test]
    fn bounds_are_those_of_wald() {
        for (beta, bounds) in
            [(0.05, (-2.944_438_979, 2.944_438_979)), (0.10, (-2.251_291_799, 2.890_371_758))]
        {
            let (low, high) = Sprt::new(0.0, 5.0, 0.05, beta).unwrap().bounds();
            assert_near(low, bounds.0, 1e-9);
            assert_near(high, bounds.1, 1e-9);
        }
    }

    #[test]
    fn ratios_are_as_published() {
        // The two pentanomial tests of the logistic model in fastchess's sprt_test.cpp, where 1 % is allowed.
        for (elo0, elo1, pairs, published) in [
            (0.5, 2.5, [223, 9863, 21_279, 10_037, 246], -3.07),
            (0.0, 2.0, [871, 26_175, 55_983, 26_678, 821], -4.98),
        ] {
            assert_near(ratio(elo0, elo1, pairs) / published, 1.0, 0.01);
        }
    }

    #[test]
    fn ratios_are_those_of_an_independent_computation() {
        // From mpmath with 40 digits, maximising over the five odds directly by two multipliers, with a count of 1e-15
        // for the kinds of pairs that were not seen.
        for (elo0, elo1, pairs, expected) in [
            (0.0, 5.0, [10, 20, 40, 20, 10], -0.034_506_850_951_7),
            (0.0, 20.0, [2, 8, 20, 30, 40], 5.075_977_753_71),
            (0.0, 10.0, [30, 20, 10, 4, 1], -1.798_198_649_06),
            (0.0, 10.0, [0, 0, 10, 40, 120], 4.822_587_208_52),
            (550.0, 650.0, [0, 0, 1, 8, 191], 3.573_561_685_73),
            (0.0, 50.0, [0, 0, 25, 0, 0], -3.855_782_259_06),
        ] {
            assert_near(ratio(elo0, elo1, pairs), expected, 1e-9);
        }
    }

    #[test]
    fn a_sweep_has_the_ratio_of_the_scores() {
        // The odds of a pair that is all won are the expected score at best.
        let expected = 30.0 * (expected_score(700.0) / expected_score(400.0)).ln();
        assert_near(ratio(400.0, 700.0, [0, 0, 0, 0, 30]), expected, 1e-9);
        assert_near(ratio(0.0, 10.0, [0; 5]), 0.0, 0.0);
        assert_near(ratio(-5.0, 5.0, [4, 3, 2, 3, 4]), 0.0, 1e-12);
        assert!(ratio(-5.0, 5.0, [u64::MAX; 5]).is_finite());
    }

    #[test]
    fn impossible_tests_are_refused() {
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        for (elo0, elo1) in
            [(5.0, 0.0), (3.0, 3.0), (nan, 1.0), (0.0, infinite), (1e9, 2e9), (-2e9, 0.0), (0.0, 1e-30)]
        {
            assert_eq!(Sprt::new(elo0, elo1, 0.05, 0.05), Err(DIFFERENCES), "{elo0} {elo1}");
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, 1.0), (0.5, 0.5), (-0.1, 0.1), (nan, 0.05), (1e-320, 0.5)] {
            assert_eq!(Sprt::new(0.0, 5.0, alpha, beta), Err(ERROR_RATES), "{alpha} {beta}");
        }
    }

    /// How often each hypothesis is accepted when the games have this expected score.
    fn simulate(sprt: &Sprt, score: f64, advantage: f64, random: &mut Random) -> [f64; 2] {
        let tests = 300;
        let mut accepted = [0; 2];
        for _ in 0..tests {
            let mut pairs = Pairs::default();
            loop {
                add_pair(random, &mut pairs, score, 0.3, advantage);
                match sprt.decision(&pairs) {
                    Decision::Continue => {}
                    Decision::AcceptH0 => break accepted[0] += 1,
                    Decision::AcceptH1 => break accepted[1] += 1,
                }
            }
        }
        accepted.map(|count| f64::from(count) / f64::from(tests))
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let (alpha, beta) = (0.05, 0.10);
        let mut random = Random::new(2);
        // Among equals, with openings that favour a colour; and with true scores of 96 and 97.7 %.
        for (elo0, elo1, advantage) in [(0.0, 60.0, 0.15), (550.0, 650.0, 0.01)] {
            let sprt = Sprt::new(elo0, elo1, alpha, beta).unwrap();
            // Three standard deviations of 300 tests beyond the rates.
            let wrong = simulate(&sprt, expected_score(elo0), advantage, &mut random)[1];
            assert!(wrong < alpha + 0.038, "{wrong} accept {elo1} where {elo0} is true");
            let wrong = simulate(&sprt, expected_score(elo1), advantage, &mut random)[0];
            assert!(wrong < beta + 0.052, "{wrong} accept {elo0} where {elo1} is true");
        }
    }
}
