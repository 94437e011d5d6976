//! Answers that take a while: the best moves of a position, deeper and deeper, and the review of a whole game.

use answers::{AnalysisOptions, AnalysisRequest, LineQuery, PlyReview, Report, ReviewOptions, ReviewRequest};
use axum::extract::State;
use axum::response::Response;
use quadrille::Catalogue;

use super::events::{Teller, tell};
use super::{App, Asked, Body};
use crate::clients::Client;
use crate::problem::Problem;
use crate::sessions::Purpose;

/// The best moves by plain minimax, deeper and deeper, as server-sent events
///
/// Events named `report` have a Report each. The last event is named `end`, or `failed` with an error. The search ends when the client
/// leaves. Where a position has too many moves for plain minimax, the reports are those of a search on a clock, with one line each.
#[utoipa::path(get, path = "/api/analysis", params(LineQuery, AnalysisOptions),
    responses((status = 200, body = Report, content_type = "text/event-stream")))]
pub(super) async fn analysis(
    State(app): State<App>,
    client: Client,
    Asked(line): Asked<LineQuery>,
    Asked(options): Asked<AnalysisOptions>,
) -> Result<Response, Problem> {
    analyse(&app, client, AnalysisRequest { line: line.into(), options }).await
}

/// The same for positions that are too long for an address
#[utoipa::path(post, path = "/api/analysis", request_body = AnalysisRequest,
    responses((status = 200, body = Report, content_type = "text/event-stream")))]
pub(super) async fn long_analysis(
    State(app): State<App>,
    client: Client,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, Problem> {
    analyse(&app, client, request).await
}

async fn analyse(app: &App, client: Client, request: AnalysisRequest) -> Result<Response, Problem> {
    let time = request.time()?;
    let sessions = app.sessions.clone();
    let open = move |catalogue: &Catalogue| Ok((request.line.open(catalogue)?, request));
    tell(app, client, Some(time), open, move |(line, request), stop, teller: &Teller| {
        sessions.with(Purpose::Analysis, line.game(), |session| {
            request.run(&*line, session, stop, &|name, data| teller.tell(name, data));
        });
    })
    .await
}

/// What each position of a game is worth, and which moves were mistakes, as server-sent events
///
/// Events named `ply` have a `PlyReview` each. The last event is named `end`, or `failed` with an error. The search ends when the client
/// leaves.
#[utoipa::path(get, path = "/api/review", params(LineQuery, ReviewOptions),
    responses((status = 200, body = PlyReview, content_type = "text/event-stream")))]
pub(super) async fn review(
    State(app): State<App>,
    client: Client,
    Asked(line): Asked<LineQuery>,
    Asked(options): Asked<ReviewOptions>,
) -> Result<Response, Problem> {
    go_through(&app, client, ReviewRequest { line: line.into(), options }).await
}

/// The same for games that are too long for an address
#[utoipa::path(post, path = "/api/review", request_body = ReviewRequest,
    responses((status = 200, body = PlyReview, content_type = "text/event-stream")))]
pub(super) async fn long_review(
    State(app): State<App>,
    client: Client,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, Problem> {
    go_through(&app, client, request).await
}

async fn go_through(app: &App, client: Client, request: ReviewRequest) -> Result<Response, Problem> {
    let sessions = app.sessions.clone();
    let open = move |catalogue: &Catalogue| Ok((request.open(catalogue)?, request));
    tell(app, client, None, open, move |(mut line, request), stop, teller: &Teller| {
        sessions.with(Purpose::Analysis, line.game(), |session| {
            request.run(&mut *line, session, stop, &|name, data| teller.tell(name, data));
        });
    })
    .await
}
