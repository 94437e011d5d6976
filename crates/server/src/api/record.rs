//! Games as text, written and read.

use answers::{Format, Imported, RecordsRequest};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{App, Asked, Body, Named};
use crate::clients::{Client, Introduced};
use crate::problem::Problem;

/// How to write a record.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FormatQuery {
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// The record of a game
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path), FormatQuery),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn write(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Asked(query): Asked<FormatQuery>,
) -> Result<String, Problem> {
    Ok(app.quickly(client, move |app, _| app.read(&id)).await?.record(query.format))
}

/// Stores the games of a text: all of them or none
#[utoipa::path(post, path = "/api/records", request_body = RecordsRequest,
    responses((status = 201, body = Imported)))]
pub(super) async fn read(
    State(app): State<App>,
    Introduced(client, cookie): Introduced,
    Body(request): Body<RecordsRequest>,
) -> Result<(StatusCode, HeaderMap, Json<Imported>), Problem> {
    app.quickly(client, move |app, client| {
        let mut games = request.read(&app.catalogue, &client.sharing())?;
        app.store.add_all(&mut games)?;
        let games = games.into_iter().map(|game| game.id).collect();
        Ok((StatusCode::CREATED, cookie, Json(Imported { games })))
    })
    .await
}
