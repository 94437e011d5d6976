//! What the tests share: seeded chance, the same games in every run, and numbers that are to be near each other.

use super::pairs::Pairs;
use super::tally::Outcome;

/// Fails unless a number is within the tolerance of what is expected.
#[track_caller]
pub(super) fn assert_near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected}");
}

/// Steele, Lea and Flood's `SplitMix64`, a generator of a few lines that is good enough to simulate matches.
pub(super) struct Noise(pub(super) u64);

impl Noise {
    /// A number from 0 to below 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A game of an expected score in which at most this share is drawn.
    pub(super) fn game(&mut self, score: f64, draws: f64) -> Outcome {
        let draws = draws.min(2.0 * score.min(1.0 - score));
        let wins = score - draws / 2.0;
        match self.share() {
            share if share < wins => Outcome::Win,
            share if share < wins + draws => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// Adds a pair of games, one of them with an advantage for the first player and the other against it.
    pub(super) fn add_pair(&mut self, pairs: &mut Pairs, score: f64, draws: f64, advantage: f64) {
        let both = [score + advantage, score - advantage].map(|score| self.game(score, draws).half_points());
        pairs.0[both[0] + both[1]] += 1;
    }
}
