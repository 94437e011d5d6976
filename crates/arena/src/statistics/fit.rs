//! Finds the most likely ratings of one pool, and their covariance. The results must have finite ratings; see [`pools`](super::pools).

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
    let mut inverse = inverse(information)?;
    inverse.iter_mut().flatten().for_each(|value| *value -= 1.0 / trace);
    Some(inverse)
}

/// The inverse of a symmetric, positive definite matrix; `None` if it is not one within the precision of its numbers.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    // Gauss–Jordan elimination in place. Such a matrix needs no pivoting.
    for pivot in 0..matrix.len() {
        let scale = matrix[pivot][pivot];
        if !(scale > 0.0 && scale.is_finite()) {
            return None;
        }
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(index, _)| index != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(value, &above)| *value -= factor * above);
        }
    }
    Some(matrix)
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

    #[test]
    fn the_inverse_is_the_known_one() {
        // The second difference of four points: its inverse is min(i, j) * (5 - max(i, j)) / 5, counting from 1.
        let row = |i: i32| (0..4).map(|j: i32| [2.0, -1.0, 0.0, 0.0][i.abs_diff(j) as usize]).collect();
        let inverse = inverse((0..4).map(row).collect()).unwrap();
        for (i, row) in inverse.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                let expected = ((1 + i.min(j)) * (4 - i.max(j))) as f64 / 5.0;
                assert!((value - expected).abs() < 1e-14, "{value} at {i}, {j}");
            }
        }
    }

    #[test]
    fn singular_matrices_have_no_inverse() {
        assert_eq!(inverse(vec![vec![1.0, 1.0], vec![1.0, 1.0]]), None);
        assert_eq!(inverse(vec![vec![f64::NAN]]), None);
        assert_eq!(inverse(Vec::new()), Some(Vec::new()));
    }
}
