//! Solving and probing any game, through texts. The code behind it is compiled once for each game.

use std::path::Path;
use std::sync::Arc;

use game::{Notation, Random};

use crate::Solvable;
use crate::probe::{AnyTables, OpenTables};
use crate::progress::{Progress, Stage};
use crate::prove::{OnProgress, ProofError, ProofReport, ProofRequest};
use crate::ranking::Ranking;
use crate::request::{self, Report, Request, RequestError};
use crate::tables::Tables;

/// A game that can be solved, whichever it is. In a browser there are only small tables, which are solved when they are first needed: what
/// writes files is left out there, because it would make a fifth of what the browser loads.
pub trait AnySolver: Send + Sync {
    /// Solves the requested tables, or finds them solved.
    ///
    /// # Errors
    /// When that cannot be done.
    #[cfg(not(target_family = "wasm"))]
    fn solve(&self, request: &Request, progress: &Arc<Progress>) -> Result<Report, RequestError>;

    /// Checks tables against the moves of their positions: `sample` positions of each tier, or all of them. Gives the number of
    /// positions checked.
    ///
    /// # Errors
    /// When a table is missing, damaged or wrong.
    #[cfg(not(target_family = "wasm"))]
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
    #[cfg(not(target_family = "wasm"))]
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
    #[cfg(not(target_family = "wasm"))]
    fn solve(&self, request: &Request, progress: &Arc<Progress>) -> Result<Report, RequestError> {
        let tables = self.tables(Some(&request.tables));
        let tiers = request.tiers(&self.game, &self.name)?;
        let solved = tables.solve(&tiers, &request.cluster, progress)?;
        // The request is met, even if something is wrong with other tables.
        let start = request::start(self, &tables).unwrap_or_else(|problem| {
            progress.note(problem.to_string());
            None
        });
        let tiers = solved.into_iter().map(|solved| request::tier_report(&tables, solved)).collect();
        Ok(Report { tiers, start })
    }

    #[cfg(not(target_family = "wasm"))]
    fn verify(
        &self,
        request: &Request,
        sample: u64,
        seed: u64,
        progress: &Progress,
    ) -> Result<u64, RequestError> {
        let game = &self.game;
        let tables = self.tables(Some(&request.tables));
        let tiers = request.tiers(game, &self.name)?;
        let mut random = Random::new(seed);
        let mut looked_at = 0;
        for (number, &tier) in (1..).zip(&tiers) {
            let ranking = Ranking::new(game, tier)
                .ok_or_else(|| request::too_large(&self.name, &G::write_tier(tier)))?;
            let total = ranking.size().min(sample);
            progress.begin(Stage {
                tier: number,
                tiers: tiers.len(),
                name: G::write_tier(tier),
                work: "checking",
                total,
            });
            tables.require(tier)?;
            for count in 0..total {
                let index = if total == ranking.size() { count } else { random.next_u64() % ranking.size() };
                if let Some(ranked) = ranking.position(game, index) {
                    request::check(game, &tables, tier, &ranked.position)?;
                    looked_at += 1;
                }
                progress.add(1);
            }
        }
        Ok(looked_at)
    }

    #[cfg(not(target_family = "wasm"))]
    fn prove(
        &self,
        request: &ProofRequest<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ProofReport>, ProofError> {
        request.run(self, progress)
    }

    fn open(&self, tables: Option<&Path>) -> Arc<dyn AnyTables> {
        Arc::new(OpenTables { name: self.name.clone(), tables: Arc::new(self.tables(tables)) })
    }
}
