//! The training of a network: stochastic gradient descent by the rule called Adam, on the mean negative logarithm of the likelihood of
//! the results.

use game::{NetShape, Random};
use games::kit::net::{Fractions, HIDDEN};

/// A position to learn from.
pub(super) struct Sample {
    /// The inputs that are on.
    pub(super) on: Vec<u16>,
    pub(super) output: u16,
    /// The result for the side to move, between 0 and 1.
    pub(super) result: f32,
    /// The plies to the end of the game.
    pub(super) plies: u32,
}

/// How often each sample is used on average.
const PASSES: usize = 16;
/// The samples between two changes of the weights.
const BATCH: usize = 4096;
/// The rate of learning at the start. It falls to nearly 0, along half a wave of the cosine.
const RATE: f32 = 0.004;
const SEED: u64 = 4;

/// Weights of one kind, the slope of the error for each, and running means of the slopes and of their squares.
struct Weights {
    values: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Weights {
    fn new(count: usize, mut value: impl FnMut() -> f32) -> Weights {
        let zeros = vec![0.0; count];
        let values = (0..count).map(|_| value()).collect();
        Weights { values, slopes: zeros.clone(), means: zeros.clone(), squares: zeros }
    }

    fn row(&self, row: usize) -> &[f32; HIDDEN] {
        self.values[row * HIDDEN..].first_chunk().expect("each row has a weight for each hidden unit")
    }

    fn slopes_of(&mut self, row: usize) -> &mut [f32; HIDDEN] {
        self.slopes[row * HIDDEN..].first_chunk_mut().expect("each row has a weight for each hidden unit")
    }

    fn rows(&self) -> Vec<[f32; HIDDEN]> {
        (0..self.values.len() / HIDDEN).map(|row| *self.row(row)).collect()
    }

    /// Changes the weights against their slopes, and forgets the slopes.
    fn learn(&mut self, rate: f32, step: i32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        let (mean_share, square_share) = (1.0 - MEAN.powi(step), 1.0 - SQUARE.powi(step));
        let rate = rate / mean_share;
        for index in 0..self.values.len() {
            let slope = self.slopes[index];
            let mean = MEAN * self.means[index] + (1.0 - MEAN) * slope;
            let square = SQUARE * self.squares[index] + (1.0 - SQUARE) * slope * slope;
            self.values[index] -= rate * mean / ((square / square_share).sqrt() + 1e-8);
            (self.means[index], self.squares[index], self.slopes[index]) = (mean, square, 0.0);
        }
    }
}

/// Trains a network of this shape and tells the mean error after each pass. The same samples give the same network on the same kind of
/// machine.
pub(super) fn train(
    samples: &[Sample],
    shape: NetShape,
    unit: f32,
    mut tell: impl FnMut(usize, f64),
) -> Fractions {
    let mut random = Random::new(SEED);
    let mut number = |width: f32| width * (random.below(2001) as f32 / 1000.0 - 1.0);
    let mut inputs = Weights::new(shape.inputs * HIDDEN, || number(0.33));
    let mut start = Weights::new(HIDDEN, || 0.3);
    let mut outputs = Weights::new(shape.outputs * HIDDEN, || number(0.01));
    let mut constants = Weights::new(shape.outputs, || 0.0);
    let steps_of_pass = (samples.len() / BATCH).max(1);
    let steps = PASSES * steps_of_pass;
    let mut error = 0.0;
    for step in 0..steps {
        for _ in 0..BATCH {
            let sample = &samples[random.below(samples.len())];
            let mut sums = *start.row(0);
            for &input in &sample.on {
                sums.iter_mut().zip(inputs.row(input.into())).for_each(|(sum, weight)| *sum += weight);
            }
            let output = usize::from(sample.output);
            let weights = *outputs.row(output);
            let squares = sums.map(|sum| sum.clamp(0.0, 1.0).powi(2));
            let value = squares.iter().zip(&weights).map(|(square, weight)| square * weight).sum::<f32>();
            let chance = 1.0 / (1.0 + (-value - constants.values[output]).exp());
            let likely = |chance: f32| f64::from(chance.max(1e-6)).ln();
            let result = f64::from(sample.result);
            error -= result * likely(chance) + (1.0 - result) * likely(1.0 - chance);
            let slope = (chance - sample.result) / BATCH as f32;
            constants.slopes[output] += slope;
            outputs
                .slopes_of(output)
                .iter_mut()
                .zip(&squares)
                .for_each(|(own, square)| *own += slope * square);
            let slopes: [f32; HIDDEN] = std::array::from_fn(|unit| {
                let sum = sums[unit];
                if sum > 0.0 && sum < 1.0 { 2.0 * sum * weights[unit] * slope } else { 0.0 }
            });
            start.slopes_of(0).iter_mut().zip(&slopes).for_each(|(own, slope)| *own += slope);
            for &input in &sample.on {
                inputs.slopes_of(input.into()).iter_mut().zip(&slopes).for_each(|(own, slope)| *own += slope);
            }
        }
        let done = step as f32 / steps as f32;
        let rate = RATE * (0.51 + 0.49 * (std::f32::consts::PI * done).cos());
        for weights in [&mut inputs, &mut start, &mut outputs, &mut constants] {
            weights.learn(rate, step as i32 + 1);
        }
        if (step + 1) % steps_of_pass == 0 {
            tell((step + 1) / steps_of_pass, error / (steps_of_pass * BATCH) as f64);
            error = 0.0;
        }
    }
    Fractions {
        inputs: inputs.rows(),
        start: *start.row(0),
        outputs: outputs.rows(),
        constants: constants.values,
        unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::kit::net::Net;

    #[test]
    fn a_network_learns_what_no_sum_of_weights_can() {
        // The side to move wins if exactly one of the two inputs is on.
        let samples: Vec<Sample> = (0..4u16)
            .map(|set| {
                let on: Vec<u16> = (0..2).filter(|input| set >> input & 1 == 1).collect();
                Sample { result: f32::from(u8::from(on.len() == 1)), on, output: 0, plies: 1 }
            })
            .cycle()
            .take(40_000)
            .collect();
        let net = Net::rounded(&train(&samples, NetShape { inputs: 2, outputs: 1 }, 100.0, |_, _| {}));
        for sample in &samples[..4] {
            let value = net.value(sample.on.iter().map(|&input| input.into()), 0);
            assert_eq!(value > 0, sample.result > 0.5, "{:?}: {value}", sample.on);
        }
    }
}
