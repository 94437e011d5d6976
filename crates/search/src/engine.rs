//! What callers use: exact answers, answers on a clock, several lines, and reports on the way.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use game::{BoardState, Choice, Evaluate, Game, Line, Oracle, Score};

use crate::busy::Busy;
use crate::known;
use crate::limits::{Limits, Watch};
use crate::mode::{Exact, Mode, Selective};
use crate::node::Shared;
use crate::root::Root;
use crate::table::Table;

/// A transposition table and a number of threads. The transposition table is kept from one search to the next; it must not be used for
/// another game or evaluation.
pub struct Engine {
    table: Table,
    threads: usize,
}

/// What a search knows when it has finished a depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The depth.
    pub depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The best play, as far as it is remembered.
    pub variation: Vec<M>,
    /// The positions looked at so far by all threads.
    pub nodes: u64,
    /// The time so far.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub table_permille: u32,
}

impl Engine {
    /// An engine whose transposition table takes about this many bytes. Memory is taken as it is used, so the engine starts at once.
    pub fn new(table_bytes: usize) -> Engine {
        Engine { table: Table::new(table_bytes), threads: 1 }
    }

    /// The same engine with all its memory taken from the system, so that no search has to wait for it.
    #[must_use]
    pub fn prepared(self) -> Engine {
        self.table.take_all();
        self
    }

