//! Static evaluations.

use std::str::FromStr;

use crate::{BoardState, Error, Game, Outlook, Problem, Prospect, Rules, Side};

/// A static evaluation: a number for the side to move, from the board alone, without looking ahead.
pub trait Evaluate<G: Game>: Sync {
    /// How good the position is for the side to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;

    /// The evaluation for a search that follows captures itself: see [`OwnEvaluation::evaluate_without_captures`].
    #[inline]
    fn evaluate_without_captures(&self, game: &G, position: &G::Position) -> i32 {
        self.evaluate(game, position)
    }

    /// Whether a position and its [reflection](crate::SearchHints::reflected) have the same value.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// The part of the outlook that is about this evaluation, if there is one.
    #[inline]
    fn prospect(&self, _outlook: &Outlook) -> Option<Prospect> {
        None
    }
}

/// Which static evaluation to use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// The game's evaluation, described in its rules page.
    Standard,
    /// Own men minus enemy men, as the game's rules page counts them.
    Material,
    /// The game's neural network, or the standard evaluation on boards without one.
    Net,
}

impl Evaluation {
    /// The evaluation of a search for which the caller chooses none. The answer of an exact search can be checked by hand with the
    /// rules page. A selective search uses what plays best.
    pub fn for_search(exact: bool) -> Evaluation {
        if exact { Evaluation::Standard } else { Evaluation::Net }
    }
}

impl FromStr for Evaluation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Evaluation, Error> {
        match text {
            "standard" => Ok(Evaluation::Standard),
            "material" => Ok(Evaluation::Material),
            "net" => Ok(Evaluation::Net),
            _ => Err(Error::whole(Problem::Evaluation, text)),
        }
    }
}

/// One compiled search serves all: a branch that always goes the same way costs less than a second copy of every search.
impl<G: Game> Evaluate<G> for Evaluation {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        match self {
            Evaluation::Material => game.material(position),
            Evaluation::Net if let Some(value) = game.evaluate_by_net(position) => value,
            Evaluation::Standard | Evaluation::Net => game.evaluate(position),
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    #[inline]
    fn evaluate_without_captures(&self, game: &G, position: &G::Position) -> i32 {
        match self {
            Evaluation::Material => game.material(position),
            Evaluation::Net if let Some(value) = game.evaluate_by_net(position) => value,
            Evaluation::Standard | Evaluation::Net => game.evaluate_without_captures(position),
        }
    }

    #[inline]
    fn prospect(&self, outlook: &Outlook) -> Option<Prospect> {
        match self {
            // A game with outlooks has no network.
            Evaluation::Standard | Evaluation::Net => Some(outlook.evaluation),
            Evaluation::Material => Some(outlook.material),
        }
    }
}

/// The evaluation of a game. A game with an empty `impl` counts its men.
pub trait OwnEvaluation: Rules {
    /// The value of the men of a side, independent of their cells. By default each man counts one.
    #[inline]
    fn worth(&self, position: &Self::Position, side: Side) -> i32 {
        position.count(side) as i32
    }

    /// The value of the men of the side to move minus the value of the enemy's men.
    #[inline]
    fn material(&self, position: &Self::Position) -> i32 {
        self.worth(position, position.side()) - self.worth(position, !position.side())
    }

    /// The static evaluation for the side to move. By default it is the material.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> i32 {
        self.material(position)
    }

    /// The static evaluation without its terms for what the side to move can capture. A quiescence search asks for it: it makes
    /// these captures itself, and would count them twice. By default it is the whole evaluation.
    #[inline]
    fn evaluate_without_captures(&self, position: &Self::Position) -> i32 {
        self.evaluate(position)
    }

    /// The value for the side to move by a neural network, if there is one for this board. By default there is none.
    #[inline]
    fn evaluate_by_net(&self, _position: &Self::Position) -> Option<i32> {
        None
    }

    /// The size of a neural network for this board, if there can be one.
    fn net_shape(&self) -> Option<NetShape> {
        None
    }

    /// What a neural network sees of a position, if there can be one for this board.
    fn net_inputs(&self, _position: &Self::Position) -> Option<NetInputs> {
        None
    }

    /// The terms of [`OwnEvaluation::evaluate`], in the same order for every position. Where the game is not over, they
    /// add up to the evaluation. A game that replaces `evaluate` must replace this method too.
    fn terms(&self, position: &Self::Position) -> Vec<Term> {
        vec![Term { name: "men", weight: 1, counts: Side::BOTH.map(|side| self.worth(position, side)) }]
    }
}

/// The size of a neural network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetShape {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of kinds of positions.
    pub kinds: usize,
}

/// What a neural network sees of a position, from the point of view of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetInputs {
    /// The inputs that are on.
    pub on: Vec<usize>,
    /// The kind of position: the network has some of its weights for each kind.
    pub kind: usize,
}

/// One term of an evaluation: a count for each side, and a weight. The evaluation is the sum, over all terms, of the
/// weight times the difference between the counts of the side to move and of the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name of the count, in plain words.
    pub name: &'static str,
    /// The value of one unit for the side that has it.
    pub weight: i32,
    /// The counts of White and Black.
    pub counts: [i32; 2],
}

impl Term {
    /// The value of the term for a side, minus its value for the enemy.
    pub fn worth(&self, side: Side) -> i32 {
        self.share(side) - self.share(!side)
    }

    /// The value of a side's count for that side.
    pub fn share(&self, side: Side) -> i32 {
        self.weight * self.counts[side.index()]
    }
}
