//! What the tests share: random games from a seed, and numbers that have to be near each other.

use quadrille::Random;

use super::results::{Pairs, PlayerResult};

/// Fails unless a number is within the tolerance of the expected one.
#[track_caller]
pub(super) fn assert_near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected}");
}

/// A game with an expected score in which at most this share is drawn.
pub(super) fn game(random: &mut Random, score: f64, draws: f64) -> PlayerResult {
    let draws = draws.min(2.0 * score.min(1.0 - score));
    let wins = score - draws / 2.0;
    match (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 {
        share if share < wins => PlayerResult::Win,
        share if share < wins + draws => PlayerResult::Draw,
        _ => PlayerResult::Loss,
    }
}

/// Adds a pair of games, one of them with an advantage for the first player and the other against it.
pub(super) fn add_pair(random: &mut Random, pairs: &mut Pairs, score: f64, draws: f64, advantage: f64) {
    let both = [score + advantage, score - advantage].map(|score| game(random, score, draws).half_points());
    pairs.0[both[0] + both[1]] += 1;
}
