//! What perfect play makes of a position, where that is known.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{Outcome, Side, Verdict};
use serde::Serialize;
use solve::{Certainty, Probe, ProbeError, ProbedMove, SolveError};
use utoipa::ToSchema;

use super::line::{LineQuery, LineRequest, open};
use super::{App, Asked, Body};
use crate::limits;
use crate::problem::Problem;
use crate::solved::Solved;

/// What is known of a position. Where nothing is, all but the first four fields is empty.
#[derive(Serialize, ToSchema)]
pub(super) struct ProbeView {
    /// The position as text, with its history where the game has one.
    position: String,
    /// Who moves: `w` or `b`.
    side: char,
    /// Whether what perfect play makes of it is known.
    known: bool,
    /// Why it is not known, in words.
    reason: Option<String>,
    /// Who wins: `w`, `b` or `draw`.
    outcome: Option<&'static str>,
    /// Plies until the game is won, below zero if it is lost by the side to move; none in a draw.
    win_in: Option<i64>,
    certainty: Option<CertaintyName>,
    /// The legal moves, best first.
    moves: Vec<ProbedMoveView>,
}

/// How far the answer can be relied on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CertaintyName {
    /// It is the game's own.
    Exact,
    /// The outcome is certain, but it was found with boards that may come back, which the game forbids: the plies may differ.
    Outcome,
    /// It holds if boards could come back, which the game forbids.
    WithRepeats,
}

/// What a move leads to.
#[derive(Serialize, ToSchema)]
struct ProbedMoveView {
    #[serde(rename = "move")]
    name: String,
    /// The next position.
    next: String,
    /// Who wins after it: `w`, `b` or `draw`.
    outcome: &'static str,
    /// Plies until the side that moves has won, this one included, below zero if it is lost; none in a draw.
    win_in: Option<i64>,
    certainty: CertaintyName,
}

impl From<Probe> for ProbeView {
    fn from(probe: Probe) -> ProbeView {
        let Probe { position, to_move, verdict, certainty, mut moves } = probe;
        moves.truncate(limits::LISTED_MOVES);
        ProbeView {
            position,
            side: to_move.letter(),
            known: true,
            reason: None,
            outcome: Some(verdict.outcome(to_move).code()),
            win_in: verdict.win_in(),
            certainty: Some(certainty.into()),
            moves: moves.into_iter().map(|mv| ProbedMoveView::new(mv, to_move)).collect(),
        }
    }
}

impl ProbedMoveView {
    fn new(ProbedMove { name, next, verdict, certainty }: ProbedMove, mover: Side) -> ProbedMoveView {
        let (outcome, win_in) = (verdict.outcome(mover).code(), verdict.win_in());
        ProbedMoveView { name, next, outcome, win_in, certainty: certainty.into() }
    }
}

impl From<Certainty> for CertaintyName {
    fn from(certainty: Certainty) -> CertaintyName {
        match certainty {
            Certainty::Exact => CertaintyName::Exact,
            Certainty::Outcome => CertaintyName::Outcome,
            Certainty::WithRepeats => CertaintyName::WithRepeats,
        }
    }
}

/// What perfect play makes of a position and of each of its moves, where tables know it
///
/// Small games are solved when they are first asked for.
#[utoipa::path(get, path = "/api/probe", params(LineQuery), responses((status = 200, body = ProbeView)))]
pub(super) async fn probe(
    State(app): State<App>,
    Asked(query): Asked<LineQuery>,
) -> Result<Json<ProbeView>, Problem> {
    answer(app, query.into()).await
}

/// The same for positions that are too long for an address
#[utoipa::path(post, path = "/api/probe", request_body = LineRequest, responses((status = 200, body = ProbeView)))]
pub(super) async fn long_probe(
    State(app): State<App>,
    Body(request): Body<LineRequest>,
) -> Result<Json<ProbeView>, Problem> {
    answer(app, request).await
}

async fn answer(app: App, request: LineRequest) -> Result<Json<ProbeView>, Problem> {
    let App { thinking, solved, .. } = app;
    thinking.probe(move || look_up(&solved, &request)).await?.map(Json)
}

fn look_up(solved: &Solved, request: &LineRequest) -> Result<ProbeView, Problem> {
    open(request, |game, line| {
        let (position, to_move) = (line.text(), line.side());
        if let Some(ending) = line.ending_in_play() {
            return Ok(ProbeView::from(over(position, to_move, ending.outcome)));
        }
        match solved.probe(game, &position) {
            Ok(probe) => Ok(ProbeView::from(probe)),
            Err(error) if is_unknown(&error) => Ok(unknown(position, to_move, error.to_string())),
            // Whoever serves can mend it.
            Err(error) => Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, solved.words(&error))),
        }
    })
}

/// A game that is over, also where a ruling has ended it that the tables do not know of.
fn over(position: String, to_move: Side, outcome: Outcome) -> Probe {
    let verdict = Verdict::of_outcome(outcome, to_move);
    Probe { position, to_move, verdict, certainty: Certainty::Exact, moves: Vec::new() }
}

/// Whether there is just no table, and nothing wrong.
fn is_unknown(error: &ProbeError) -> bool {
    use ProbeError::{NoTable, Table, TooManyMen, TooWide};
    use SolveError::{Memory, TooLarge};
    matches!(error, NoTable { .. } | TooManyMen { .. } | TooWide(_) | Table(TooLarge { .. } | Memory { .. }))
}

fn unknown(position: String, to_move: Side, reason: String) -> ProbeView {
    ProbeView {
        position,
        side: to_move.letter(),
        known: false,
        reason: Some(reason),
        outcome: None,
        win_in: None,
        certainty: None,
        moves: Vec::new(),
    }
}
