//! The engine: exact searches, selective searches, several best moves, and reports for each depth.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::clock::Instant;
use game::{BoardState, Choice, Evaluate, Game, Line, MOST_MOVES, Oracle, Score};

use crate::busy::Busy;
use crate::known;
use crate::limits::{Limits, Watch};
use crate::mode::{Exact, Mode, Selective};
use crate::node::{self, Shared};
use crate::root::Root;
use crate::table::{OutOfMemory, TranspositionTable};
use crate::team::Team;
use crate::variety::Variety;

/// A transposition table and a number of threads. Later searches reuse the transposition table, so an engine must be
/// used with only one game and evaluation.
pub struct Engine {
    table: TranspositionTable,
    threads: usize,
}

/// The result of a search after a finished depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The depth.
    pub depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The best play, as far as the transposition table contains it.
    pub variation: Vec<M>,
    /// The positions visited so far by all threads.
    pub nodes: u64,
    /// The time so far.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub table_permille: u32,
}

impl Engine {
    /// An engine with a transposition table that grows up to about this many bytes.
    ///
    /// # Panics
    /// When the system does not have the memory; see [`Engine::try_new`].
    pub fn new(table_bytes: usize) -> Engine {
        Engine::try_new(table_bytes).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`Engine::new`].
    ///
    /// # Errors
    /// When the system does not have the memory for the transposition table.
    pub fn try_new(table_bytes: usize) -> Result<Engine, OutOfMemory> {
        Ok(Engine { table: TranspositionTable::new(table_bytes)?, threads: 1 })
    }

    /// The bytes of the transposition table that are in use.
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The same engine with this number of threads, at least one.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Engine {
        Engine { threads: threads.max(1), ..self }
    }

