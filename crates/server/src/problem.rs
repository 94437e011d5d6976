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
use serde::{Serialize, Serializer};

use crate::store::StoreError;

/// The answer to a request that is refused.
#[derive(Debug)]
pub(crate) struct Problem {
    /// When to try again, in seconds.
    retry: Option<u32>,
    body: answers::Problem,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        answers::Problem::new(status.as_u16(), error).into()
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> u16 {
        self.body.status
    }

    /// The request can be read, but not done.
    pub(crate) fn wrong(message: impl Into<String>) -> Problem {
        answers::Problem::wrong(message).into()
    }

    /// The request does not fit the present state of the game.
    pub(crate) fn not_now(message: impl Into<String>) -> Problem {
        answers::Problem::not_now(message).into()
    }

    /// A stored game is gone.
    pub(crate) fn no_such_game() -> Problem {
        answers::Problem::no_such_game().into()
    }

    pub(crate) fn no_such_tournament() -> Problem {
        let words = "this server shows no tournament of this name: start the server with --event FILE";
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
        let words = "this code is not valid: compare it with the invitation. Codes hold for an hour, and until the server ends";
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
        let status = StatusCode::from_u16(self.body.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, retry, Json(self.body)).into_response()
    }
}

impl From<answers::Problem> for Problem {
    fn from(body: answers::Problem) -> Problem {
        Problem { retry: None, body }
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.body.serialize(serializer)
    }
}

impl From<quadrille::Error> for Problem {
    fn from(error: quadrille::Error) -> Problem {
        answers::Problem::from(error).into()
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
