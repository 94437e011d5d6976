//! Static evaluations.

use std::str::FromStr;

use crate::{BoardState, Error, Game, Outlook, Problem, Rules, Side};

/// A static evaluation: a number for the side to move, from the board alone, without looking ahead.
pub trait Evaluate<G: Game>: Sync {
    /// How good the position is for the side to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;

    /// The least and the most that a good move adds to it for the mover, if the outlook knows of this evaluation.
    #[inline]
    fn change(&self, _outlook: &Outlook) -> Option<(i32, i32)> {
        None
    }
}

/// Which static evaluation to use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// The game's own, described in its rules page.
    Standard,
    /// Own men minus enemy men, as the game's rules page counts them.
    Material,
}

impl FromStr for Evaluation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Evaluation, Error> {
        match text {
            "standard" => Ok(Evaluation::Standard),
            "material" => Ok(Evaluation::Material),
            _ => Err(Error::whole(Problem::Evaluation, text)),
        }
    }
}

/// A search is compiled for both at once: a branch that always goes the same way costs less than a second search for every game.
impl<G: Game> Evaluate<G> for Evaluation {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        match self {
            Evaluation::Standard => game.evaluate(position),
            Evaluation::Material => game.material(position),
        }
    }

    #[inline]
    fn change(&self, outlook: &Outlook) -> Option<(i32, i32)> {
        match self {
            Evaluation::Standard => Some(outlook.evaluation),
            Evaluation::Material => Some(outlook.material),
        }
    }
}

/// The game's own evaluation. A game with an empty `impl` counts its men.
pub trait OwnEvaluation: Rules {
    /// What the men of a side are worth, whatever cells they stand on. By default each man counts one.
    #[inline]
    fn worth(&self, position: &Self::Position, side: Side) -> i32 {
        position.count(side) as i32
    }

    /// What the own men are worth minus what the enemy's are, for the side to move.
    #[inline]
    fn material(&self, position: &Self::Position) -> i32 {
        self.worth(position, position.side()) - self.worth(position, !position.side())
    }

    /// The game's own static evaluation for the side to move. By default it is the material.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> i32 {
        self.material(position)
    }

    /// The terms of [`OwnEvaluation::evaluate`], the same ones in the same order for every position. They add up to it wherever the
    /// board does not decide the game. A game that has an evaluation of its own lists its terms.
    fn terms(&self, position: &Self::Position) -> Vec<Term> {
        vec![Term { name: "men", weight: 1, counts: Side::BOTH.map(|side| self.worth(position, side)) }]
    }
}

/// One term of a game's own evaluation: something that is counted for each side, and what one of it is worth. The evaluation
/// is the sum over all terms of what the mover counts more than the enemy, times the worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What is counted, in plain words.
    pub name: &'static str,
    /// What one of it is worth to the side that has it.
    pub weight: i32,
    /// How many White and Black have.
    pub counts: [i32; 2],
}

impl Term {
    /// What the term is worth to a side, the enemy's share taken off.
    pub fn worth(&self, side: Side) -> i32 {
        self.share(side) - self.share(!side)
    }

    /// What a side's own count is worth to it.
    pub fn share(&self, side: Side) -> i32 {
        self.weight * self.counts[side.index()]
    }
}
