//! Why a request is refused.

use quadrille::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

/// The answer to a request that is refused.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ErrorBody)]
pub struct Problem {
    /// The status of HTTP that says so: from 500 on, the fault is not the client's.
    #[serde(skip)]
    pub status: u16,
    /// What is wrong, in words for people.
    pub error: String,
    /// Why a move is not legal, if that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<RefusalView>,
}

/// Why a move is not legal.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefusalView {
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
    /// A problem with the status that says what kind it is.
    pub fn new(status: u16, error: impl Into<String>) -> Problem {
        Problem { status, error: error.into(), refusal: None }
    }

    /// The request can be read, but not done.
    pub fn wrong(message: impl Into<String>) -> Problem {
        Problem::new(422, message)
    }

    /// The request does not fit the present state of the game.
    pub fn not_now(message: impl Into<String>) -> Problem {
        Problem::new(409, message)
    }

    /// A stored game is gone.
    pub fn no_such_game() -> Problem {
        Problem::new(404, "there is no such game: it may have been deleted")
    }

    /// What the answer depends on cannot be read.
    pub(crate) fn broken(message: impl Into<String>) -> Problem {
        Problem::new(500, message)
    }

    /// A move is not legal in a game with this number of plies.
    pub fn refused(refusal: &Refusal, plies: usize) -> Problem {
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
    pub fn within(self, part: &str) -> Problem {
        Problem { error: format!("{part}: {}", self.error), ..self }
    }
}

impl From<quadrille::Error> for Problem {
    fn from(error: quadrille::Error) -> Problem {
        Problem::wrong(error.to_string())
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