    /// Forgets everything. This touches all memory of the transposition table, so that searches do not wait for it later.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The same engine with this number of threads, at least one.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Engine {
        Engine { threads: threads.max(1), ..self }
    }

    /// The answer of [`game::best_move`]: the same score and the same best play, with fewer positions looked at. Neither the transposition
    /// table nor the threads change it. `None` when the game is over.
    pub fn best_move<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        depth: u32,
        evaluation: &E,
    ) -> Option<Choice<G::Move>> {
        let limits = Limits { depth, ..Limits::default() };
        self.analyze(line, &limits, evaluation, |_| {})
    }

    /// As [`Engine::best_move`], with a report for each depth and a way to stop it. A search that is stopped gives the answer of the last depth
    /// that it finished, which is exact for that depth except for the play after the first move. `None` when the game is over or no
    /// depth was finished.
    pub fn analyze<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        limits: &Limits<'_>,
        evaluation: &E,
        report: impl FnMut(&Report<G::Move>) + Send,
    ) -> Option<Choice<G::Move>> {
        self.analyze_moves(line, &line.moves(), limits, evaluation, &mut { report })
    }

    /// The `count` best moves to a fixed depth, best first, of equals the first in generation order, each with the best play
    /// that follows it. If the search is stopped, the last of them may be missing or from lower depths.
    pub fn best_lines<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        limits: &Limits<'_>,
        evaluation: &E,
        count: usize,
    ) -> Vec<Choice<G::Move>> {
        let mut moves = line.moves();
        let mut lines = Vec::new();
        while lines.len() < count
            && let Some(choice) = self.analyze_moves(line, &moves, limits, evaluation, &mut |_| {})
        {
            moves.retain(|&mv| mv != choice.mv());
            lines.push(choice);
        }
        lines
    }

    /// The best of these moves.
    fn analyze_moves<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        moves: &[G::Move],
        limits: &Limits<'_>,
        evaluation: &E,
        report: OnReport<'_, G::Move>,
    ) -> Option<Choice<G::Move>> {
        let mut line = line.clone();
        self.table.begin();
        let root = Root::new(moves.to_vec());
        let (root, mut nodes) =
            self.run::<G, E, Exact>(&line, &root, limits.clone(), evaluation, None, report)?;
        let score = Score::from_value(root.value);
        let mut variation = vec![root.best_move()];
        let _ = line.try_play(root.best_move());
        // Best play is found move by move: thanks to the transposition table all searches but the first are short.
        let mut expected = score;
        for depth in (1..root.depth).rev() {
            let within = Limits { depth, cancel: limits.cancel, ..Limits::default() };
            // Nothing shallower needs to be searched again.
            expected = expected.one_ply_earlier();
            let root = self.expect(&line, expected, depth);
            let found = if limits.is_up() {
                None
            } else {
                self.run::<G, E, Exact>(&line, &root, within, evaluation, None, &mut |_| {})
            };
            let Some((next, more)) = found else {
                // The game is over, or there is no time to look: what the transposition table remembers must do.
                variation.extend(remembered(&self.table, line, depth));
                break;
            };
            let _ = line.try_play(next.best_move());
            variation.push(next.best_move());
            nodes += more;
        }
        Some(Choice { score, variation, nodes })
    }

    /// The best move that can be found within the limits, with a report for each depth. `None` only when the game is over.
    pub fn think<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        limits: &Limits<'_>,
        evaluation: &E,
        report: impl FnMut(&Report<G::Move>) + Send,
    ) -> Option<Choice<G::Move>> {
        self.think_with(line, limits, evaluation, None, report)
    }

    /// As [`Engine::think`], with an oracle that knows the outcome of some positions. If that decides between the moves,
    /// the answer is there at once; if not, the search asks about every position that it reaches.
    ///
    /// Preparing the oracle counts towards the time limit, and is left out if the limit is short.
    pub fn think_with<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        limits: &Limits<'_>,
        evaluation: &E,
        oracle: Option<&dyn Oracle<G>>,
        mut report: impl FnMut(&Report<G::Move>) + Send,
    ) -> Option<Choice<G::Move>> {
        let start = Instant::now();
        let moves = line.moves();
        let first = *moves.first()?;
        let oracle = oracle.filter(|oracle| known::prepare(*oracle, line.position(), limits));
        if let Some(choice) = oracle.and_then(|oracle| known::answer(oracle, line, &moves)) {
            report(&self.report_at_once(&choice, start.elapsed()));
            return Some(choice);
        }
        let mut limits = limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
        self.table.begin();
        let root = Root::new(moves);
        let found = self.run::<G, E, Selective>(line, &root, limits, evaluation, oracle, &mut report);
        let Some((root, nodes)) = found else {
            return Some(Choice { score: Score::DRAW, variation: vec![first], nodes: 0 });
        };
        let mut variation = remembered_from(&self.table, line, root.best_move(), root.depth);
        if let Some(oracle) = oracle {
            known::continue_play(oracle, line, &mut variation);
        }
        Some(Choice { score: Score::from_value(root.value), variation, nodes })
    }

    /// The report of an answer that needed no search.
    fn report_at_once<M: Copy>(&self, choice: &Choice<M>, time: Duration) -> Report<M> {
        Report {
            depth: choice.variation.len() as u32,
            score: choice.score,
            variation: choice.variation.clone(),
            nodes: choice.nodes,
            time,
            table_permille: self.table.permille_used(),
        }
    }

    /// The root as the transposition table remembers it from the depth before: its best move and its value are the first guesses.
    fn expect<G: Game>(&self, line: &Line<'_, G>, value: Score, depth: u32) -> Root<G::Move> {
        let moves = line.moves();
        let hint = self
            .table
            .hint(line.position().hash())
            .and_then(|code| line.game().decode_move(line.position(), code));
        let best = moves.iter().position(|&mv| Some(mv) == hint).unwrap_or(0);
        Root { moves, best, value: value.value(), before: value.value(), depth: depth - 1 }
    }

    /// Runs a search in all threads; the first to reach the last depth ends it. `None` when no depth was finished or there
    /// are no moves.
    fn run<G: Game, E: Evaluate<G>, K: Mode>(
        &mut self,
        line: &Line<'_, G>,
        start: &Root<G::Move>,
        limits: Limits<'_>,
        evaluation: &E,
        oracle: Option<&dyn Oracle<G>>,
        report: OnReport<'_, G::Move>,
    ) -> Option<(Root<G::Move>, u64)> {
        if start.moves.is_empty() {
            return None;
        }
        let table = &self.table;
        let shared = Shared {
            game: line.game(),
            evaluation,
            table,
            busy: Busy::new(self.threads),
            watch: Watch::new(limits),
            oracle,
        };
        let before = start.depth;
        let deepest = Mutex::new((start.clone(), report));
        let search = || {
            let mut own = start.clone();
            let mut last = own.best;
            own.deepen::<G, E, K>(&shared, line, &mut |own| {
                let mut deepest = deepest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let (root, report) = &mut *deepest;
                if own.depth > root.depth {
                    *root = own.clone();
                    table.age();
                    report(&Report {
                        depth: own.depth,
                        score: Score::from_value(own.value),
                        variation: remembered_from(table, line, own.best_move(), own.depth),
                        nodes: shared.watch.nodes(),
                        time: shared.watch.elapsed(),
                        table_permille: table.permille_used(),
                    });
                }
                let steady = std::mem::replace(&mut last, own.best) == own.best;
                let finished =
                    own.depth == shared.watch.depth() || !shared.watch.can_deepen(steady, K::SELECTIVE);
                if finished {
                    shared.watch.stop();
                }
                !finished
            });
            // What a selective search has found in the depth it did not finish.
            let mut deepest = deepest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if K::SELECTIVE && own.depth > before && own.depth == deepest.0.depth {
                deepest.0 = own;
            }
        };
        in_threads(self.threads, &search);
        let (root, _) = deepest.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        (root.depth > before).then(|| (root, shared.watch.nodes()))
    }
}

/// Sees the report of each depth. Not generic, so that a search is not compiled again for each kind of report.
type OnReport<'r, M> = &'r mut (dyn FnMut(&Report<M>) + Send);

/// Does the same work in this number of threads, of which the present one is the first. Not generic, so that starting threads is compiled
/// once and not for every game.
fn in_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// The best play from here as the transposition table remembers it, at most this many plies.
fn remembered<G: Game>(table: &Table, mut line: Line<'_, G>, plies: u32) -> Vec<G::Move> {
    let mut variation = Vec::new();
    while (variation.len() as u32) < plies && line.ending().is_none() {
        let hint = table.hint(line.position().hash());
        let Some(next) = hint.and_then(|code| line.game().decode_move(line.position(), code)) else {
            break;
        };
        if line.try_play(next).is_none() {
            break;
        }
        variation.push(next);
    }
    variation
}

/// A move and the best play after it as the transposition table remembers it, this many plies in all.
fn remembered_from<G: Game>(table: &Table, line: &Line<'_, G>, first: G::Move, plies: u32) -> Vec<G::Move> {
    let mut line = line.clone();
    let _ = line.try_play(first);
    std::iter::once(first).chain(remembered(table, line, plies - 1)).collect()
}
