//! Quadrille's own engine, in this process.

use anyline::Question;
use search::{Engine, Limits, share_of_clock};

use super::spec::EngineOptions;
use super::{Answer, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::Fault;

/// The table of a search that has no depth.
const TABLE_BYTES: usize = 16 << 20;

/// The engine with a table that is kept for the game.
pub(super) struct EnginePlayer {
    options: EngineOptions,
    /// Made when the first move is due, when it is known how deep to look.
    engine: Option<Engine>,
}

impl EnginePlayer {
    pub(super) fn new(options: &EngineOptions) -> EnginePlayer {
        EnginePlayer { options: *options, engine: None }
    }
}

impl Player for EnginePlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let EngineOptions { evaluation, threads, megabytes, exact, .. } = self.options;
        let mut limits = Limits::default();
        match allowance.control {
            Control::Depth(depth) => limits.depth = depth,
            Control::Nodes(nodes) => limits.nodes = Some(nodes),
            Control::Time(time) => limits.time = Some(time),
            Control::Clock { increment, .. } => {
                limits.time =
                    Some(share_of_clock(allowance.clocks[situation.line.side().index()], increment));
            }
        }
        let at_depth = matches!(allowance.control, Control::Depth(_));
        let engine = self.engine.get_or_insert_with(|| {
            let engine = match megabytes {
                Some(megabytes) => Engine::new(megabytes << 20),
                None if at_depth => Engine::for_depth(limits.depth),
                None => Engine::new(TABLE_BYTES).prepared(),
            };
            engine.with_threads(threads)
        });
        let question = Question { limits, exact: exact || at_depth, evaluation };
        let found = situation.line.search(engine, &question, &mut |_| {});
        if let Some(mut found) = found {
            return Ok(Answer { text: found.play.swap_remove(0), score: Some(found.score.value()) });
        }
        // An exact search may not have had the time for a single depth.
        let first = situation.line.moves().into_iter().next().ok_or(Fault::NoAnswer)?;
        Ok(Answer { text: first, score: None })
    }
}
