//! A small neural network that evaluates positions with whole numbers.
//!
//! A position turns some inputs on. Each of the hidden units adds up its weights for these inputs, and the sum is cut off below 0 and
//! above 1. The hidden units form pairs, and the two of a pair are multiplied. Each unit of the second layer is a weighted sum of these
//! products, cut off in the same way and squared, and the value is a weighted sum of the squares. The second layer and the last weights
//! depend on the kind of position, for example on how many men are left.
//!
//! `bench tune net=FILE` trains a network and writes its file.

use std::array::from_fn;

/// The number of hidden units.
pub const HIDDEN: usize = 128;
/// The number of their pairs. The partner of a unit is this many units further.
pub const PAIRS: usize = HIDDEN / 2;
/// The number of units in the second layer.
pub const SECOND: usize = 16;

/// The value of a hidden unit that stands for 1.
pub const ONE: i16 = 64;
/// The weights of inputs and of the second layer are stored in one byte.
pub const LARGEST_WEIGHT: f32 = i8::MAX as f32 / ONE as f32;
/// The weights of the second layer are multiplied by this, so that of their products with products only the upper 16 bits matter: there
/// are instructions that compute just these.
const UPPER: i16 = 1 << 8;
/// The value of a unit of the second layer that stands for 1.
const SECOND_ONE: i16 = (((ONE as i32).pow(3) * UPPER as i32) >> 16) as i16;
/// The weights of the squares are stored in parts of a unit of the evaluation. With the largest ones the value still fits into 32 bits.
const OUTPUT_UNIT: i32 = 32;

/// The weights of an input for each hidden unit. Processors add them faster from such an address.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(16))]
struct InputWeights([i16; HIDDEN]);

/// A trained network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    inputs: Vec<InputWeights>,
    /// The sum of each hidden unit before any input is added.
    start: [i16; HIDDEN],
    /// What follows the products, for each kind of position.
    kinds: Vec<Kind>,
}

/// The second layer and the last weights for one kind of position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    /// For each unit of the second layer, the weight of each product, times [`UPPER`].
    weights: [[i16; PAIRS]; SECOND],
    /// The sum of each of these units before any product is added.
    start: [i16; SECOND],
    /// The weight of each square.
    outputs: [i16; SECOND],
    /// The value before any square is added.
    constant: i32,
}

/// A network as it is trained, with fractions. `unit` is the value of 1 in units of the evaluation.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are those of `Net`")]
pub struct Fractions {
    pub inputs: Vec<[f32; HIDDEN]>,
    pub start: [f32; HIDDEN],
    pub kinds: Vec<KindOfFractions>,
    pub unit: f32,
}

/// The second layer and the last weights for one kind of position, with fractions.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are those of `Kind`")]
pub struct KindOfFractions {
    pub weights: [[f32; PAIRS]; SECOND],
    pub start: [f32; SECOND],
    pub outputs: [f32; SECOND],
    pub constant: f32,
}

impl Kind {
    /// The units of the second layer. The function is not inlined: a compiler that sees where the products come from computes with 32
    /// bits, in twice as many steps.
    #[inline(never)]
    fn units(&self, products: &[i16; PAIRS]) -> [i16; SECOND] {
        from_fn(|unit| {
            let products = products.iter().zip(&self.weights[unit]);
            products.fold(self.start[unit], |sum, (&product, &weight)| {
                sum.wrapping_add(((i32::from(product) * i32::from(weight)) >> 16) as i16)
            })
        })
    }

    /// Whether the units fit into 16 bits whatever the products are. The sums before the last one need not.
    fn fits(&self) -> bool {
        let largest_product = i32::from(ONE) * i32::from(ONE);
        let sum = |unit: usize, sign: i32| {
            let weights = self.weights[unit].iter().map(|&weight| i32::from(weight));
            let same_sign = weights.filter(|weight| weight * sign > 0);
            i32::from(self.start[unit])
                + same_sign.map(|weight| (largest_product * weight) >> 16).sum::<i32>()
        };
        (0..SECOND).all(|unit| i16::try_from(sum(unit, 1)).is_ok() && i16::try_from(sum(unit, -1)).is_ok())
    }
}

