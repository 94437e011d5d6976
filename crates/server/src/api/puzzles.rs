//! The puzzles in the folder of a game.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use quadrille::puzzles::{Puzzle, shipped};
use serde::Serialize;
use utoipa::ToSchema;

use super::{App, Named};
use crate::problem::Problem;

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct PuzzlesView {
    /// The name of the game, without a size: each puzzle has its own.
    game: &'static str,
    /// The easiest first. A game may have none.
    puzzles: Vec<Puzzle>,
}

/// The puzzles of a game: positions with exactly one right move
#[utoipa::path(get, path = "/api/puzzles/{game}", params(("game" = String, Path)),
    responses((status = 200, body = PuzzlesView)))]
pub(super) async fn puzzles(
    State(app): State<App>,
    Named(game): Named<String>,
) -> Result<Json<PuzzlesView>, Problem> {
    let descriptor = app.game(&game)?.descriptor();
    let puzzles = shipped(descriptor).map_err(|error| {
        let words = format!("the puzzles of {} cannot be read: {error}", descriptor.name);
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    })?;
    Ok(Json(PuzzlesView { game: descriptor.name, puzzles }))
}
