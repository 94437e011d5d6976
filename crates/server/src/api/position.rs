//! Questions about a position that are answered at once, or nearly so.

use answers::{
    LineQuery, LineRequest, LineView, ProbeView, SetupRequest, TreeOptions, TreeRequest, TreeView,
};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::{App, Asked, Body};
use crate::clients::Client;
use crate::problem::Problem;

/// A line of play, with all moves that can be played next
#[utoipa::path(post, path = "/api/line", request_body = LineRequest,
    responses((status = 200, body = LineView)))]
pub(super) async fn line(
    State(app): State<App>,
    client: Client,
    Body(request): Body<LineRequest>,
) -> Result<Json<LineView>, Problem> {
    app.quickly(client, move |app, _| Ok(Json(LineView::new(&request, &app.catalogue)?))).await
}

/// The position with these cells, or the rule that it breaks
#[utoipa::path(post, path = "/api/setup", request_body = SetupRequest,
    responses((status = 200, body = LineView)))]
pub(super) async fn setup(
    State(app): State<App>,
    client: Client,
    Body(request): Body<SetupRequest>,
) -> Result<Json<LineView>, Problem> {
    app.quickly(client, move |app, _| Ok(Json(request.answer(&app.catalogue)?))).await
}

/// The tree that a plain search visits, node by node
#[utoipa::path(post, path = "/api/tree", request_body = TreeRequest,
    responses((status = 200, body = TreeView)))]
pub(super) async fn tree(
    State(app): State<App>,
    client: Client,
    Body(request): Body<TreeRequest>,
) -> Result<Json<TreeView>, Problem> {
    app.quickly(client, move |app, _| Ok(Json(request.answer(&app.catalogue)?))).await
}

/// The tree as a picture
#[utoipa::path(get, path = "/api/tree.svg", params(LineQuery, TreeOptions),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
pub(super) async fn picture(
    State(app): State<App>,
    client: Client,
    Asked(line): Asked<LineQuery>,
    Asked(options): Asked<TreeOptions>,
) -> Result<impl IntoResponse, Problem> {
    let request = TreeRequest { line: line.into(), options };
    let picture = app.quickly(client, move |app, _| Ok(request.picture(&app.catalogue)?)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture))
}

/// The result of perfect play in a position and after each of its moves, if it is solved
///
/// Small games are solved when they are first asked about.
#[utoipa::path(get, path = "/api/probe", params(LineQuery), responses((status = 200, body = ProbeView)))]
pub(super) async fn probe(
    State(app): State<App>,
    client: Client,
    Asked(query): Asked<LineQuery>,
) -> Result<Json<ProbeView>, Problem> {
    look_up(app, client, query.into()).await
}

/// The same for positions that are too long for an address
#[utoipa::path(post, path = "/api/probe", request_body = LineRequest, responses((status = 200, body = ProbeView)))]
pub(super) async fn long_probe(
    State(app): State<App>,
    client: Client,
    Body(request): Body<LineRequest>,
) -> Result<Json<ProbeView>, Problem> {
    look_up(app, client, request).await
}

async fn look_up(app: App, client: Client, request: LineRequest) -> Result<Json<ProbeView>, Problem> {
    let probes = app.thinking.probes.clone();
    let view = probes.work(client, move |_| ProbeView::new(&request, &app.catalogue, &app.tables)).await?;
    Ok(Json(view?))
}
