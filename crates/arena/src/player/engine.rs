//! Quadrille's own engine, in this process.

use quadrille::{Limits, Question, Session, Tables};

use super::spec::EngineOptions;
use super::{Answer, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::Fault;

/// The transposition table of a search without a depth. It is small, since many games may be played at a time.
const TABLE_BYTES: usize = 16 << 20;

/// The engine with a session for one game.
pub(super) struct EnginePlayer {
    pub(super) options: EngineOptions,
    pub(super) tables: Tables,
    /// Made when the first move is due and the control is known.
    pub(super) session: Option<Session>,
}

impl Player for EnginePlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let EngineOptions { evaluation, threads, megabytes, exact, .. } = self.options;
        let mut limits = Limits { time: allowance.time_for(situation.line.side()), ..Limits::default() };
        match allowance.control {
            Control::Depth(depth) => limits.depth = depth,
            Control::Nodes(nodes) => limits.nodes = Some(nodes),
            Control::Time(_) | Control::Clock { .. } => {}
        }
        let at_depth = matches!(allowance.control, Control::Depth(_));
        let session = self.session.get_or_insert_with(|| {
            let session = Session::new(self.tables.clone()).with_threads(threads);
            match megabytes {
                Some(megabytes) => session.with_table_bytes(megabytes << 20),
                None if at_depth => session,
                None => session.with_table_bytes(TABLE_BYTES).prepared(),
            }
        });
        let question = Question { limits, exact: exact || at_depth, evaluation };
        if let Some(mut found) = session.search(situation.line, &question) {
            return Ok(Answer { text: found.play.swap_remove(0), score: Some(found.score.value()) });
        }
        // An exact search may not have had the time for a single depth.
        let first = situation.line.moves().into_iter().next().ok_or(Fault::NoAnswer)?;
        Ok(Answer { text: first, score: None })
    }
}
