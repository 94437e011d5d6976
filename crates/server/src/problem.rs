//! Why a request is refused, and the status that says so.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use axum::Json;
use axum::extract::Request;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quadrille::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;

/// The answer to a request that is refused.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ErrorBody)]
pub(crate) struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// When to try again, in seconds.
    #[serde(skip)]
    retry: Option<u32>,
    /// What is wrong, in words for people.
    error: String,
    /// Why a move is not legal, if that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<RefusalView>,
}

/// Why a move is not legal.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusalView {
    /// `game_over`; `unreadable`: the text is not the name of a move; `no_own_man`: the side to move has no man on the cell where the
    /// move starts; `rule`: the move breaks a rule; `repeats`: it would repeat a board, which this game forbids; `no_move_makes`: no
    /// legal move makes the board that was given as a move.
    kind: &'static str,
    /// The reason, in words.
    text: String,
    /// The cell where the move starts, for `no_own_man`.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    /// For `repeats`, the ply that made that board: 0 for the starting board, below 0 for the history of the starting position.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<i64>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        Problem { status, retry: None, error: error.into(), refusal: None }
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// The request can be read, but not done.
    pub(crate) fn wrong(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The request does not fit the present state of the game.
    pub(crate) fn not_now(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, message)
    }

    /// A move is not legal in a game with this number of plies.
    pub(crate) fn refused(refusal: &Refusal, plies: usize) -> Problem {
        let (kind, cell, ply) = match refusal {
            Refusal::GameOver(_) => ("game_over", None, None),
            Refusal::Unreadable(_) => ("unreadable", None, None),
            Refusal::NoOwnMan { cell, .. } => ("no_own_man", Some(cell.clone()), None),
            Refusal::Rule(_) => ("rule", None, None),
            Refusal::Repeats { plies_ago } => ("repeats", None, Some(repeated_ply(plies, *plies_ago))),
            Refusal::NoMoveMakes { .. } => ("no_move_makes", None, None),
        };
        let text = ply.map_or_else(|| refusal.to_string(), repeat_text);
        let message = text.clone();
        Problem { refusal: Some(RefusalView { kind, text, cell, ply }), ..Problem::wrong(message) }
    }

    /// The same problem with the part of the request that it is in.
    #[must_use]
    pub(crate) fn within(self, part: &str) -> Problem {
        Problem { error: format!("{part}: {}", self.error), ..self }
    }

    /// A stored game is gone.
    pub(crate) fn no_such_game() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "there is no such game: it may have been deleted")
    }

    pub(crate) fn no_such_tournament() -> Problem {
        let words = "this server shows no tournament of this name: start it with --event FILE";
        Problem::new(StatusCode::NOT_FOUND, words)
    }

    pub(crate) fn no_such_tournament_game() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "the tournament has no game of this number that has begun")
    }

    /// What the server has been told to show cannot be read.
    pub(crate) fn broken(words: String) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    }

    /// A code is not valid.
    pub(crate) fn no_such_code() -> Problem {
        let words =
            "this code is not valid: codes hold for an hour, and until the server ends. Ask for a new one";
        Problem::new(StatusCode::NOT_FOUND, words)
    }

    /// The server has too much to do already.
    pub(crate) fn busy(message: impl Into<String>) -> Problem {
        Problem { retry: Some(5), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, message) }
    }

    /// The server has enough to do for this client already.
    pub(crate) fn too_much(message: impl Into<String>) -> Problem {
        Problem { retry: Some(2), ..Problem::new(StatusCode::TOO_MANY_REQUESTS, message) }
    }

    /// The program has a fault.
    pub(crate) fn fault() -> Problem {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this request failed because of a fault in the program; the server's log says where. Stored games are safe",
        )
    }
}

/// The ply that made the board of some plies ago.
pub(crate) fn repeated_ply(plies: usize, plies_ago: usize) -> i64 {
    plies as i64 - plies_ago as i64
}

/// Why a move that repeats the board of a ply is not legal. Moves are numbered as in the list of moves.
pub(crate) fn repeat_text(ply: i64) -> String {
    match ply {
        0 => "this would repeat the starting board".to_string(),
        1.. => format!("this would repeat the board after ply {ply}"),
        _ => "this would repeat a board of the starting position's history".to_string(),
    }
}

/// Answers a request whose handler panics with status 500.
pub(crate) async fn catch_panics(request: Request, next: Next) -> Response {
    let mut answer = pin!(next.run(request));
    poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Problem::fault().into_response()))
    })
    .await
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let retry = self.retry.map(|seconds| [(header::RETRY_AFTER, seconds.to_string())]);
        (self.status, retry, Json(self)).into_response()
    }
}

impl From<quadrille::Error> for Problem {
    fn from(error: quadrille::Error) -> Problem {
        Problem::wrong(error.to_string())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Full => Problem::new(StatusCode::INSUFFICIENT_STORAGE, error.to_string()),
            StoreError::OwnerFull | StoreError::NetworkFull => {
                Problem::new(StatusCode::FORBIDDEN, error.to_string())
            }
            _ => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}
