//! A small neural network that evaluates positions with whole numbers.
//!
//! A position turns some inputs on. Each of the hidden units adds up its weights for these inputs, and the sum, cut off below 0 and
//! above 1, is squared. The value is a weighted sum of the squares. Its weights depend on the kind of position, for example on how
//! many men are left: each kind has an output of its own.
//!
//! `bench tune net=FILE` trains a network and writes its file.

/// The number of hidden units.
pub const HIDDEN: usize = 64;

/// The value of a hidden unit that stands for 1. Its square fits into 16 bits.
const ONE: i16 = 181;
/// The squares are divided by this, which leaves 0 to 255: the sum of all their products with weights fits into 32 bits.
const SQUARE_UNIT: i16 = 128;
/// A square of 1 after this division, times the unit of the weights of outputs.
const OUTPUT_UNIT: i32 = 256 * WEIGHT_UNIT;
/// The weights of outputs are stored in parts of a unit of the evaluation.
const WEIGHT_UNIT: i32 = 8;
/// No weight of an input is larger, so that the sum over the inputs of a position fits into 16 bits.
const LARGEST_WEIGHT: f32 = 4000.0;

/// A trained network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// For each input, its weight for each hidden unit.
    inputs: Vec<[i16; HIDDEN]>,
    /// The sum of each hidden unit before any input is added.
    start: [i16; HIDDEN],
    /// For each output, the weight of each hidden unit.
    outputs: Vec<[i16; HIDDEN]>,
    /// For each output, its value before any hidden unit is added.
    constants: Vec<i32>,
}

/// A network as it is trained, with fractions. `unit` is the value of 1 in units of the evaluation.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are those of `Net`")]
pub struct Fractions {
    pub inputs: Vec<[f32; HIDDEN]>,
    pub start: [f32; HIDDEN],
    pub outputs: Vec<[f32; HIDDEN]>,
    pub constants: Vec<f32>,
    pub unit: f32,
}

impl Net {
    /// The network with its weights rounded to whole numbers.
    pub fn rounded(fractions: &Fractions) -> Net {
        let to_input =
            |weight: f32| (weight * f32::from(ONE)).round().clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT) as i16;
        let output_unit = fractions.unit * WEIGHT_UNIT as f32;
        let largest = f32::from(i16::MAX);
        let to_output = |weight: f32| (weight * output_unit).round().clamp(-largest, largest) as i16;
        let constant = |value: &f32| (value * output_unit * 256.0) as i32;
        Net {
            inputs: fractions.inputs.iter().map(|weights| weights.map(to_input)).collect(),
            start: fractions.start.map(to_input),
            outputs: fractions.outputs.iter().map(|weights| weights.map(to_output)).collect(),
            constants: fractions.constants.iter().map(constant).collect(),
        }
    }

    /// The value of a position with these inputs on, by this output.
    ///
    /// # Panics
    /// When the network has no such input or output.
    #[inline]
    pub fn value(&self, inputs: impl IntoIterator<Item = usize>, output: usize) -> i32 {
        let mut sums = self.start;
        for input in inputs {
            for (sum, weight) in sums.iter_mut().zip(&self.inputs[input]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        let mut value = self.constants[output];
        for (&sum, &weight) in sums.iter().zip(&self.outputs[output]) {
            let sum = sum.clamp(0, ONE);
            value += i32::from(sum * sum / SQUARE_UNIT) * i32::from(weight);
        }
        value / OUTPUT_UNIT
    }

    /// The content of its file: the numbers one after the other, lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.inputs.iter().chain([&self.start]).chain(&self.outputs);
        let weights = rows.flatten().flat_map(|weight| weight.to_le_bytes());
        weights.chain(self.constants.iter().flat_map(|value| value.to_le_bytes())).collect()
    }

    /// The network with this number of inputs and outputs in the content of a file. `None` if the length is not right.
    pub fn from_bytes(bytes: &[u8], inputs: usize, outputs: usize) -> Option<Net> {
        let (weights, constants) =
            bytes.split_at_checked((inputs + 1 + outputs) * HIDDEN * size_of::<i16>())?;
        let (weights, _) = weights.as_chunks();
        let mut weights = weights.iter().map(|&weight| i16::from_le_bytes(weight));
        let mut row = |_| std::array::from_fn(|_| weights.next().unwrap_or(0));
        let (inputs, start) = ((0..inputs).map(&mut row).collect(), row(0));
        let outputs: Vec<_> = (0..outputs).map(row).collect();
        let (constants, rest) = constants.as_chunks();
        let constants: Vec<i32> = constants.iter().map(|&value| i32::from_le_bytes(value)).collect();
        (rest.is_empty() && constants.len() == outputs.len()).then_some(Net {
            inputs,
            start,
            outputs,
            constants,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs and two outputs with weights of both signs.
    fn example() -> Fractions {
        let weights = |factor: f32| std::array::from_fn(|unit| factor * (unit as f32 - 20.0) / 40.0);
        Fractions {
            inputs: vec![weights(0.7), weights(-0.4)],
            start: [0.1; HIDDEN],
            outputs: vec![weights(1.5), weights(-0.5)],
            constants: vec![0.25, -2.0],
            unit: 100.0,
        }
    }

    #[test]
    fn rounding_changes_values_little() {
        let fractions = example();
        let net = Net::rounded(&fractions);
        for (inputs, output) in [(vec![], 0), (vec![0], 0), (vec![1], 1), (vec![0, 1], 0), (vec![0, 1], 1)] {
            let square = |unit: usize| {
                let sum: f32 = inputs.iter().map(|&input: &usize| fractions.inputs[input][unit]).sum();
                (sum + fractions.start[unit]).clamp(0.0, 1.0).powi(2)
            };
            let sum: f32 = (0..HIDDEN).map(|unit| square(unit) * fractions.outputs[output][unit]).sum();
            let expected = (sum + fractions.constants[output]) * fractions.unit;
            let value = net.value(inputs.iter().copied(), output);
            assert!((value as f32 - expected).abs() < 10.0, "{inputs:?}: {value}, not {expected}");
        }
    }

    #[test]
    fn a_file_contains_the_network() {
        let net = Net::rounded(&example());
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(&bytes, 2, 2), Some(net));
        assert_eq!(Net::from_bytes(&bytes, 2, 1), None);
        assert_eq!(Net::from_bytes(&bytes[1..], 2, 2), None);
        assert_eq!(Net::from_bytes(&bytes[..10], 2, 2), None);
    }
}
