//! Static evaluations, chosen by type so that a search is compiled for the one it uses.

use crate::{Game, Side};

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

/// What any single move of a position can do at most, told without making the moves. With it a search need not look at the
/// last moves of a line if even the best of them cannot be good enough, or the worst of them is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The least and the most that a good move adds to [`Game::evaluate`] for the mover.
    pub evaluation: (i32, i32),
    /// The least and the most that a good move adds to [`Game::material`] for the mover.
    pub material: (i32, i32),
    /// The side to move has at least so many moves that add the least or more.
    pub moves: usize,
    /// The other side has at least so many moves after any of them.
    pub replies: usize,
}

/// Own men minus enemy men, as each game counts them.
#[derive(Clone, Copy, Debug)]
pub struct Material;

/// The game's own evaluation, described in its rules page.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl<G: Game> Evaluate<G> for Material {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        game.material(position)
    }

    #[inline]
    fn change(&self, outlook: &Outlook) -> Option<(i32, i32)> {
        Some(outlook.material)
    }
}

impl<G: Game> Evaluate<G> for Standard {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        game.evaluate(position)
    }

    #[inline]
    fn change(&self, outlook: &Outlook) -> Option<(i32, i32)> {
        Some(outlook.evaluation)
    }
}

/// One term of a game's own evaluation: something that is counted for each side, and what one of it is worth. What the
/// mover counts more than the enemy, times the worth, added up over all terms, is the evaluation.
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
