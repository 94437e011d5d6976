//! Games by name and size.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use quadrille::solving::{Cluster, Progress, Request};
use quadrille::{Catalogue, Encoding, GameRef, Tables};

use crate::analysis::Solution;
use crate::engine::thread_count;
use crate::errors::{failed, parse_error};
use crate::interrupt::interruptible;
use crate::position::Position;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::standard);

/// A game on a board of one size.
///
/// >>> game = Game("oska", 5)
/// >>> game
/// Game('oska:5')
/// >>> game.start().moves()[:3]
/// ['b1a2', 'c1b2', 'd1c2']
#[pyclass(frozen, eq, hash, module = "quadrille")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: GameRef,
    pub(crate) encoding: Arc<Encoding>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        *self.game == *other.game
    }
}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.game.hash(state);
    }
}

impl From<GameRef> for Game {
    fn from(game: GameRef) -> Game {
        let encoding = Arc::new(Encoding::new(&*game));
        Game { game, encoding }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, size = None))]
    fn new(name: &str, size: Option<Bound<'_, PyAny>>) -> PyResult<Game> {
        let name = match size {
            Some(size) => format!("{name}:{}", size.str()?),
            None => name.to_string(),
        };
        CATALOGUE.game(&name).map(Game::from).map_err(parse_error)
    }

    /// The name with the size: `oska:5`.
    #[getter]
    fn name(&self) -> &str {
        self.game.name()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.game.descriptor().title
    }

    /// The rules page, in Markdown.
    #[getter]
    fn rules(&self) -> &'static str {
        self.game.descriptor().rules
    }

    /// The names of the cells, row by row from the top.
    #[getter]
    fn cells(&self) -> Vec<&str> {
        self.game.board().cells.iter().map(|cell| cell.name.as_str()).collect()
    }

    /// How many cells each row has, from the top.
    #[getter]
    fn rows(&self) -> Vec<usize> {
        self.game.board().rows.clone()
    }

    /// The letters of the men, in the order of the planes.
    #[getter]
    fn letters(&self) -> String {
        self.game.descriptor().men.iter().map(|man| man.letter).collect()
    }

    /// Whether a move to an earlier board is illegal.
    #[getter]
    fn forbids_repeats(&self) -> bool {
        self.game.forbids_repeats()
    }

    /// How many numbers moves can have: the length of a mask.
    ///
    /// >>> Game("oska:4").actions
    /// 257
    #[getter]
    fn actions(&self) -> usize {
        self.encoding.actions()
    }

    /// The shape of the planes of a position: planes, rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.encoding.shape().into()
    }

    /// The starting position.
    fn start(&self) -> Position {
        Position::root(self.clone(), self.game.start(), "startpos")
    }

    /// The position that a text describes, with its history.
    ///
    /// >>> Game("ctf:3").position("wWw---bBb w").moves()
    /// ['a1a2', 'b1b2', 'c1c2']
    /// >>> Game("ctf:3").position("wWw---b?b w")
    /// Traceback (most recent call last):
    /// ...
    /// quadrille.ParseError: '?' is not a cell: use w W b B or -
    ///   wWw---b?b w
    ///          ^
    fn position(&self, text: &str) -> PyResult<Position> {
        let line = self.game.line(text).map_err(parse_error)?;
        Ok(Position::root(self.clone(), line, text))
    }

    /// Solves the game, or endings of it, and stores the tables in a directory. `men` are men to solve, such as `"wW-bB"`, and `up_to`
    /// stands for all endings with at most so many men.
    #[pyo3(signature = (tables, men = None, up_to = None, workers = 1))]
    fn solve(
        &self,
        py: Python<'_>,
        tables: PathBuf,
        men: Option<Vec<String>>,
        up_to: Option<u32>,
        workers: usize,
    ) -> PyResult<Solution> {
        let no_solver = || failed(format!("{} cannot be solved by tables", self.game.name()));
        let solver = self.game.solver().ok_or_else(no_solver)?;
        let cluster = Cluster::new(thread_count(workers)?, None);
        let request = Request { men: men.unwrap_or_default(), up_to, tables, cluster };
        let progress = Arc::new(Progress::default());
        let report = interruptible(py, || progress.cancel(), || solver.solve(&request, &progress))?;
        report.map(Solution::from).map_err(failed)
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.game.name())
    }

    fn __str__(&self) -> &str {
        self.game.name()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((py.get_type::<Game>().into_py_any(py)?, (self.game.name().to_string(),)))
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> Game {
        self.clone()
    }
}

/// The names of all games, without sizes.
///
/// >>> games()
/// ['ctf', 'crusher', 'congo', 'oska']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    CATALOGUE.families().map(|family| family.descriptor().name).collect()
}

/// The position that a text describes. If the name of the game has no size, the board shows it.
///
/// >>> position("ctf", "wWw---bBb w").game
/// Game('ctf:3')
#[pyfunction]
pub(crate) fn position(name: &str, text: &str) -> PyResult<Position> {
    Game::from(CATALOGUE.game_for(name, text).map_err(parse_error)?).position(text)
}

/// Solved tables: in a directory, or of small games in memory.
pub(crate) fn tables(directory: Option<PathBuf>) -> Tables {
    directory.map_or_else(Tables::in_memory, Tables::in_directory)
}