    /// The answer of [`game::best_move`]: the same score and the same best play, found faster. It does not depend on
    /// the transposition table or on the threads. `None` when the game is over.
    pub fn best_move<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        depth: u32,
        evaluation: &E,
    ) -> Option<Choice<G::Move>> {
        let limits = Limits { depth, ..Limits::default() };
        self.analyze(line, &limits, evaluation, |_| {})
    }

    /// Like [`Engine::best_move`], with limits and a report for each depth. If the search is stopped, the answer is
    /// exact for the last finished depth, except for the play after the first move. `None` when the game is over or no
    /// depth was finished. A position with more than [`MOST_MOVES`] moves stops the search.
    pub fn analyze<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        limits: &Limits<'_>,
        evaluation: &E,
        report: impl FnMut(&Report<G::Move>) + Send,
    ) -> Option<Choice<G::Move>> {
        let moves = without_twins(line, all_moves(line)?, evaluation);
        self.analyze_moves(line, &moves, limits, evaluation, &mut { report })
    }

    /// The `count` best moves at a fixed depth, best first and equals in generation order, each with the best play that
    /// follows and the depth that was finished. If the search is stopped, the last moves can be missing or have scores of
    /// lower depths.
    pub fn best_lines<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        limits: &Limits<'_>,
        evaluation: &E,
        count: usize,
    ) -> Vec<(u32, Choice<G::Move>)> {
        let mut moves = all_moves(line).unwrap_or_default();
        let mut lines = Vec::new();
        let mut depth = 0;
        while lines.len() < count
            && let Some(choice) =
                self.analyze_moves(line, &moves, limits, evaluation, &mut |report| depth = report.depth)
        {
            moves.retain(|&mv| mv != choice.mv());
            lines.push((depth, choice));
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
        self.table.begin_search();
        let root = Root::new(moves.to_vec());
        let (root, mut nodes) =
            self.run::<G, E, Exact>(&line, &root, limits.clone(), evaluation, None, report)?;
        let score = Score::from_value(root.value);
        let mut variation = vec![root.best_move()];
        let _ = line.try_play(root.best_move());
        // Best play is found move by move. Thanks to the transposition table, only the first search takes long.
        let mut expected = score;
        for depth in (1..root.depth).rev() {
            // Lower depths do not have to be searched again.
            expected = expected.one_ply_later();
            let root = if limits.is_up() { None } else { self.expect(&line, expected, depth) };
            let found =
                root.and_then(|root| self.run_one_ply_deeper(&line, &root, limits.cancel, evaluation));
            let Some((next, more)) = found else {
                // The game is over, or there is no time: use the moves in the transposition table.
                variation.extend(stored_play(&self.table, line, depth));
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
        self.think_with(line, limits, evaluation, None, None, report)
    }

    /// Like [`Engine::think`], with an oracle that knows the verdicts on some positions. If they decide between the
    /// moves, there is no search. Otherwise the search asks the oracle about every position that it visits. With variety, the
    /// move can be slightly worse than the best; the score is that of the move.
    ///
    /// The time limit includes the preparation of the oracle, which is omitted if the limit is short.
    pub fn think_with<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        limits: &Limits<'_>,
        evaluation: &E,
        oracle: Option<&dyn Oracle<G>>,
        variety: Option<Variety>,
        mut report: impl FnMut(&Report<G::Move>) + Send,
    ) -> Option<Choice<G::Move>> {
        let start = Instant::now();
        let moves = line.first_moves(MOST_MOVES);
        let oracle = oracle.filter(|oracle| known::prepare(*oracle, line.position(), limits));
        let known = if moves.len() == MOST_MOVES {
            let win = |mv| Choice { score: Score::win_in(1), variation: vec![mv], nodes: 1 };
            line.game().winning_move(line.position()).map(win)
        } else {
            oracle.and_then(|oracle| known::answer(oracle, line, &moves))
        };
        if let Some(choice) = known {
            report(&Report {
                depth: choice.variation.len() as u32,
                score: choice.score,
                variation: choice.variation.clone(),
                nodes: choice.nodes,
                time: start.elapsed(),
                table_permille: self.table.permille_used(),
            });
            return Some(choice);
        }
        let mut limits = limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
        self.table.begin_search();
        let root = match variety {
            Some(variety) => Root::varied(moves, line.position().hash(), variety),
            None => Root::new(moves),
        };
        let (root, nodes) =
            self.run::<G, E, Selective>(line, &root, limits, evaluation, oracle, &mut report)?;
        let mut variation = stored_play_after(&self.table, line, root.best_move(), root.depth.max(1));
        if let Some(oracle) = oracle {
            known::continue_play(oracle, line, &mut variation);
        }
        Some(Choice { score: Score::from_value(root.value), variation, nodes })
    }

    /// A root for a search of which the value is known. Its best move, from the transposition table, is a guess.
    fn expect<G: Game>(&self, line: &Line<'_, G>, value: Score, depth: u32) -> Option<Root<G::Move>> {
        let moves = all_moves(line)?;
        let hint = self
            .table
            .hint(line.position().hash())
            .and_then(|code| line.game().decode_move(line.position(), code));
        let best = moves.iter().position(|&mv| Some(mv) == hint).unwrap_or(0);
        let value = value.value();
        Some(Root { best, value, before: value, depth: depth - 1, knows_value: true, ..Root::new(moves) })
    }

    /// Runs a search one ply deeper than this root that is short as a rule: starting threads would take longer. Only if it is long after
    /// all, all threads go on with it. They find its results in the transposition table.
    fn run_one_ply_deeper<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        root: &Root<G::Move>,
        cancel: Option<&AtomicBool>,
        evaluation: &E,
    ) -> Option<(Root<G::Move>, u64)> {
        let limits = |nodes| Limits { depth: root.depth + 1, nodes, cancel, ..Limits::default() };
        if self.threads > 1 {
            let all = std::mem::replace(&mut self.threads, 1);
            let alone =
                self.run::<G, E, Exact>(line, root, limits(Some(SHORT)), evaluation, None, &mut |_| {});
            self.threads = all;
            if alone.is_some() {
                return alone;
            }
        }
        self.run::<G, E, Exact>(line, root, limits(None), evaluation, None, &mut |_| {})
    }

    /// Runs a search in all threads; the first thread that finishes the last depth ends it. `None` when there are no
    /// moves, or when an exact search finished no depth.
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
        let plies = node::plies_below::<K>(limits.depth);
        let shared = Shared {
            game: line.game(),
            evaluation,
            table,
            busy: Busy::new(self.threads),
            watch: Watch::new(limits, Team::new(self.threads, plies)),
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
                    table.begin_iteration();
                    report(&Report {
                        depth: own.depth,
                        score: Score::from_value(own.value),
                        variation: stored_play_after(table, line, own.best_move(), own.depth),
                        nodes: shared.watch.nodes(),
                        time: shared.watch.elapsed(),
                        table_permille: table.permille_used(),
                    });
                } else if own.depth < root.depth {
                    *own = root.clone();
                }
                let steady = std::mem::replace(&mut last, own.best) == own.best;
                let finished =
                    own.depth == shared.watch.depth() || !shared.watch.can_deepen(steady, K::SELECTIVE);
                if finished {
                    shared.watch.stop();
                }
                !finished
            });
            // A selective search also uses what it has found in an unfinished depth.
            let mut deepest = deepest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let found_something = own.depth > before || own.best != start.best;
            if K::SELECTIVE && found_something && own.depth == deepest.0.depth {
                deepest.0 = own;
            }
        };
        in_threads(self.threads, plies, &search);
        let (root, _) = deepest.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        (K::SELECTIVE || root.depth > before).then(|| (root, shared.watch.nodes()))
    }
}

