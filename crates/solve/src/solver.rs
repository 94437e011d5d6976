//! Solving and probing any game, through texts. The code behind it is compiled once for each game.

use std::path::Path;
use std::sync::Arc;

use game::Notation;

use crate::probe::{AnyTables, OpenTables};
use crate::progress::Progress;
use crate::prove::{OnProgress, ProofError, ProofReport, ProofRequest};
use crate::request::{Report, Request, RequestError};
use crate::tables::Tables;
use crate::{Solvable, request};

/// A game that can be solved, whichever it is.
pub trait AnySolver: Send + Sync {
    /// Solves the requested tables, or finds them solved.
    ///
    /// # Errors
    /// When that cannot be done.
    fn solve(&self, request: &Request, progress: &Arc<Progress>) -> Result<Report, RequestError>;

    /// Checks tables against the moves of their positions: `sample` positions of each tier, or all of them. Gives the number of
    /// positions checked.
    ///
    /// # Errors
    /// When a table is missing, damaged or wrong.
    fn verify(
        &self,
        request: &Request,
        sample: u64,
        seed: u64,
        progress: &Progress,
    ) -> Result<u64, RequestError>;

    /// Tries to prove who wins a position.
    ///
    /// # Errors
    /// When the position or a file cannot be read, or a file cannot be written.
    fn prove(
        &self,
        request: &ProofRequest<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ProofReport>, ProofError>;

    /// The tables of the game in a directory of tables. Small tables are solved in memory when they are first needed.
    fn open(&self, tables: Option<&Path>) -> Arc<dyn AnyTables>;
}

/// Solves one game.
#[derive(Clone, Debug)]
pub struct Solver<G> {
    /// The rules.
    pub game: G,
    /// The game's name with its size.
    pub name: String,
    /// The name under which its tables are stored. Games that differ only in their starting position share their tables.
    pub table_name: String,
}

impl<G: Notation + Solvable + Clone> Solver<G> {
    /// The tables of the game in a directory of tables.
    pub(crate) fn tables(&self, directory: Option<&Path>) -> Tables<G> {
        let directory = directory.map(|tables| tables.join(self.table_name.replace(':', "-")));
        Tables::new(&self.game, &self.table_name, directory)
    }
}

impl<G: Notation + Solvable + Clone> AnySolver for Solver<G> {
    fn solve(&self, request: &Request, progress: &Arc<Progress>) -> Result<Report, RequestError> {
        request::solve(self, request, progress)
    }

    fn verify(
        &self,
        request: &Request,
        sample: u64,
        seed: u64,
        progress: &Progress,
    ) -> Result<u64, RequestError> {
        request::verify(self, request, sample, seed, progress)
    }

    fn prove(
        &self,
        request: &ProofRequest<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ProofReport>, ProofError> {
        request.run(self, progress)
    }

    fn open(&self, tables: Option<&Path>) -> Arc<dyn AnyTables> {
        let tables = Arc::new(self.tables(tables));
        Arc::new(OpenTables { game: self.game.clone(), name: self.name.clone(), tables })
    }
}
