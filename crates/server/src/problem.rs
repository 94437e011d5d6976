//! Why a request is refused, and the status that says so.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use axum::Json;
use axum::extract::Request;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quadrille::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    message: String,
    refusal: Option<RefusalView>,
}

/// The answer to a request that is refused.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// What is wrong, in words for people.
    error: String,
    /// Why a move is not legal, if that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<RefusalView>,
}

/// Why a move is not legal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum RefusalView {
    /// The game is over.
    GameOver {
        /// How it ended, in words.
        text: String,
    },
    /// The text is not the name of a move.
    Unreadable {
        /// Why, in words.
        text: String,
    },
    /// The side to move has no man on the cell where the move starts.
    NoOwnMan {
        /// The name of the cell.
        cell: String,
        /// Whether a man of the other side stands there.
        enemy: bool,
    },
    /// The move breaks a rule of the game.
    Rule {
        /// The rule, in words.
        text: String,
    },
    /// The move would repeat a board, which this game forbids.
    Repeats {
        /// The ply that made that board: 0 for the starting board, below 0 for the history of the starting position.
        ply: i64,
    },
    /// No legal move makes the board that was given as a move.
    NoMoveMakes {
        /// The board.
        board: String,
    },
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Problem {
        Problem { status, message: message.into(), refusal: None }
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
    pub(crate) fn refused(refusal: Refusal, plies: usize) -> Problem {
        let message = match refusal {
            Refusal::Repeats { plies_ago } => repeat_text(repeated_ply(plies, plies_ago)),
            _ => refusal.to_string(),
        };
        let refusal = match refusal {
            Refusal::GameOver(ending) => RefusalView::GameOver { text: ending.to_string() },
            Refusal::Unreadable(text) => RefusalView::Unreadable { text },
            Refusal::NoOwnMan { cell, enemy } => RefusalView::NoOwnMan { cell, enemy },
            Refusal::Rule(text) => RefusalView::Rule { text },
            Refusal::Repeats { plies_ago } => RefusalView::Repeats { ply: repeated_ply(plies, plies_ago) },
            Refusal::NoMoveMakes { board } => RefusalView::NoMoveMakes { board },
        };
        Problem { refusal: Some(refusal), ..Problem::wrong(message) }
    }

    /// The same problem with the part of the request that it is in.
    #[must_use]
    pub(crate) fn within(self, part: &str) -> Problem {
        Problem { message: format!("{part}: {}", self.message), ..self }
    }

    pub(crate) fn no_such_game() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "there is no such game: it may have been deleted")
    }

    /// The server has too much to do already.
    pub(crate) fn busy(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// The program has a fault.
    pub(crate) fn fault() -> Problem {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this request failed because of a fault in the program; the server's log says where. Stored games are safe",
        )
    }

    /// What a client is told.
    pub(crate) fn body(self) -> ErrorBody {
        ErrorBody { error: self.message, refusal: self.refusal }
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
        1.. => format!("this would repeat the board after move {ply}"),
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
        (self.status, Json(self.body())).into_response()
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
