//! The API: JSON over HTTP, analyses as server-sent events. Each file has the requests and answers of one subject, and the functions
//! that turn one into the other.

mod analysis;
mod catalogue;
mod description;
mod events;
mod invitations;
mod live;
mod lobby;
mod offers;
mod play;
mod position;
mod record;
mod seats;
mod stored;
mod tournaments;

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Json, Path, Query, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::routing::get;
use axum::{Router, response::IntoResponse};
use quadrille::{Catalogue, Tables, quote};
use serde::Serialize;
use utoipa::{OpenApi as _, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use description::document;
#[cfg(test)]
pub(crate) use events::tell;
pub(crate) use lobby::Lobby;
pub(crate) use tournaments::TournamentView;

use crate::clients::{Access, Client};
use crate::connections::{Crowd, Patience};
use crate::invitations::Invitations;
use crate::live::Live;
use crate::metrics::{self, Metrics};
use crate::problem::Problem;
use crate::sessions::Sessions;
use crate::shared::Shared;
use crate::store::Store;
use crate::thinking::Thinking;
use crate::tournaments::Watched;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) catalogue: Catalogue,
    pub(crate) tables: Tables,
    pub(crate) store: Arc<Store>,
    pub(crate) sessions: Arc<Sessions>,
    pub(crate) thinking: Thinking,
    pub(crate) live: Arc<Live>,
    pub(crate) invitations: Arc<Invitations>,
    pub(crate) lobby: Arc<Shared<Lobby>>,
    pub(crate) tournaments: Arc<Vec<Watched>>,
    pub(crate) access: Access,
    pub(crate) crowd: Arc<Crowd>,
    pub(crate) metrics: Arc<Metrics>,
}

impl App {
    pub(crate) fn new(catalogue: Catalogue, tables: Tables, store: Store, access: Access) -> App {
        let sessions = Arc::new(Sessions::new(tables.clone()));
        let crowd = Crowd::new(Patience::usual(access.only_this_machine));
        App {
            catalogue,
            tables,
            store: store.into(),
            sessions,
            thinking: Thinking::new(),
            live: Arc::default(),
            invitations: Arc::default(),
            lobby: Arc::new(Shared::new(lobby::PACE)),
            tournaments: Arc::default(),
            access,
            crowd,
            metrics: Arc::default(),
        }
    }

    /// The same with tournaments to show.
    pub(crate) fn with_tournaments(self, tournaments: Vec<Watched>) -> App {
        App { tournaments: Arc::new(tournaments), ..self }
    }

    /// Does something for a client that takes a moment: in turn, and outside of the threads that serve the network.
    async fn quickly<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce(&App, &Client) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (app, asking) = (self.clone(), client.clone());
        self.thinking.quick.work(client, move |_| work(&app, &asking)).await?
    }
}

/// The body of a request, or what is wrong with it.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Problem))]
pub(crate) struct Body<T>(pub(crate) T);

/// What stands after the question mark of an address.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Problem))]
pub(crate) struct Asked<T>(pub(crate) T);

/// What stands in the path of an address.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(Problem))]
pub(crate) struct Named<T>(pub(crate) T);

/// The routes of the API, and their description at `/api/openapi.json`.
pub(crate) fn router(catalogue: &Catalogue) -> Router<App> {
    let text: Arc<str> = document(catalogue).to_string().into();
    let description = move || {
        let text = text.to_string();
        async move { ([(header::CONTENT_TYPE, "application/json")], text).into_response() }
    };
    Router::from(described())
        .route("/api/openapi.json", get(description))
        .method_not_allowed_fallback(method_not_allowed)
}

/// A path does not have this method. The router adds the header `Allow` with those that it has.
async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let words = format!("{} does not have the method {}", quote(uri.path()), quote(method.as_str()));
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, words)
}

fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(description::Description::openapi())
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(catalogue::board))
        .routes(routes!(catalogue::rules))
        .routes(routes!(catalogue::puzzles))
        .routes(routes!(status))
        .routes(routes!(position::line))
        .routes(routes!(position::setup))
        .routes(routes!(stored::list, stored::create))
        .routes(routes!(stored::get, stored::delete))
        .routes(routes!(stored::restore))
        .routes(routes!(play::play))
        .routes(routes!(play::reply))
        .routes(routes!(play::undo))
        .routes(routes!(play::resign))
        .routes(routes!(seats::give, seats::take))
        .routes(routes!(seats::open, seats::close))
        .routes(routes!(lobby::lobby))
        .routes(routes!(lobby::events))
        .routes(routes!(tournaments::list))
        .routes(routes!(tournaments::get))
        .routes(routes!(tournaments::events))
        .routes(routes!(tournaments::game))
        .routes(routes!(invitations::invitation))
        .routes(routes!(invitations::qr))
        .routes(routes!(offers::offer, offers::decline))
        .routes(routes!(live::events))
        .routes(routes!(record::write))
        .routes(routes!(record::read))
        .routes(routes!(analysis::analysis, analysis::long_analysis))
        .routes(routes!(position::probe, position::long_probe))
        .routes(routes!(analysis::review, analysis::long_review))
        .routes(routes!(position::tree))
        .routes(routes!(position::picture))
        .routes(routes!(metrics::health))
        .routes(routes!(metrics::metrics))
}

/// What the server is doing.
#[derive(Serialize, ToSchema)]
struct Status {
    /// Analyses and reviews in progress.
    analyses: usize,
}

/// What the server is doing
#[utoipa::path(get, path = "/api/status", responses((status = 200, body = Status)))]
async fn status(State(app): State<App>) -> Json<Status> {
    Json(Status { analyses: app.thinking.open_analyses() })
}
