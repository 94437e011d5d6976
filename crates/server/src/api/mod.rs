//! The API: JSON over HTTP, analyses as server-sent events. Each file has its requests and answers, and the functions that
//! turn one into the other.

mod analysis;
mod catalog;
mod events;
mod line;
mod play;
mod probe;
mod record;
mod review;
mod saved;
mod tree;

use std::sync::Arc;

use axum::extract::State;
use axum::extract::{FromRequest, FromRequestParts, Json, Path, Query};
use axum::routing::get;
use axum::{Router, response::IntoResponse};
use serde::Serialize;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, ResponseBuilder};
use utoipa::{OpenApi as _, PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::problem::{ErrorBody, Problem};
use crate::solved::Solved;
use crate::store::Store;
use crate::thinking::Thinking;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) store: Arc<Store>,
    pub(crate) thinking: Thinking,
    pub(crate) solved: Arc<Solved>,
}

/// The body of a request, or a word on what is wrong with it.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Problem))]
pub(crate) struct Body<T>(pub(crate) T);

/// What stands after the question mark.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Problem))]
pub(crate) struct Asked<T>(pub(crate) T);

/// What stands in the path.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(Problem))]
pub(crate) struct Named<T>(pub(crate) T);

#[derive(utoipa::OpenApi)]
#[openapi(info(
    title = "Quadrille",
    description = "Plays, analyses and keeps games of Capture the Flag, Crusher, Congo and Oska. Cells of a board are numbered \
                   row by row from the top. Scores are for the side to move."
))]
struct Description;

/// The routes of the API, and their description at `/api/openapi.json`.
pub(crate) fn router() -> Router<App> {
    let (router, description) = described().split_for_parts();
    let text = with_errors(description)
        .to_json()
        .unwrap_or_else(|error| unreachable!("descriptions have a JSON form: {error}"));
    let text: Arc<str> = text.into();
    let document = move || {
        let text = text.to_string();
        async move { ([(axum::http::header::CONTENT_TYPE, "application/json")], text).into_response() }
    };
    router.route("/api/openapi.json", get(document))
}

/// The description of the API by itself.
pub fn document() -> OpenApi {
    with_errors(described().into_openapi())
}

/// Whatever is asked, a request may be refused, and always in the same way.
fn with_errors(mut description: OpenApi) -> OpenApi {
    let components = description.components.get_or_insert_default();
    components.schemas.insert(ErrorBody::name().into_owned(), ErrorBody::schema());
    let refused = ResponseBuilder::new()
        .description("The request makes no sense, or not now; the error says why.")
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(Ref::from_schema_name(ErrorBody::name()))).build(),
        )
        .build();
    for item in description.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
            operation.responses.responses.insert("4XX".to_string(), refused.clone().into());
        }
    }
    description
}

fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalog::catalog))
        .routes(routes!(catalog::rules))
        .routes(routes!(status))
        .routes(routes!(line::line))
        .routes(routes!(line::setup))
        .routes(routes!(saved::list, saved::create))
        .routes(routes!(saved::get, saved::delete))
        .routes(routes!(play::play))
        .routes(routes!(play::reply))
        .routes(routes!(play::undo))
        .routes(routes!(play::resign))
        .routes(routes!(record::write))
        .routes(routes!(record::read))
        .routes(routes!(analysis::analysis, analysis::long_analysis))
        .routes(routes!(probe::probe, probe::long_probe))
        .routes(routes!(review::review, review::long_review))
        .routes(routes!(tree::tree))
        .routes(routes!(tree::picture))
}

/// What the server is at.
#[derive(Serialize, ToSchema)]
struct Status {
    /// Analyses and reviews under way.
    analyses: usize,
}

/// What the server is at
#[utoipa::path(get, path = "/api/status", responses((status = 200, body = Status)))]
async fn status(State(app): State<App>) -> Json<Status> {
    Json(Status { analyses: app.thinking.open_analyses() })
}
