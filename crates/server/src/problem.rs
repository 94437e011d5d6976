//! What is wrong with a request, and the status that says so.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;

/// A request that has no answer.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    words: String,
}

/// What a client reads of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// What is wrong, in words for people.
    error: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, words: impl Into<String>) -> Problem {
        Problem { status, words: words.into() }
    }

    /// The input is understood, and wrong.
    pub(crate) fn wrong(words: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, words)
    }

    /// It would be right at another time.
    pub(crate) fn not_now(words: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, words)
    }

    /// The same problem, said to be in a part of what was given.
    #[must_use]
    pub(crate) fn within(self, part: &str) -> Problem {
        Problem { words: format!("{part}: {}", self.words), ..self }
    }

    pub(crate) fn no_such_game() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "there is no such game: it may have been deleted")
    }

    /// There is too much to do already.
    pub(crate) fn busy(words: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, words)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorBody { error: self.words })).into_response()
    }
}

impl From<games::Error> for Problem {
    fn from(error: games::Error) -> Problem {
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
