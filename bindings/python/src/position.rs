//! Positions with their history.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};
use quadrille::{AnyLine, Outcome as Result3, Random, Side, drawing};

use crate::analysis::{Analysis, Probe};
use crate::engine::{Engine, SearchArguments, thread_count};
use crate::errors::{failed, illegal, parse_error};
use crate::game::{Game, tables};
use crate::interrupt::cancellable;
use crate::record::Record;
use crate::tree::Tree;

/// A position with its history. It never changes: `play` returns a new one.
///
/// >>> before = Game("ctf:3").start()
/// >>> after = before.play("a1a2")
/// >>> before.side, after.side
/// ('w', 'b')
/// >>> after.text
/// '-Www--bBb,wWw---bBb b'
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Position {
    pub(crate) owner: Game,
    pub(crate) line: Box<dyn AnyLine>,
    /// The text of the position before the first of the moves.
    root: Arc<str>,
    moves: Option<Arc<Played>>,
}

/// The moves that led to a position, newest first. Positions share what they have in common, so playing takes the same time however long
/// the game is.
struct Played {
    name: Box<str>,
    before: Option<Arc<Played>>,
}

impl Drop for Played {
    /// Frees a long game move by move; otherwise each move would be freed inside the next, which takes too much of the stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut played) = before.and_then(Arc::into_inner) {
            before = played.before.take();
        }
    }
}

impl Position {
    /// A position without moves.
    pub(crate) fn root(owner: Game, line: Box<dyn AnyLine>, text: &str) -> Position {
        Position { owner, line, root: text.into(), moves: None }
    }

    /// The position after a move.
    pub(crate) fn after(&self, name: &str) -> PyResult<Position> {
        let mut line = self.line.duplicate();
        line.play(name).map_err(|refusal| illegal(name, refusal))?;
        let moves = Some(Arc::new(Played { name: name.into(), before: self.moves.clone() }));
        Ok(Position { owner: self.owner.clone(), line, root: Arc::clone(&self.root), moves })
    }

    /// The name of the legal move with this number.
    fn name_of(&self, action: usize) -> PyResult<String> {
        let moves = self.line.moves();
        let numbers = self.owner.encoding.numbers(&moves);
        let at = numbers.iter().position(|&number| number == Some(action));
        at.map(|at| moves[at].clone())
            .ok_or_else(|| failed(format!("no legal move of this position has the number {action}")))
    }

    pub(crate) fn text_of_root(&self) -> &str {
        &self.root
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut played = &self.moves;
        while let Some(Played { name, before }) = played.as_deref() {
            names.push(name.to_string());
            played = before;
        }
        names.reverse();
        names
    }