/// A search of this many positions takes about as long as it takes to start a thread.
const SHORT: u64 = 1000;

/// Receives the report of each depth. It is not generic, so that a search is not compiled again for each kind of report.
type OnReport<'r, M> = &'r mut (dyn FnMut(&Report<M>) + Send);

/// The stack that one ply of a search may take, on the largest boards and without optimisation.
const STACK_PER_PLY: usize = 32 << 10;

/// The stack that a search may use of the thread that calls it: half of the stack of most threads.
const STACK_OF_CALLER: usize = 1 << 20;

/// Does the same work in this number of threads, on stacks for this many plies. A short search runs in the current thread, because
/// starting a thread can take longer than the search. The function is not generic, so that it is compiled once and not for every game.
fn in_threads(threads: usize, plies: u32, work: &(dyn Fn() + Sync)) {
    let stack = plies as usize * STACK_PER_PLY;
    let is_short = stack <= STACK_OF_CALLER;
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, work).is_ok();
        // The system may refuse threads; one of them is enough.
        let started = (usize::from(is_short)..threads).map(start).filter(|&started| started).count();
        if is_short || started == 0 {
            work();
        }
    });
}

/// All legal moves of a line, unless there are more than a search looks at.
pub(crate) fn all_moves<G: Game>(line: &Line<'_, G>) -> Option<Vec<G::Move>> {
    Some(line.first_moves(MOST_MOVES + 1)).filter(|moves| moves.len() <= MOST_MOVES)
}

/// Leaves out moves that are as good as an earlier one: if the position is its own reflection, a move has the same value as the
/// reflected move.
fn without_twins<G: Game, E: Evaluate<G>>(
    line: &Line<'_, G>,
    mut moves: Vec<G::Move>,
    evaluation: &E,
) -> Vec<G::Move> {
    let (game, position) = (line.game(), line.position());
    if evaluation.is_symmetric()
        && line.history_is_irrelevant()
        && game.reflected(position).as_ref() == Some(position)
    {
        let all = moves.clone();
        let mut seen = 0;
        moves.retain(|&mv| {
            seen += 1;
            !all[..seen - 1].contains(&game.reflected_move(mv))
        });
    }
    moves
}

/// The best play from a position, as far as the transposition table contains it, at most this many plies.
fn stored_play<G: Game>(table: &TranspositionTable, mut line: Line<'_, G>, plies: u32) -> Vec<G::Move> {
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

/// A move and the best play after it, as far as the transposition table contains it, at most this many plies in all.
fn stored_play_after<G: Game>(
    table: &TranspositionTable,
    line: &Line<'_, G>,
    first: G::Move,
    plies: u32,
) -> Vec<G::Move> {
    let mut line = line.clone();
    let _ = line.try_play(first);
    std::iter::once(first).chain(stored_play(table, line, plies - 1)).collect()
}
