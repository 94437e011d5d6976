//! The training of a network: stochastic gradient descent by the rule called Adam, on the mean negative logarithm of the likelihood of
//! the results. Values are computed with weights rounded as in the finished network, so that it learns to do with them.

use std::array::from_fn;

use game::{NetShape, Random};
use games::kit::net::{Fractions, HIDDEN, KindOfFractions, LARGEST_WEIGHT, ONE, PAIRS, SECOND};

/// Positions to learn from, all with the same number of inputs.
#[derive(Default)]
pub(super) struct Samples {
    /// The inputs that are on, position after position.
    on: Vec<u16>,
    labels: Vec<Label>,
}

/// What is known about a position.
#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) kind: u16,
    /// The plies to the end of the game.
    pub(super) plies: u16,
    /// The result for the side to move, between 0 and 1.
    pub(super) result: f32,
}

impl Samples {
    pub(super) fn push(&mut self, on: impl IntoIterator<Item = u16>, label: Label) {
        self.on.extend(on);
        self.labels.push(label);
    }

    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    pub(super) fn get(&self, index: usize) -> (&[u16], Label) {
        let width = self.on.len() / self.labels.len();
        (&self.on[index * width..][..width], self.labels[index])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u16], Label)> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// The samples between two changes of the weights.
pub(super) const BATCH: usize = 8192;
/// The rate of learning at the start. It falls to nearly 0, along half a wave of the cosine.
const RATE: f32 = 0.004;
/// In the first steps the rate grows to this start, because the means of the slopes are not known yet.
const FIRST_STEPS: f32 = 100.0;
const SEED: u64 = 4;

/// Weights of one kind, the slope of the error for each, and running means of the slopes and of their squares.
struct Weights {
    values: Vec<f32>,
    /// The values that count: rounded, or the same.
    used: Vec<f32>,
    is_rounded: bool,
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Weights {
    fn new(count: usize, is_rounded: bool, mut value: impl FnMut() -> f32) -> Weights {
        let zeros = vec![0.0; count];
        let values: Vec<f32> = (0..count).map(|_| value()).collect();
        let (used, slopes, means) = (values.clone(), zeros.clone(), zeros.clone());
        let mut weights = Weights { values, used, is_rounded, slopes, means, squares: zeros };
        weights.round();
        weights
    }

    fn row<const WIDTH: usize>(&self, row: usize) -> &[f32; WIDTH] {
        self.used[row * WIDTH..].first_chunk().expect("rows are complete")
    }

    /// Adds multiples of some numbers to the slopes of a row.
    #[inline(always)]
    fn add_slopes<const WIDTH: usize>(&mut self, row: usize, factor: f32, numbers: &[f32; WIDTH]) {
        let slopes: &mut [f32; WIDTH] =
            self.slopes[row * WIDTH..].first_chunk_mut().expect("rows are complete");
        slopes.iter_mut().zip(numbers).for_each(|(slope, number)| *slope += factor * number);
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
        self.round();
    }

    fn forget_means(&mut self) {
        self.means.fill(0.0);
        self.squares.fill(0.0);
    }

    fn round(&mut self) {
        let one = f32::from(ONE);
        for (used, value) in self.used.iter_mut().zip(&mut self.values) {
            if self.is_rounded {
                *value = value.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT);
                *used = (*value * one).round_ties_even() / one;
            } else {
                *used = *value;
            }
        }
    }
}

/// A network in training.
pub(super) struct Learner {
    inputs: Weights,
    start: Weights,
    second: Weights,
    second_start: Weights,
    outputs: Weights,
    constants: Weights,
    /// The weights change after this many samples.
    batch: usize,
}

impl Learner {
    /// A network of this shape with random weights.
    pub(super) fn new(shape: NetShape, batch: usize) -> Learner {
        let mut random = Random::new(SEED);
        let mut number = |width: f32| width * (random.below(2001) as f32 / 1000.0 - 1.0);
        Learner {
            inputs: Weights::new(shape.inputs * HIDDEN, true, || number(0.33)),
            start: Weights::new(HIDDEN, true, || 0.3),
            second: Weights::new(shape.kinds * SECOND * PAIRS, true, || number(0.2)),
            second_start: Weights::new(shape.kinds * SECOND, false, || 0.2),
            outputs: Weights::new(shape.kinds * SECOND, false, || number(0.5)),
            constants: Weights::new(shape.kinds, false, || 0.0),
            batch,
        }
    }

    /// Uses each sample a number of times, and tells the mean error after each pass. The same samples give the same network on the same
    /// kind of machine.
    pub(super) fn train(&mut self, samples: &Samples, passes: usize, mut tell: impl FnMut(usize, f64)) {
        let steps_of_pass = (samples.len() / self.batch).max(1);
        let steps = passes * steps_of_pass;
        let mut order = (0..samples.len()).cycle();
        let mut error = 0.0;
        self.weights().into_iter().for_each(Weights::forget_means);
        for step in 0..steps {
            for index in order.by_ref().take(self.batch) {
                let (on, label) = samples.get(index);
                error += self.add(on, label);
            }
            let done = step as f32 / steps as f32;
            let rate = RATE * (0.505 + 0.495 * (std::f32::consts::PI * done).cos());
            let rate = rate * (step as f32 / FIRST_STEPS).min(1.0);
            for weights in self.weights() {
                weights.learn(rate, step as i32 + 1);
            }
            if (step + 1) % steps_of_pass == 0 {
                tell((step + 1) / steps_of_pass, error / (steps_of_pass * self.batch) as f64);
                error = 0.0;
            }
        }
    }

