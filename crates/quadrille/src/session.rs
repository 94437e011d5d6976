//! The engine, made once and used for one position after the other.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search::{Engine, Limits};
use solve::{Probe, ProbeError};

use crate::any_line::{AnyLine, OnReport};
use crate::{Evaluation, Finding, MAX_DEPTH, Question, Strength, Tables};

/// A search engine with its transposition table and the solved tables that it may ask.
///
/// A session keeps what it has found from one search to the next, as long as game and evaluation stay the same. The answer to a
/// fixed depth does not depend on that.
pub struct Session {
    tables: Tables,
    threads: usize,
    /// The size of the transposition table, if it is not to follow the limits of each search.
    table_bytes: Option<usize>,
    prepared: bool,
    kept: Option<Kept>,
}

/// An engine whose transposition table has entries of one game and evaluation.
struct Kept {
    game: String,
    evaluation: Evaluation,
    bytes: usize,
    engine: Engine,
}

/// The largest transposition table that a session takes without being told to.
const LARGEST_TABLE: usize = 256 << 20;
/// The smallest one for a search without a depth. It is larger than a short search can fill: what the search for one move has found
/// helps to find the next ones.
const SMALLEST_TABLE: usize = 16 << 20;
/// What a search can fill in a second: it visits a few million positions, and an entry takes 16 bytes.
const BYTES_A_SECOND: f64 = (64 << 20) as f64;
/// The bytes of the transposition table for each position that a search may visit.
const BYTES_A_NODE: u64 = 16;

impl Session {
    /// A session with one thread that may ask these tables.
    pub fn new(tables: Tables) -> Session {
        Session { tables, threads: 1, table_bytes: None, prepared: false, kept: None }
    }

    /// The same session with this number of threads, at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Session {
        self.threads = threads.max(1);
        self.kept = None;
        self
    }

    /// The same session with a transposition table of this size, whatever the limits of a search.
    #[must_use]
    pub fn with_table_bytes(mut self, bytes: usize) -> Session {
        self.table_bytes = Some(bytes);
        self.kept = None;
        self
    }

    /// The same session, which takes all memory of its transposition table from the system before it searches: no search has to
    /// wait for it.
    #[must_use]
    pub fn prepared(mut self) -> Session {
        self.prepared = true;
        self
    }

    /// The solved tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// How many bytes the transposition table takes.
    pub fn memory(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.bytes)
    }

    /// Forgets all that was found.
    pub fn forget(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.engine.clear();
        }
    }

    /// Takes the memory that a search of this line needs, so that the search need not wait for it.
    pub fn prepare(&mut self, line: &dyn AnyLine, question: &Question<'_>) {
        self.engine(line, question);
    }

    /// The best move within the limits. An exact answer, or one to a depth, is searched for; any other also makes use of the game's
    /// solved tables. `None` when the game is over, or when an exact search was stopped before it had finished the first depth.
    pub fn search(&mut self, line: &dyn AnyLine, question: &Question<'_>) -> Option<Finding> {
        self.search_with(line, question, &mut |_| {})
    }

    /// As [`Session::search`], with a report for each depth.
    pub fn search_with(
        &mut self,
        line: &dyn AnyLine,
        question: &Question<'_>,
        report: OnReport<'_>,
    ) -> Option<Finding> {
        let tables = if question.may_ask_tables() { self.tables.open(&*line.game()) } else { None };
        line.search(self.engine(line, question), tables.as_deref(), question, report)
    }

    /// As [`Session::search`], but there always is a move unless the game is over: where an exact search has no time for a single
    /// depth, a selective one answers.
    pub fn choose(&mut self, line: &dyn AnyLine, question: &Question<'_>) -> Option<Finding> {
        self.search(line, question).or_else(|| {
            let question = Question { exact: false, ..question.clone() };
            self.search(line, &question)
        })
    }

    /// The move of an opponent of this strength, unless the game is over.
    pub fn reply(
        &mut self,
        line: &dyn AnyLine,
        strength: Strength,
        cancel: Option<&AtomicBool>,
    ) -> Option<Finding> {
        self.choose(line, &strength.question(cancel))
    }

    /// The `count` best moves to the depth of the limits, exactly. If the search is stopped, the last may be missing or from lower
    /// depths.
    pub fn best_lines(&mut self, line: &dyn AnyLine, question: &Question<'_>, count: usize) -> Vec<Finding> {
        line.best_lines(self.engine(line, question), question, count)
    }

    /// What the solved tables know about a position and each of its moves.
    ///
    /// # Errors
    /// When there is no usable table.
    pub fn probe(&self, line: &dyn AnyLine) -> Result<Probe, ProbeError> {
        self.tables.probe(line)
    }

    /// The engine for a search of this line: the one at hand, unless it belongs to another game or is too small.
    fn engine(&mut self, line: &dyn AnyLine, question: &Question<'_>) -> &mut Engine {
        let game = line.game();
        let bytes = self.table_bytes.unwrap_or_else(|| table_bytes(&question.limits));
        let fits = |kept: &Kept| {
            kept.game == game.name() && kept.evaluation == question.evaluation && kept.bytes >= bytes
        };
        let kept = self.kept.take().filter(fits).unwrap_or_else(|| {
            let engine = Engine::new(bytes).with_threads(self.threads);
            let engine = if self.prepared { engine.prepared() } else { engine };
            Kept { game: game.name().to_string(), evaluation: question.evaluation, bytes, engine }
        });
        &mut self.kept.insert(kept).engine
    }
}

/// The size of the transposition table that a search within these limits can make use of.
fn table_bytes(limits: &Limits<'_>) -> usize {
    if limits.depth < MAX_DEPTH {
        return LARGEST_TABLE.min(1 << (10 + 2 * limits.depth.min(16)));
    }
    let by_time = |time: Duration| (time.as_secs_f64() * BYTES_A_SECOND) as usize;
    let by_nodes = |nodes: u64| usize::try_from(nodes.saturating_mul(BYTES_A_NODE)).unwrap_or(usize::MAX);
    let bounds = [limits.time.map(by_time), limits.nodes.map(by_nodes)];
    let needed = bounds.into_iter().flatten().min().unwrap_or(LARGEST_TABLE);
    needed.clamp(SMALLEST_TABLE, LARGEST_TABLE)
}
