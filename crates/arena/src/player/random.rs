//! Plays any legal move, each with the same probability. The same seed plays the same game.

use quadrille::Random;

use super::{Answer, Player, Situation};
use crate::control::Allowance;
use crate::program::Fault;

pub(super) struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    pub(super) fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Random::new(seed) }
    }
}

impl Player for RandomPlayer {
    fn answer(&mut self, situation: &Situation<'_>, _: &Allowance) -> Result<Answer, Fault> {
        let mut moves = situation.line.moves();
        if moves.is_empty() {
            return Err(Fault::NoAnswer);
        }
        let text = moves.swap_remove(self.random.below(moves.len()));
        Ok(Answer { text, score: None })
    }
}
