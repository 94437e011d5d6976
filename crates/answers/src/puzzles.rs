//! The puzzles in the folder of a game.

use quadrille::Catalogue;
use quadrille::puzzles::{Puzzle, shipped};
use serde::Serialize;
use utoipa::ToSchema;

use crate::line;
use crate::problem::Problem;

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
pub struct PuzzlesView {
    /// The name of the game, without a size: each puzzle has its own.
    game: &'static str,
    /// The easiest first. A game may have none.
    puzzles: Vec<Puzzle>,
}

impl PuzzlesView {
    /// The puzzles of the game of this name.
    pub fn new(catalogue: &Catalogue, game: &str) -> Result<PuzzlesView, Problem> {
        let descriptor = line::game(catalogue, game)?.descriptor();
        let puzzles = shipped(descriptor).map_err(|error| {
            Problem::broken(format!("the puzzles of {} cannot be read: {error}", descriptor.name))
        })?;
        Ok(PuzzlesView { game: descriptor.name, puzzles })
    }
}