impl Net {
    /// The network with its weights rounded to whole numbers.
    pub fn rounded(fractions: &Fractions) -> Net {
        let weight = |weight: f32| {
            (weight.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT) * f32::from(ONE)).round_ties_even() as i16
        };
        let output_unit = fractions.unit * OUTPUT_UNIT as f32;
        let kind = |kind: &KindOfFractions| Kind {
            weights: kind.weights.map(|weights| weights.map(|second| UPPER * weight(second))),
            start: kind.start.map(|start| (start * f32::from(SECOND_ONE)) as i16),
            outputs: kind.outputs.map(|weight| (weight * output_unit).round() as i16),
            constant: (kind.constant * output_unit * f32::from(SECOND_ONE)) as i32,
        };
        Net {
            inputs: fractions.inputs.iter().map(|weights| InputWeights(weights.map(weight))).collect(),
            start: fractions.start.map(|start| (start * f32::from(ONE)).round_ties_even() as i16),
            kinds: fractions.kinds.iter().map(kind).collect(),
        }
    }

    /// The value of a position of this kind with these inputs on.
    ///
    /// # Panics
    /// When the network has no such input or kind.
    #[inline]
    pub fn value(&self, inputs: &[u16], kind: usize) -> i32 {
        let (first, second) = (self.sums::<0>(inputs), self.sums::<PAIRS>(inputs));
        let products = from_fn(|pair| first[pair].clamp(0, ONE) * second[pair].clamp(0, ONE));
        let kind = &self.kinds[kind];
        let mut value = kind.constant;
        for (unit, &weight) in kind.units(&products).into_iter().zip(&kind.outputs) {
            let unit = i32::from(unit.clamp(0, SECOND_ONE));
            value += unit * unit / i32::from(SECOND_ONE) * i32::from(weight);
        }
        value / (OUTPUT_UNIT * i32::from(SECOND_ONE))
    }

    /// The sums of half of the hidden units, from this unit on: as many as fit into the registers of a processor.
    #[inline(always)]
    fn sums<const FROM: usize>(&self, inputs: &[u16]) -> [i16; PAIRS] {
        let mut sums: [i16; PAIRS] = from_fn(|unit| self.start[FROM + unit]);
        for &input in inputs {
            let InputWeights(weights) = &self.inputs[usize::from(input)];
            for unit in 0..PAIRS {
                sums[unit] = sums[unit].wrapping_add(weights[FROM + unit]);
            }
        }
        sums
    }

    /// The content of its file: the numbers one after the other, lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            self.inputs.iter().flat_map(|weights| weights.0).map(|weight| weight as i8 as u8).collect();
        bytes.extend(self.start.iter().flat_map(|start| start.to_le_bytes()));
        for kind in &self.kinds {
            bytes.extend(kind.weights.iter().flatten().map(|&weight| (weight / UPPER) as i8 as u8));
            bytes.extend(kind.start.iter().flat_map(|start| start.to_le_bytes()));
            bytes.extend(kind.outputs.iter().flat_map(|weight| weight.to_le_bytes()));
            bytes.extend(kind.constant.to_le_bytes());
        }
        bytes
    }

    /// The network with this number of inputs and kinds in the content of a file. `None` if the length is not right, or if
    /// the weights of a unit are so large that its value may not fit into 16 bits.
    pub fn from_bytes(bytes: &[u8], inputs: usize, kinds: usize) -> Option<Net> {
        let mut bytes = Bytes(bytes);
        let inputs = (0..inputs).map(|_| bytes.weights().map(InputWeights)).collect::<Option<_>>()?;
        let start = bytes.numbers(i16::from_le_bytes)?;
        let mut kind = || -> Option<Kind> {
            let mut weights = [[0; PAIRS]; SECOND];
            for unit in &mut weights {
                *unit = bytes.weights()?.map(|weight: i16| UPPER * weight);
            }
            let (start, outputs) = (bytes.numbers(i16::from_le_bytes)?, bytes.numbers(i16::from_le_bytes)?);
            let [constant] = bytes.numbers(i32::from_le_bytes)?;
            Some(Kind { weights, start, outputs, constant }).filter(Kind::fits)
        };
        let kinds = (0..kinds).map(|_| kind()).collect::<Option<_>>()?;
        bytes.0.is_empty().then_some(Net { inputs, start, kinds })
    }
}

