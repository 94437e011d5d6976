//! Finds the most likely ratings of one pool, and their covariance. The results must have finite ratings; see [`pools`](super::pools).

use super::linear;

/// The most likely ratings of one pool, as logarithms of odds with a mean of 0.
pub(super) struct Fit {
    pub(super) ratings: Vec<f64>,
    /// The covariance of the ratings relative to their mean; `None` for a pool without games.
    covariance: Option<Vec<Vec<f64>>>,
}

impl Fit {
    /// Newton's method with shortened steps. The curvature of a logistic function changes by a factor of at most `e` for each unit, so steps
    /// can be shortened such that every step improves the fit, from any start.
    pub(super) fn new(points: &[Vec<f64>]) -> Self {
        let players = points.len();
        let mut fit = Self { ratings: vec![0.0; players], covariance: None };
        // Steps of about a unit at first, and twice the digits with each step near the end: this is more than enough.
        for _ in 0..200 {
            let Some(covariance) = covariance(points, &fit.ratings) else { break };
            let gain: Vec<f64> = (0..players).map(|a| surplus(points, &fit.ratings, a)).collect();
            let step: Vec<f64> =
                covariance.iter().map(|row| row.iter().zip(&gain).map(|(c, g)| c * g).sum()).collect();
            fit.covariance = Some(covariance);
            let length = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            if length < 1e-12 {
                break;
            }
            // A step changes the difference of two players by at most twice its length.
            let cut = (2.0 * length).ln_1p() / (2.0 * length);
            fit.ratings.iter_mut().zip(&step).for_each(|(rating, part)| *rating += cut * part);
        }
        fit
    }

    /// The standard error of a player's rating.
    pub(super) fn error(&self, player: usize) -> f64 {
        self.covariance
            .as_ref()
            .map_or(f64::INFINITY, |covariance| covariance[player][player].max(0.0).sqrt())
    }
}

/// The expected points of a player who is rated higher by this logarithm of odds.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The points of a player above those that the ratings predict: the slope of the likelihood.
fn surplus(points: &[Vec<f64>], ratings: &[f64], player: usize) -> f64 {
    let won = points[player].iter().zip(ratings);
    let against = |(other, (won, rating)): (usize, (&f64, &f64))| {
        let difference = ratings[player] - rating;
        // Points minus games times chance would cancel between players who are far apart.
        won * chance(-difference) - points[other][player] * chance(difference)
    };
    won.enumerate().map(against).sum()
}

/// The covariance of the ratings relative to their mean: the inverse of the Fisher information among ratings whose sum is 0. Games contain
/// no information about that sum, so some is added before inverting and subtracted after.
fn covariance(points: &[Vec<f64>], ratings: &[f64]) -> Option<Vec<Vec<f64>>> {
    let players = points.len();
    let mut information = vec![vec![0.0; players]; players];
    for a in 0..players {
        for b in (0..players).filter(|&b| b != a) {
            let difference = ratings[a] - ratings[b];
            let weight = (points[a][b] + points[b][a]) * chance(difference) * chance(-difference);
            information[a][b] -= weight;
            information[a][a] += weight;
        }
    }
    // As much as there is about a player on average, so that the numbers have similar sizes.
    let trace: f64 = (0..players).map(|a| information[a][a]).sum();
    let about_sum = trace / (players * players) as f64;
    information.iter_mut().flatten().for_each(|value| *value += about_sum);
    let mut inverse = linear::inverse(information)?;
    inverse.iter_mut().flatten().for_each(|value| *value -= 1.0 / trace);
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::super::trial::assert_near;
    use super::*;

    #[test]
    fn results_that_contradict_each_other_have_a_best_fit() {
        // A chain of near sweeps, and a long match between its ends with the opposite result.
        for players in [3, 10, 40] {
            let mut points = vec![vec![0.0; players]; players];
            for player in 1..players {
                points[player - 1][player] = 1e6;
                points[player][player - 1] = 0.5;
            }
            points[players - 1][0] = 1e4;
            let fit = Fit::new(&points);
            for player in 0..players {
                assert_near(surplus(&points, &fit.ratings, player), 0.0, 1e-6);
            }
            assert_near(fit.ratings.iter().sum(), 0.0, 1e-9);
        }
    }
}
