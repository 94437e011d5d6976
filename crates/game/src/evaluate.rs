//! Static evaluations, chosen by type so that a search is compiled for the one it uses.

use crate::Game;

/// A static evaluation: a number for the side to move, from the board alone, without looking ahead.
pub trait Evaluate<G: Game>: Sync {
    /// How good the position is for the side to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;
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
}

impl<G: Game> Evaluate<G> for Standard {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        game.evaluate(position)
    }
}
