//! The engine: a session that Python can stop.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use quadrille::{AnyLine, Finding, Limits, MAX_DEPTH, MOST_MOVES, Question, Session, Strength};

use crate::analysis::Analysis;
use crate::errors::{failed, parse_error};
use crate::game::tables;
use crate::interrupt::cancellable;
use crate::position::Position;

/// The same limits as those of the command.
const MOST_THREADS: usize = 256;
const MOST_MEGABYTES: usize = 65_536;

/// A number of threads, if it is one.
pub(crate) fn thread_count(threads: usize) -> PyResult<usize> {
    let message = || failed(format!("the number of threads is a whole number from 1 to {MOST_THREADS}"));
    (1..=MOST_THREADS).contains(&threads).then_some(threads).ok_or_else(message)
}

thread_local! {
    /// The engine that is searching in this thread, by its address; 0 if none is.
    static SEARCHING: Cell<usize> = const { Cell::new(0) };
}

/// A search engine with its transposition table, which it keeps from search to search. While it searches, other Python threads run; searches of
/// the same engine wait for each other.
///
/// >>> engine = Engine(table_megabytes=16)
/// >>> engine.analyze(Game("oska:4").start(), depth=5).depth
/// 5
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Engine {
    session: Mutex<Session>,
}

/// What a search is asked for.
pub(crate) struct SearchArguments {
    question: Question<'static>,
    lines: usize,
    on_depth: Option<Py<PyAny>>,
}

impl SearchArguments {
    pub(crate) fn new(
        depth: Option<u32>,
        time: Option<f64>,
        nodes: Option<u64>,
        lines: usize,
        eval: Option<&str>,
        on_depth: Option<Py<PyAny>>,
    ) -> PyResult<SearchArguments> {
        if depth.is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth)) {
            return Err(failed(format!("a depth is a whole number from 1 to {MAX_DEPTH}")));
        }
        let time = time
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(|error| failed(format!("time: {error}")))?;
        let mut question = Question::within(depth, time, nodes)
            .ok_or_else(|| failed("set a limit: depth alone, or time (in seconds), nodes or both"))?;
        if lines == 0 || lines > 1 && !question.exact {
            return Err(failed("lines is at least 1, and more than 1 only with a depth"));
        }
        if let Some(eval) = eval {
            question.evaluation = eval.parse().map_err(parse_error)?;
        }
        Ok(SearchArguments { question, lines, on_depth })
    }
}

impl Engine {
    pub(crate) fn with(
        threads: usize,
        table_megabytes: Option<usize>,
        directory: Option<PathBuf>,
    ) -> PyResult<Engine> {
        let mut session = Session::new(tables(directory)).with_threads(thread_count(threads)?);
        if let Some(megabytes) = table_megabytes {
            if !(1..=MOST_MEGABYTES).contains(&megabytes) {
                return Err(failed(format!("table_megabytes is a whole number from 1 to {MOST_MEGABYTES}")));
            }
            session = session.try_with_table_bytes(megabytes << 20).map_err(failed)?;
        }
        Ok(Engine { session: Mutex::new(session) })
    }