    /// An array of NumPy with these bytes.
    fn array<'py>(py: Python<'py>, bytes: &[u8], kind: &str) -> PyResult<Bound<'py, PyAny>> {
        py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text = "startpos", moves = Vec::new()))]
    fn new(game: Bound<'_, Game>, text: &str, moves: Vec<String>) -> PyResult<Position> {
        let owner = game.get().clone();
        let line = owner.game.line(text).map_err(parse_error)?;
        let mut position = Position::root(owner, line, text);
        for name in moves {
            position.line.play(&name).map_err(|refusal| illegal(&name, refusal))?;
            position.moves = Some(Arc::new(Played { name: name.into(), before: position.moves.take() }));
        }
        Ok(position)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.owner.clone()
    }

    /// The position as text, with its history if the game has the no-repeat rule.
    #[getter]
    fn text(&self) -> String {
        self.line.text()
    }

    /// The current board, without the side to move.
    #[getter]
    fn board(&self) -> String {
        self.line.board()
    }

    /// The boards of `text`, newest first.
    #[getter]
    fn boards(&self) -> Vec<String> {
        self.line.boards()
    }

    /// The rows of the current board, with a letter for each cell and `-` for an empty one.
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.line.rows()
    }

    /// The side to move: `w` or `b`.
    #[getter]
    fn side(&self) -> char {
        self.line.side().letter()
    }

    /// The moves that led here from the position that was given by its text.
    #[getter]
    fn played(&self) -> Vec<String> {
        self.names()
    }

    /// How the game has ended; None if it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.line.ending_in_play().map(|ending| Outcome {
            winner: match ending.outcome {
                Result3::Win(side) => Some(side.letter()),
                Result3::Draw => None,
            },
            rule: ending.rule.to_string(),
            words: ending.to_string(),
        })
    }

    /// The names of the legal moves, in generation order.
    fn moves(&self) -> Vec<String> {
        self.line.moves()
    }

    /// The position after a move, which is given by its name or its number.
    ///
    /// >>> Game("ctf:3").start().play("b1a2")
    /// Traceback (most recent call last):
    /// ...
    /// quadrille.IllegalMove: a flag moves one cell: forward, backward or sideways
    fn play(&self, r#move: Bound<'_, PyAny>) -> PyResult<Position> {
        if let Ok(name) = r#move.extract::<&str>() {
            return self.after(name);
        }
        let action = r#move.extract().map_err(|_| PyTypeError::new_err("a move is a text or a number"))?;
        self.after(&self.name_of(action)?)
    }

    /// The name of the legal move that a person or a program means: a move in any spelling, or the next board.
    ///
    /// >>> Game("ctf:3").start().read("A1 - A2")
    /// 'a1a2'
    fn read(&self, text: &str) -> PyResult<String> {
        self.line.read_typed(text).map_err(|refusal| illegal(text, refusal))
    }

    /// Which terms the standard evaluation of the position consists of, without any look-ahead.
    fn trace(&self) -> Vec<Term> {
        let term = |term: quadrille::Term| Term {
            name: term.name,
            weight: term.weight,
            white: term.counts[0],
            black: term.counts[1],
        };
        self.line.terms().into_iter().map(term).collect()
    }

    /// The number of legal games of exactly `depth` plies from here.
    ///
    /// >>> Game("ctf:3").start().perft(3)
    /// 30
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let games = |split: Vec<(String, u64)>| split.iter().map(|(_, games)| games).sum();
        if depth == 0 { Ok(1) } else { self.divide(py, depth).map(games) }
    }

    /// `perft` for each first move.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        // If it is cancelled, Ctrl-C is raised instead.
        cancellable(py, |cancel| self.line.divide_until(depth, cancel).unwrap_or_default())
    }

    /// The minimax value as the course of the game defines it, where it does (Congo); `depth` 0 is the evaluation.
    ///
    /// >>> position("congo", "1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12").course_value(2)
    /// 750
    fn course_value(&self, py: Python<'_>, depth: u32) -> PyResult<i32> {
        let game = &self.owner.game;
        let value = game.descriptor().course.and_then(|course| course.value);
        let value = value.ok_or_else(|| failed(format!("the course of {} defines no value", game.name())))?;
        py.detach(|| value(&self.line.text(), depth)).map_err(parse_error)
    }

    /// Searches the position with a new engine: see `Engine.analyze`.
    ///
    /// >>> found = Game("ctf:3").start().analyze(depth=6)
    /// >>> found.move, found.depth
    /// ('b1b2', 6)
    #[pyo3(signature = (depth = None, *, time = None, nodes = None, lines = 1, eval = None, threads = 1, on_depth = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn analyze(
        slf: Bound<'_, Self>,
        depth: Option<u32>,
        time: Option<f64>,
        nodes: Option<u64>,
        lines: usize,
        eval: Option<&str>,
        threads: usize,
        on_depth: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let arguments = SearchArguments::new(depth, time, nodes, lines, eval, on_depth)?;
        Engine::with(threads, None, None)?.search(slf.py(), slf.get(), arguments)
    }

    /// The tree that a plain search visits: `algorithm` is `minimax` or `alpha-beta`, and `order` is `generation`, `best`,
    /// `worst` or `deepening`.
    #[pyo3(signature = (depth = 2, algorithm = "alpha-beta", *, eval = "standard", order = "generation", most = 20_000))]
    fn tree(
        &self,
        py: Python<'_>,
        depth: u32,
        algorithm: &str,
        eval: &str,
        order: &str,
        most: usize,
    ) -> PyResult<Tree> {
        Tree::grow(py, self, depth, algorithm, eval, order, most)
    }

    /// Looks the position and each of its moves up in solved tables: those of a directory, or of a small game that is solved in memory.
    #[pyo3(signature = (tables = None))]
    fn probe(&self, py: Python<'_>, tables: Option<PathBuf>) -> PyResult<Probe> {
        let tables = self::tables(tables);
        py.detach(|| tables.probe(&*self.line)).map(Probe::from).map_err(failed)
    }

    /// The position as planes of zeros and ones: an array of the game's `shape`.
    ///
    /// >>> Game("oska:4").start().planes().sum(axis=(1, 2)).tolist()
    /// [4, 4, 20, 16]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let planes = self.owner.encoding.planes(&*self.line);
        Position::array(py, &planes, "uint8")?.call_method1("reshape", (self.owner.encoding.shape(),))
    }

    /// The numbers of the legal moves, in generation order. Congo: a capture beyond the fourth with the same first and last cell has none.
    fn actions(&self) -> Vec<usize> {
        self.owner.encoding.numbers(&self.line.moves()).into_iter().flatten().collect()
    }

    /// An array with True for the number of each legal move.
    ///
    /// >>> Game("ctf:3").start().mask().nonzero()[0].tolist()
    /// [3, 13, 23]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0; self.owner.encoding.actions()];
        for action in self.actions() {
            mask[action] = 1;
        }
        Position::array(py, &mask, "bool")
    }

    /// The number of a legal move.
    ///
    /// >>> start = Game("ctf:3").start()
    /// >>> start.action("b1b2"), start.move(13)
    /// (13, 'b1b2')
    fn action(&self, r#move: &str) -> PyResult<usize> {
        let (name, moves) = (r#move, self.line.moves());
        let numbers = self.owner.encoding.numbers(&moves);
        match moves.iter().position(|known| known == name).map(|at| numbers[at]) {
            Some(number) => number
                .ok_or_else(|| failed(format!("{name} has no number, but it can be played by its name"))),
            // Its refusal says why it is not among the moves.
            None => self
                .after(name)
                .and_then(|_| Err(failed(format!("{name} is not written as `moves` writes it")))),
        }
    }

    /// The name of the legal move with this number.
    fn r#move(&self, action: usize) -> PyResult<String> {
        self.name_of(action)
    }

    /// Plays random legal moves to the end of the game, at most `most_plies`: by default the limit of matches. Returns the points of White (1, 0.5 or 0; 0.5 if the game is
    /// not over) and the number of plies. The same seed gives the same game.
    ///
    /// >>> Game("oska:4").start().playout(1) == Game("oska:4").start().playout(1)
    /// True
    #[pyo3(signature = (seed = 0, most_plies = 400))]
    fn playout(&self, py: Python<'_>, seed: u64, most_plies: usize) -> (f64, usize) {
        py.detach(|| random_game(&*self.line, &mut Random::new(seed), most_plies))
    }

    /// The game so far as a record.
    #[pyo3(signature = (white = "White", black = "Black", event = ""))]
    fn record(&self, white: &str, black: &str, event: &str) -> Record {
        Record::of(self, [white, black], event)
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_(&self) -> String {
        drawing::svg::board(&*self.line)
    }

    fn __str__(&self) -> String {
        self.line.draw()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.owner.game.name(), self.line.text())
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.owner == other.owner && self.line.text() == other.line.text()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.owner.game.name(), self.line.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = (self.owner.clone(), self.root.to_string(), self.names()).into_pyobject(py)?;
        Ok((py.get_type::<Position>().into_bound_py_any(py)?, arguments))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Plays a random game from here: the points of White and the plies.
fn random_game(line: &dyn AnyLine, random: &mut Random, most_plies: usize) -> (f64, usize) {
    let mut line = line.duplicate();
    let plies = line.play_at_random(random, most_plies);
    let points = match line.ending_in_play().map(|ending| ending.outcome) {
        Some(Result3::Win(Side::White)) => 1.0,
        Some(Result3::Win(Side::Black)) => 0.0,
        Some(Result3::Draw) | None => 0.5,
    };
    (points, plies)
}

/// Plays a random game from each position: see `Position.playout`. Returns an array of White's points and one of the plies. Each position
/// has random numbers of its own, so the games do not depend on the number of threads.
///
/// >>> points, plies = playouts([Game("oska:4").start()] * 100, seed=7)
/// >>> points.shape, bool(plies.min() > 0)
/// ((100,), True)
#[pyfunction]
#[pyo3(signature = (positions, seed = 0, most_plies = 400, threads = 1))]
pub(crate) fn playouts(
    py: Python<'_>,
    positions: Vec<Py<Position>>,
    seed: u64,
    most_plies: usize,
    threads: usize,
) -> PyResult<(Bound<'_, PyAny>, Bound<'_, PyAny>)> {
    let base = Random::new(seed).next_u64();
    let play = |(index, position): (usize, &Py<Position>)| {
        let mut random = Random::new(Random::new(base.wrapping_add(index as u64)).next_u64());
        random_game(&*position.get().line, &mut random, most_plies)
    };
    let indexed: Vec<(usize, &Py<Position>)> = positions.iter().enumerate().collect();
    let share = indexed.len().div_ceil(thread_count(threads)?).max(1);
    let games: Vec<(f64, usize)> = cancellable(py, |cancel| {
        let play_all = |part: &[_]| {
            let wanted = part.iter().copied().take_while(|_| !cancel.load(Relaxed));
            wanted.map(play).collect::<Vec<_>>()
        };
        std::thread::scope(|scope| {
            let parts: Vec<_> =
                indexed.chunks(share).map(|part| scope.spawn(move || play_all(part))).collect();
            parts
                .into_iter()
                .flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    })?;
    let points: Vec<u8> = games.iter().flat_map(|(points, _)| points.to_ne_bytes()).collect();
    let plies: Vec<u8> = games.iter().flat_map(|&(_, plies)| (plies as u64).to_ne_bytes()).collect();
    Ok((Position::array(py, &points, "float64")?, Position::array(py, &plies, "uint64")?))
}

/// How a game has ended.
///
/// >>> position("oska", "----/---/--/---/bbbb w").outcome
/// Outcome(winner='b', rule='all enemy men are captured')
#[pyclass(frozen, get_all, eq, module = "quadrille")]
#[derive(PartialEq)]
pub(crate) struct Outcome {
    /// The winner, `w` or `b`; None for a draw.
    winner: Option<char>,
    /// The rule that ended the game.
    rule: String,
    /// Both in words.
    words: String,
}

type OutcomeState = (Option<char>, String, String);

#[pymethods]
impl Outcome {
    /// For pickling.
    #[staticmethod]
    fn _restore(winner: Option<char>, rule: String, words: String) -> Outcome {
        Outcome { winner, rule, words }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, OutcomeState)> {
        let restore = py.get_type::<Outcome>().getattr("_restore")?;
        Ok((restore, (self.winner, self.rule.clone(), self.words.clone())))
    }

    /// The points of White: 1, 0.5 or 0.
    #[getter]
    fn points(&self) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == 'w')))
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_string(), |winner| format!("'{winner}'"));
        format!("Outcome(winner={winner}, rule='{}')", self.rule)
    }
}

/// A term of the evaluation, with what each side has of it.
#[pyclass(frozen, get_all, module = "quadrille")]
pub(crate) struct Term {
    /// Its name.
    name: &'static str,
    /// What one of it is worth.
    weight: i32,
    /// How much White has.
    white: i32,
    /// How much Black has.
    black: i32,
}

#[pymethods]
impl Term {
    fn __repr__(&self) -> String {
        format!("Term('{}', weight={}, white={}, black={})", self.name, self.weight, self.white, self.black)
    }
}
