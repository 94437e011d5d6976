//! Proofs about positions given as texts.

use std::path::PathBuf;
use std::time::Duration;

use crate::Solvable;
use game::{Line, Notation, Oracle, Side};

use super::{Answer, Checkpoint, FileError, Limits, Progress, Proof, Question, prove};
use crate::run::SolveError;
use crate::solver::Solver;

/// How often a search is saved while it goes on.
const SAVE_EVERY: Duration = Duration::from_mins(5);

/// A position, and the question whether a side wins it.
#[derive(Clone, Debug)]
pub struct ProofRequest<'c> {
    /// The position as text, with its history if it has one.
    pub position: String,
    /// The side that is to win, or each in turn, with half of the time each.
    pub side: Option<Side>,
    /// The directory of tables to ask.
    pub tables: Option<PathBuf>,
    /// How long, and with how much memory.
    pub limits: Limits<'c>,
    /// Where the search is kept between runs: the side's letter is added to the name.
    pub checkpoint: Option<PathBuf>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ProofError {
    #[error(transparent)]
    Text(#[from] game::Error),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Table(#[from] SolveError),
    #[error("the proof needs {} MB of memory, and {} MB are free", asked >> 20, free >> 20)]
    Memory { asked: u64, free: u64 },
}

/// An answer about one side.
#[derive(Clone, Debug)]
pub struct ProofReport {
    /// The side that was to win.
    pub side: Side,
    /// Whether it does, with moves by their names.
    pub proof: Proof<String>,
}

/// Is called now and then with how far the search for a side has come.
pub type OnProgress<'r> = &'r mut dyn FnMut(Side, &Progress);

impl ProofRequest<'_> {
    /// Tries to answer, for one side or for both.
    pub(crate) fn run<G: Notation + Solvable + Clone>(
        &self,
        solver: &Solver<G>,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ProofReport>, ProofError> {
        let asked = self.limits.memory as u64;
        if let Some(free) = game::free_memory().filter(|&free| free < asked) {
            return Err(ProofError::Memory { asked, free });
        }
        let line = solver.game.parse_line(&self.position)?;
        let tables = solver.tables(self.tables.as_deref());
        // A proof does without a table that cannot be used.
        let _ = tables.open_everything(G::NO_REPEAT);
        let oracle = tables.knows_any().then_some(&tables as &dyn Oracle<G>);
        let sides = self.side.map_or_else(|| Side::BOTH.to_vec(), |side| vec![side]);
        let mut reports: Vec<ProofReport> = Vec::new();
        for (number, &side) in sides.iter().enumerate() {
            let spent: Duration = reports.iter().map(|report| report.proof.time).sum();
            let left =
                self.limits.time.map(|time| time.saturating_sub(spent) / (sides.len() - number) as u32);
            let limits = Limits { time: left, ..self.limits };
            let checkpoint = self.checkpoint.as_deref().map(|path| Checkpoint {
                path: path.with_added_extension(side.letter().to_string()),
                every: SAVE_EVERY,
                game: solver.name.clone(),
            });
            let question = Question { winner: side, oracle, same_side_returns: G::RETURNS_TO_SAME_SIDE };
            let mut tell = |state: &Progress| progress(side, state);
            let proof = prove(&line, question, limits, checkpoint.as_ref(), Some(&mut tell))?;
            reports.push(ProofReport { side, proof: with_names(&line, proof) });
            // Where there are no draws, who does not win has lost.
            let decides = |answer| answer == Answer::Proved || G::NO_REPEAT && answer == Answer::Disproved;
            if decides(reports[number].proof.answer) {
                break;
            }
        }
        Ok(reports)
    }
}

/// The proof with the names of its moves.
fn with_names<G: Notation>(line: &Line<'_, G>, proof: Proof<G::Move>) -> Proof<String> {
    let mut line = line.clone();
    proof.map(|mv| {
        let name = line.game().write_move(line.position(), mv);
        let _ = line.try_play(mv);
        name
    })
}