    pub(crate) fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        arguments: SearchArguments,
    ) -> PyResult<Analysis> {
        let line = &*position.line;
        let descriptor = line.game().descriptor();
        if let Some(ending) = line.ending() {
            return Err(failed(format!("the game is over: {ending}")));
        }
        let SearchArguments { question, lines, on_depth } = arguments;
        let (raised, depth) = (Mutex::new(None), question.exact.then_some(question.limits.depth));
        let found = self.run(py, |session, cancel| {
            let limits = Limits { cancel: Some(cancel), ..question.limits };
            let question = Question { limits, ..question };
            if lines > 1 {
                return session.best_lines(line, &question, lines);
            }
            let mut report = |finding: &Finding| {
                if let Some(callback) = on_depth.as_ref().filter(|_| !cancel.load(Relaxed)) {
                    let analysis = Analysis::new(descriptor, finding.clone(), Vec::new());
                    let called = Python::attach(|py| callback.call1(py, (analysis,)).map(drop));
                    if let Err(error) = called {
                        *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        cancel.store(true, Relaxed);
                    }
                }
            };
            session.search_with(line, &question, &mut report).into_iter().collect()
        })?;
        if let Some(error) = raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        analysis(line, found, lines > 1, depth)
    }

    /// Runs a search, which Ctrl-C ends.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        search: impl FnOnce(&mut Session, &AtomicBool) -> T + Send,
    ) -> PyResult<T> {
        let address = std::ptr::from_ref(self).addr();
        // It would wait for itself for ever.
        if SEARCHING.get() == address {
            return Err(failed("on_depth cannot use the engine that is calling it: use another engine"));
        }
        cancellable(py, |cancel| {
            SEARCHING.set(address);
            // A session that a panic has left is still a session: its table has only correct entries.
            let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
            search(&mut session, cancel)
        })
    }
}

/// The findings of a search, which must have reached the depth if it is exact.
fn analysis(
    line: &dyn AnyLine,
    found: Vec<Finding>,
    several: bool,
    depth: Option<u32>,
) -> PyResult<Analysis> {
    let descriptor = line.game().descriptor();
    let is_short = |finding: &Finding| depth.is_some_and(|depth| finding.depth < depth);
    let lines = if several {
        found.iter().map(|finding| Analysis::new(descriptor, finding.clone(), Vec::new())).collect()
    } else {
        Vec::new()
    };
    let nodes = found.iter().map(|finding| finding.nodes).sum();
    if found.iter().any(is_short) || found.is_empty() {
        return Err(failed(format!(
            "this position, or one that it leads to, has more than {MOST_MOVES} moves, too many for an exact search: set a time"
        )));
    }
    let best = found.into_iter().next().map(|best| Finding { nodes, ..best });
    best.map(|best| Analysis::new(descriptor, best, lines)).ok_or_else(|| failed("the game is over"))
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (threads = 1, table_megabytes = None, tables = None))]
    fn new(threads: usize, table_megabytes: Option<usize>, tables: Option<PathBuf>) -> PyResult<Engine> {
        Engine::with(threads, table_megabytes, tables)
    }

    /// Searches a position. With `depth` the answer is that of plain minimax, and `lines` asks for so many of the best moves; with `time` (in
    /// seconds), `nodes` or both the engine plays as well as it can. `eval` is `standard`, `material` or `net`. `on_depth` is called with the
    /// analysis of each depth. Ctrl-C stops the search.
    #[pyo3(signature = (position, depth = None, *, time = None, nodes = None, lines = 1, eval = None, on_depth = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn analyze(
        &self,
        py: Python<'_>,
        position: Bound<'_, Position>,
        depth: Option<u32>,
        time: Option<f64>,
        nodes: Option<u64>,
        lines: usize,
        eval: Option<&str>,
        on_depth: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        self.search(py, position.get(), SearchArguments::new(depth, time, nodes, lines, eval, on_depth)?)
    }

    /// The move of an opponent: `strength` is `level=1` to `level=12`, `depth=6` or `time=500ms`. The seed chooses among moves of nearly equal
    /// worth.
    #[pyo3(signature = (position, strength = "level=6", seed = 0))]
    fn choose(
        &self,
        py: Python<'_>,
        position: Bound<'_, Position>,
        strength: &str,
        seed: u64,
    ) -> PyResult<String> {
        let strength: Strength = strength.parse().map_err(|error: String| failed(error))?;
        let line = &*position.get().line;
        let found = self.run(py, |session, cancel| session.reply(line, strength, seed, Some(cancel)))?;
        let over =
            || failed(line.ending().map_or_else(String::new, |ending| format!("the game is over: {ending}")));
        found.map(|found| found.play[0].clone()).ok_or_else(over)
    }

    /// Clears the transposition table.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.run(py, |session, _| session.forget())
    }

    fn __repr__(&self) -> &'static str {
        "<Engine>"
    }
}
