//! The normal distribution.

use std::f64::consts::TAU;

/// The half-width of an interval with 95 % of a normal distribution, in standard deviations.
pub(super) const WIDTH_OF_95_PERCENT: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`, to 15 decimals; 1/2 for a NaN.
pub(super) fn below(x: f64) -> f64 {
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
    use super::super::trial::assert_near;
    use super::*;

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
            assert_near(below(x), probability, 1e-14);
            assert_near(below(-x), 1.0 - probability, 1e-14);
        }
    }

    #[test]
    fn every_number_has_a_probability() {
        assert_near(below(f64::INFINITY), 1.0, 1e-15);
        assert_near(below(f64::NEG_INFINITY), 0.0, 1e-15);
        assert_near(below(f64::NAN), 0.5, 0.0);
    }
}
