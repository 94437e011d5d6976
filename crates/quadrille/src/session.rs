//! A search engine that is created once and used for many positions.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search::{Engine, Limits, OutOfMemory};
use solve::{Probe, ProbeError};

use crate::any_line::{AnyLine, OnFinding};
use crate::{Evaluation, Finding, Manner, Question, Strength, Tables};

/// A search engine with its transposition table and solved tables.
///
/// Later searches reuse the transposition table if the game and the evaluation are the same. That makes an exact search
/// faster but does not change its result.
pub struct Session {
    tables: Tables,
    threads: usize,
    /// The largest size of the transposition table.
    table_bytes: usize,
    cached: Option<CachedEngine>,
}

/// The engine of the last search, with the game and the evaluation of its entries.
struct CachedEngine {
    game: String,
    evaluation: Evaluation,
    engine: Engine,
}

/// The largest size of the transposition table if the caller does not set one.
const LARGEST_TABLE: usize = 256 << 20;
/// A process that cannot get this much memory cannot do anything.
const LEAST_TABLE: usize = 64 << 10;
/// The bytes that the transposition table grows by for each position of a search.
const BYTES_PER_NODE: u64 = 32;
/// The bytes that it grows by per second: a search visits a few million positions.
const BYTES_PER_SECOND: f64 = (64 << 20) as f64;

impl Session {
    /// A session with one thread and these solved tables.
    pub fn new(tables: Tables) -> Session {
        Session { tables, threads: 1, table_bytes: LARGEST_TABLE, cached: None }
    }

    /// The same session with this number of threads, at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Session {
        self.threads = threads.max(1);
        self.cached = None;
        self
    }

    /// The same session with a transposition table that grows up to this size, or up to the largest size that the machine has
    /// memory for. It grows with the positions that a search visits.
    #[must_use]
    pub fn with_table_bytes(mut self, bytes: usize) -> Session {
        self.table_bytes = bytes;
        self.cached = None;
        self
    }

    /// Like [`Session::with_table_bytes`], but refuses a size that the machine does not have the memory for.
    ///
    /// # Errors
    /// When the machine does not have so much memory.
    pub fn try_with_table_bytes(self, bytes: usize) -> Result<Session, OutOfMemory> {
        // This table takes no memory, because it is never used.
        Engine::try_new(bytes)?;
        Ok(self.with_table_bytes(bytes))
    }

    /// The size to which the transposition table of a search with these limits grows at most, if no size is set.
    pub fn useful_table_bytes(limits: &Limits<'_>) -> usize {
        let by_time = |time: Duration| (time.as_secs_f64() * BYTES_PER_SECOND) as usize;
        let by_nodes =
            |nodes: u64| usize::try_from(nodes.saturating_mul(BYTES_PER_NODE)).unwrap_or(usize::MAX);
        let bounds = [limits.time.map(by_time), limits.nodes.map(by_nodes)];
        bounds.into_iter().flatten().fold(LARGEST_TABLE, usize::min)
    }

    /// The solved tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The bytes of the transposition table that are in use.
    pub fn memory(&self) -> usize {
        self.cached.as_ref().map_or(0, |cached| cached.engine.memory())
    }

    /// Clears the transposition table.
    pub fn forget(&mut self) {
        if let Some(cached) = &mut self.cached {
            cached.engine.clear();
        }
    }

    /// The best move within the limits, or the move of an opponent with a manner of its own. Solved tables are used only if the
    /// question is not exact, has no depth limit, and the manner allows it. `None` when the game is over, or when an exact search was stopped before it finished its first depth.
    pub fn search(&mut self, line: &dyn AnyLine, question: &Question<'_>) -> Option<Finding> {
        self.search_with(line, question, &mut |_| {})
    }

    /// Like [`Session::search`], with a report for each depth.
    pub fn search_with(
        &mut self,
        line: &dyn AnyLine,
        question: &Question<'_>,
        report: OnFinding<'_>,
    ) -> Option<Finding> {
        if let Some(Manner { overlooked: Some(overlooked), variety, .. }) = question.manner {
            return line.look_ahead(question, overlooked, variety);
        }
        let tables = if question.may_ask_tables() { self.tables.open(&*line.game()) } else { None };
        line.search(self.engine(line, question), tables.as_deref(), question, report)
    }

    /// Like [`Session::search`], but always with a move unless the game is over: if an exact search is stopped before
    /// it finishes its first depth, a selective search follows, which always has an answer.
    pub fn choose(&mut self, line: &dyn AnyLine, question: &Question<'_>) -> Option<Finding> {
        self.search(line, question).or_else(|| {
            let question = Question { exact: false, ..question.clone() };
            self.search(line, &question)
        })
    }

    /// Chooses a move as an opponent of this strength. The seed chooses among moves of nearly equal worth; each game should have
    /// its own. `None` when the game is over.
    pub fn reply(
        &mut self,
        line: &dyn AnyLine,
        strength: Strength,
        seed: u64,
        cancel: Option<&AtomicBool>,
    ) -> Option<Finding> {
        self.choose(line, &strength.question(line.game().descriptor(), seed, cancel))
    }

    /// The `count` best moves with exact scores at the depth of the limits. If the search is stopped, the last moves
    /// can be missing or have scores of lower depths.
    pub fn best_lines(&mut self, line: &dyn AnyLine, question: &Question<'_>, count: usize) -> Vec<Finding> {
        line.best_lines(self.engine(line, question), question, count)
    }

    /// Looks up a position and each of its moves in the solved tables.
    ///
    /// # Errors
    /// When there is no usable table.
    pub fn probe(&self, line: &dyn AnyLine) -> Result<Probe, ProbeError> {
        self.tables.probe(line)
    }

    /// The cached engine, if its game and evaluation are the same, or else a new one.
    fn engine(&mut self, line: &dyn AnyLine, question: &Question<'_>) -> &mut Engine {
        let game = line.game();
        let fits =
            |cached: &CachedEngine| cached.game == game.name() && cached.evaluation == question.evaluation;
        let cached = self.cached.take().filter(fits).unwrap_or_else(|| CachedEngine {
            game: game.name().to_string(),
            evaluation: question.evaluation,
            engine: largest_engine(self.table_bytes).with_threads(self.threads),
        });
        &mut self.cached.insert(cached).engine
    }
}

/// An engine with a transposition table of this size. If the system does not have so much memory, the table is smaller:
/// a search with less memory takes longer, but it is still a search.
fn largest_engine(bytes: usize) -> Engine {
    match Engine::try_new(bytes) {
        Err(_) if bytes > LEAST_TABLE => largest_engine(bytes / 2),
        engine => engine.unwrap_or_else(|error| panic!("{error}")),
    }
}
