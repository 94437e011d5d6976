//! What solved tables know about a position.

use std::path::Path;

use quadrille::solving::{Certainty, Probe, ProbeError, ProbedMove, SolveError};
use quadrille::{Catalogue, Tables, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::limits;
use crate::line::LineRequest;
use crate::problem::Problem;

/// What is known about a position. If it is not solved, only the first four fields are filled.
#[derive(Default, Serialize, ToSchema)]
pub struct ProbeView {
    /// The position as text, with its history where the game has one.
    position: String,
    /// Who moves: `w` or `b`.
    side: char,
    /// Whether it is solved.
    known: bool,
    /// Why it is not solved, in words.
    reason: Option<String>,
    /// Who wins with perfect play: `w`, `b` or `draw`.
    outcome: Option<&'static str>,
    /// Plies until the game is won, below zero if it is lost by the side to move; null in a draw.
    win_in: Option<i64>,
    /// How far this holds in a game that forbids repeated boards. `exact`: it is exact. `outcome`: who wins is certain, but the number
    /// of plies may differ, because the table allows repeated boards. `with_repeats`: it holds only if boards could be repeated.
    certainty: Option<&'static str>,
    /// The legal moves, best first.
    moves: Vec<ProbedMoveView>,
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
    /// Plies until the side that moves has won, this one included, below zero if it is lost; null in a draw.
    win_in: Option<i64>,
    /// As for the position.
    certainty: &'static str,
}

impl From<Probe> for ProbeView {
    fn from(probe: Probe) -> ProbeView {
        let Probe { position, to_move, verdict, certainty, moves } = probe;
        let view = |ProbedMove { name, next, verdict, certainty }| ProbedMoveView {
            name,
            next,
            outcome: verdict.outcome(to_move).code(),
            win_in: verdict.win_in(),
            certainty: certainty.code(),
        };
        ProbeView {
            position,
            side: to_move.letter(),
            known: true,
            reason: None,
            outcome: Some(verdict.outcome(to_move).code()),
            win_in: verdict.win_in(),
            certainty: Some(certainty.code()),
            moves: moves.into_iter().take(limits::LISTED_MOVES).map(view).collect(),
        }
    }
}

impl ProbeView {
    /// The result of perfect play in a position and after each of its moves, if it is solved.
    pub fn new(request: &LineRequest, catalogue: &Catalogue, tables: &Tables) -> Result<ProbeView, Problem> {
        let line = request.open(catalogue)?;
        let (position, to_move) = (line.text(), line.side());
        if let Some(ending) = line.ending_in_play() {
            // Perhaps by a ruling that the tables do not know.
            let verdict = Verdict::of_outcome(ending.outcome, to_move);
            let over = Probe { position, to_move, verdict, certainty: Certainty::Exact, moves: Vec::new() };
            return Ok(over.into());
        }
        match tables.probe(&*line) {
            Ok(probe) => Ok(probe.into()),
            Err(error) if is_unsolved(&error) => Ok(ProbeView {
                position,
                side: to_move.letter(),
                reason: Some(error.to_string()),
                ..ProbeView::default()
            }),
            // The tables need repair. Their directory concerns only the people who have put them there.
            Err(error) => {
                let directory = tables.directory().unwrap_or(Path::new("")).join("");
                Err(Problem::broken(error.to_string().replace(&*directory.to_string_lossy(), "")))
            }
        }
    }
}

/// Whether the position is just not solved; any other error is one of a table.
fn is_unsolved(error: &ProbeError) -> bool {
    use ProbeError::{NoSolver, NoTable, Table, TooManyMen};
    use SolveError::{Memory, TooLarge};
    matches!(error, NoTable { .. } | TooManyMen { .. } | NoSolver(_) | Table(TooLarge { .. } | Memory { .. }))
}
