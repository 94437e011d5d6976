//! Which games there are, what their boards look like, and how they are played.

use answers::{CatalogueView, PuzzlesView, RulesView};
use axum::Json;
use axum::extract::State;
use quadrille::drawing::BoardData;

use super::{App, Named};
use crate::problem::Problem;

/// The games with the levels of the engine, and what may be asked for
#[utoipa::path(get, path = "/api/catalog", responses((status = 200, body = CatalogueView)))]
pub(super) async fn catalogue(State(app): State<App>) -> Json<CatalogueView> {
    Json(CatalogueView::new(&app.catalogue, Some(!app.access.only_this_machine)))
}

/// The board of a game, to draw it
#[utoipa::path(get, path = "/api/board/{game}", params(("game" = String, Path)),
    responses((status = 200, body = BoardData)))]
pub(super) async fn board(
    State(app): State<App>,
    Named(game): Named<String>,
) -> Result<Json<BoardData>, Problem> {
    Ok(Json(answers::board(&app.catalogue, &game)?))
}

/// The rules of a game
#[utoipa::path(get, path = "/api/rules/{game}", params(("game" = String, Path)),
    responses((status = 200, body = RulesView)))]
pub(super) async fn rules(
    State(app): State<App>,
    Named(game): Named<String>,
) -> Result<Json<RulesView>, Problem> {
    Ok(Json(RulesView::new(&app.catalogue, &game)?))
}

/// The puzzles of a game: positions with exactly one right move
#[utoipa::path(get, path = "/api/puzzles/{game}", params(("game" = String, Path)),
    responses((status = 200, body = PuzzlesView)))]
pub(super) async fn puzzles(
    State(app): State<App>,
    Named(game): Named<String>,
) -> Result<Json<PuzzlesView>, Problem> {
    Ok(Json(PuzzlesView::new(&app.catalogue, &game)?))
}