    fn weights(&mut self) -> [&mut Weights; 6] {
        let Learner { inputs, start, second, second_start, outputs, constants, .. } = self;
        [inputs, start, second, second_start, outputs, constants]
    }

    /// Adds the slopes of a sample, and returns its error.
    #[inline(always)]
    fn add(&mut self, on: &[u16], label: Label) -> f64 {
        // 1. The value, as in `Net::value`.
        let mut sums = *self.start.row::<HIDDEN>(0);
        for &input in on {
            sums.iter_mut().zip(self.inputs.row::<HIDDEN>(input.into())).for_each(|(sum, more)| *sum += more);
        }
        let hidden = sums.map(|sum| sum.clamp(0.0, 1.0));
        let products: [f32; PAIRS] = from_fn(|pair| hidden[pair] * hidden[PAIRS + pair]);
        let kind = usize::from(label.kind);
        let starts = self.second_start.row::<SECOND>(kind);
        let units: [f32; SECOND] =
            from_fn(|unit| starts[unit] + dot(self.second.row::<PAIRS>(kind * SECOND + unit), &products));
        let squares = units.map(|unit| unit.clamp(0.0, 1.0).powi(2));
        let weights = *self.outputs.row::<SECOND>(kind);
        let value = self.constants.used[kind] + dot(&weights, &squares);
        let chance = 1.0 / (1.0 + (-value).exp());
        // 2. The slopes, from the value back to the inputs.
        let slope = (chance - label.result) / self.batch as f32;
        self.constants.slopes[kind] += slope;
        self.outputs.add_slopes(kind, slope, &squares);
        let mut of_products = [0.0; PAIRS];
        for unit in 0..SECOND {
            if units[unit] > 0.0 && units[unit] < 1.0 {
                let row = kind * SECOND + unit;
                let slope = slope * weights[unit] * 2.0 * units[unit];
                self.second_start.slopes[row] += slope;
                self.second.add_slopes(row, slope, &products);
                let weights = self.second.row::<PAIRS>(row);
                of_products.iter_mut().zip(weights).for_each(|(own, weight)| *own += slope * weight);
            }
        }
        let of_sums: [f32; HIDDEN] = from_fn(|unit| {
            let partner = (unit + PAIRS) % HIDDEN;
            let changes = sums[unit] > 0.0 && sums[unit] < 1.0;
            if changes { hidden[partner] * of_products[unit % PAIRS] } else { 0.0 }
        });
        self.start.add_slopes(0, 1.0, &of_sums);
        for &input in on {
            self.inputs.add_slopes(input.into(), 1.0, &of_sums);
        }
        let likely = |chance: f32| f64::from(chance.max(1e-6)).ln();
        let result = f64::from(label.result);
        -result * likely(chance) - (1.0 - result) * likely(1.0 - chance)
    }

    /// The network as it is now. `unit` is the value of 1 in units of the evaluation.
    pub(super) fn finish(&self, unit: f32) -> Fractions {
        let inputs = self.inputs.values.len() / HIDDEN;
        let kind = |kind: usize| KindOfFractions {
            weights: from_fn(|unit| *self.second.row(kind * SECOND + unit)),
            start: *self.second_start.row(kind),
            outputs: *self.outputs.row(kind),
            constant: self.constants.used[kind],
        };
        Fractions {
            inputs: (0..inputs).map(|input| *self.inputs.row(input)).collect(),
            start: *self.start.row(0),
            kinds: (0..self.constants.used.len()).map(kind).collect(),
            unit,
        }
    }
}

/// The sum of the products. Processors add several numbers at once, so there are several sums that are added in the end.
#[inline(always)]
fn dot<const WIDTH: usize>(one: &[f32; WIDTH], other: &[f32; WIDTH]) -> f32 {
    const SUMS: usize = 16;
    let mut sums = [0.0; SUMS];
    for (one, other) in one.as_chunks::<SUMS>().0.iter().zip(other.as_chunks::<SUMS>().0) {
        for index in 0..SUMS {
            sums[index] += one[index] * other[index];
        }
    }
    sums.into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::kit::net::Net;

    #[test]
    fn a_network_learns_what_no_sum_of_weights_can() {
        // The side to move wins if both of the two inputs are from the same half.
        let mut samples = Samples::default();
        for set in 0..4096 {
            let (one, other) = (set % 2, set / 2 % 2);
            let result = f32::from(u8::from(one == other));
            samples.push([one as u16, 2 + other as u16], Label { kind: 0, plies: 1, result });
        }
        let mut learner = Learner::new(NetShape { inputs: 4, kinds: 1 }, 64);
        learner.train(&samples, 8, |_, _| {});
        let net = Net::rounded(&learner.finish(100.0));
        for (on, label) in samples.iter().take(4) {
            let value = net.value(on, 0);
            assert_eq!(value > 0, label.result > 0.5, "{on:?}: {value}");
        }
    }
}