/// The bytes of a file that have not been read yet.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    /// Numbers of one byte each.
    fn weights<const COUNT: usize>(&mut self) -> Option<[i16; COUNT]> {
        self.numbers(|[byte]| i16::from(byte as i8))
    }

    /// Numbers of `SIZE` bytes each.
    fn numbers<T: Copy + Default, const COUNT: usize, const SIZE: usize>(
        &mut self,
        number: impl Fn([u8; SIZE]) -> T,
    ) -> Option<[T; COUNT]> {
        let mut numbers = [T::default(); COUNT];
        for place in &mut numbers {
            let (bytes, rest) = self.0.split_first_chunk()?;
            (*place, self.0) = (number(*bytes), rest);
        }
        Some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs and two kinds with weights of both signs, rounded as in training.
    fn example() -> Fractions {
        let rounded = |weight: f32| (weight * f32::from(ONE)).round() / f32::from(ONE);
        let weights = |factor: f32| from_fn(|unit| rounded(factor * (unit as f32 - 20.0) / 40.0));
        let kind = |factor: f32, constant: f32| KindOfFractions {
            weights: from_fn(|unit| {
                from_fn(|pair| rounded(factor * (pair as f32 - 4.0 * unit as f32) / 100.0))
            }),
            start: [0.2; SECOND],
            outputs: from_fn(|unit| factor * (unit as f32 - 5.0)),
            constant,
        };
        Fractions {
            inputs: vec![weights(0.5), weights(-0.3)],
            start: [0.125; HIDDEN],
            kinds: vec![kind(0.5, 0.25), kind(-0.2, -2.0)],
            unit: 29.0,
        }
    }

    /// The value by the definition, with fractions.
    fn value(net: &Fractions, inputs: &[u16], kind: usize) -> f32 {
        let hidden = |unit: usize| {
            let sum: f32 = inputs.iter().map(|&input| net.inputs[usize::from(input)][unit]).sum();
            (sum + net.start[unit]).clamp(0.0, 1.0)
        };
        let kind = &net.kinds[kind];
        let second = |unit: usize| {
            let sum: f32 =
                (0..PAIRS).map(|pair| hidden(pair) * hidden(PAIRS + pair) * kind.weights[unit][pair]).sum();
            (sum + kind.start[unit]).clamp(0.0, 1.0)
        };
        let sum: f32 = (0..SECOND).map(|unit| second(unit).powi(2) * kind.outputs[unit]).sum();
        (sum + kind.constant) * net.unit
    }

    #[test]
    fn rounding_changes_values_little() {
        let fractions = example();
        let net = Net::rounded(&fractions);
        let mut values = Vec::new();
        for (inputs, kind) in [(vec![], 0), (vec![0], 0), (vec![1], 1), (vec![0, 1], 0), (vec![0, 1], 1)] {
            let expected = value(&fractions, &inputs, kind);
            let value = net.value(&inputs, kind);
            // Each of 64 products loses up to a part of 1024 for each of 16 units.
            assert!((value as f32 - expected).abs() < 8.0, "{inputs:?}: {value}, not {expected}");
            values.push(value);
        }
        assert!(values.iter().max().unwrap() - values.iter().min().unwrap() > 100, "{values:?}");
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

    #[test]
    fn a_network_whose_units_may_not_fit_is_refused() {
        let mut fractions = example();
        fractions.kinds[1].weights[3] = [0.4; PAIRS];
        assert!(Net::from_bytes(&Net::rounded(&fractions).to_bytes(), 2, 2).is_some());
        fractions.kinds[1].weights[3][..40].fill(-1.0);
        assert_eq!(Net::from_bytes(&Net::rounded(&fractions).to_bytes(), 2, 2), None);
    }
}
