//! Logistic regression by Newton's method: the weights under which the results are most likely.

const STEPS: usize = 12;

/// The result of a fit.
pub(crate) struct Fit {
    pub(crate) weights: Vec<f64>,
    /// The mean negative logarithm of the likelihood of the results.
    pub(crate) error: f64,
}

/// A sample: the inputs, the belief before the fit, and a result between 0 and 1.
pub(crate) struct Row {
    pub(crate) inputs: Vec<f64>,
    pub(crate) belief: f64,
    pub(crate) result: f64,
}

/// Fits weights that are added to the belief, with regularisation towards 0. Its strength is the share `hold` of the
/// samples' influence.
pub(crate) fn fit(rows: &[Row], hold: f64) -> Fit {
    let inputs = rows.first().map_or(0, |row| row.inputs.len());
    let hold: Vec<f64> = (0..inputs)
        .map(|input| 1.0 + hold / 4.0 * rows.iter().map(|row| row.inputs[input].powi(2)).sum::<f64>())
        .collect();
    let mut weights = vec![0.0; inputs];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = weights.iter().zip(&hold).map(|(weight, hold)| -hold * weight).collect();
        let mut bend = vec![vec![0.0; inputs]; inputs];
        for (index, row) in bend.iter_mut().enumerate() {
            row[index] = hold[index];
        }
        for row in rows {
            let (expected, result, row) = (chance(row, &weights), row.result, &row.inputs);
            for i in 0..inputs {
                slope[i] += (result - expected) * row[i];
                for j in 0..=i {
                    bend[i][j] += expected * (1.0 - expected) * row[i] * row[j];
                }
            }
        }
        for (i, j) in (0..inputs).flat_map(|i| (0..i).map(move |j| (i, j))) {
            bend[j][i] = bend[i][j];
        }
        for (weight, step) in weights.iter_mut().zip(solve(bend, slope)) {
            *weight += step;
        }
    }
    let error = |row: &Row| {
        let result = row.result;
        let expected = chance(row, &weights).clamp(1e-9, 1.0 - 1e-9);
        -result * expected.ln() - (1.0 - result) * (1.0 - expected).ln()
    };
    let error = rows.iter().map(error).sum::<f64>() / rows.len() as f64;
    Fit { weights, error }
}

/// The probability of a win.
fn chance(row: &Row, weights: &[f64]) -> f64 {
    let sum: f64 = row.inputs.iter().zip(weights).map(|(input, weight)| input * weight).sum();
    1.0 / (1.0 + (-row.belief - sum).exp())
}

/// Solves a system of equations whose matrix is positive definite, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[pivot] / pivot_row[pivot];
            for column in pivot..size {
                row[column] -= factor * pivot_row[column];
            }
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let known: f64 = (pivot + 1..size).map(|column| matrix[pivot][column] * right[column]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Random;

    #[test]
    fn known_weights_are_found_again() {
        let (truth, mut random) = ([0.8, -0.3], Random::new(5));
        let mut number = || random.below(1001) as f64 / 500.0 - 1.0;
        let rows: Vec<Row> = (0..40_000)
            .map(|_| {
                let inputs = vec![4.0 * number(), 4.0 * number()];
                // The belief is almost the truth.
                let belief = 0.7 * inputs[0] - 0.2 * inputs[1];
                let mut row = Row { inputs, belief: 0.0, result: 0.0 };
                row.result = f64::from(u8::from(number() / 2.0 + 0.5 < chance(&row, &truth)));
                row.belief = belief;
                row
            })
            .collect();
        let found = fit(&rows, 0.0);
        for (weight, expected) in found.weights.iter().zip([0.1, -0.1]) {
            assert!((weight - expected).abs() < 0.03, "{:?}", found.weights);
        }
    }
}
