//! Variety: in each game another choice among moves of nearly equal worth, so that nobody can learn a win by heart.

use game::{Random, Score};

/// A seed, and how much worse than the best a chosen move may be. The same seed makes the same choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// Different games have different seeds.
    pub seed: u64,
    /// The largest bonus of a move, in units of the evaluation.
    pub margin: i32,
}

impl Variety {
    /// A random number for a move of a position, given the hash of the position and the code of the move.
    pub fn lot(&self, position: u64, code: u32) -> u64 {
        let seed = Random::new(self.seed).next_u64();
        Random::new(seed ^ Random::new(position ^ u64::from(code)).next_u64()).next_u64()
    }

    /// What is added to the value of an undecided move when moves are compared: from 0 to the margin.
    pub fn bonus(&self, position: u64, code: u32) -> i32 {
        let most = self.margin.max(0) as u128 + 1;
        ((u128::from(self.lot(position, code)) * most) >> u64::BITS) as i32
    }

    /// A value with a bonus. A decided game gets none, so a win stays better than everything else, and a loss worse.
    pub fn worth(value: i32, bonus: i32) -> i32 {
        let is_decided = Score::from_value(value).plies_to_end().is_some();
        if is_decided { value } else { Score::units(value + bonus).value() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonuses_reach_the_margin_and_differ_between_seeds() {
        let bonuses = |seed| {
            let variety = Variety { seed, margin: 10 };
            (0..1000).map(|code| variety.bonus(7, code)).collect::<Vec<i32>>()
        };
        let first = bonuses(1);
        assert_eq!((first.iter().min(), first.iter().max()), (Some(&0), Some(&10)));
        assert_eq!(first, bonuses(1));
        assert_ne!(first, bonuses(2));
        let none = Variety { seed: 1, margin: 0 };
        assert!((0..100).all(|code| none.bonus(7, code) == 0));
    }

    #[test]
    fn a_bonus_never_changes_a_decided_game() {
        for decided in [Score::win_in(3), Score::loss_in(4)] {
            assert_eq!(Variety::worth(decided.value(), 10), decided.value());
        }
        assert_eq!(Variety::worth(-5, 10), 5);
        // The largest evaluation stays below a win.
        let largest = Score::units(i32::MAX).value();
        assert_eq!(Variety::worth(largest, 10), largest);
    }
}
