//! Games that were played, as JSON and as PGN.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use quadrille::{GameResult, Opening, Ply, UNFINISHED, pgn};

use crate::errors::failed;
use crate::game;
use crate::position::Position;

/// A game that was played.
///
/// >>> start = Game("ctf:3").start()
/// >>> record = start.play("a1a2").record(white="Anna", black="Ben")
/// >>> record.players, record.moves, record.result
/// (('Anna', 'Ben'), ['a1a2'], '*')
/// >>> read_records(record.to_pgn())[0] == record
/// True
#[pyclass(frozen, eq, module = "quadrille")]
#[derive(Clone, PartialEq)]
pub(crate) struct Record(quadrille::Record);

impl Record {
    pub(crate) fn of(position: &Position, players: [&str; 2], event: &str) -> Record {
        let ending = position.line.ending_in_play();
        let ply = |mv| Ply { mv, milliseconds: 0, score: None };
        Record(quadrille::Record {
            event: event.to_string(),
            number: 0,
            pair: 0,
            game: position.owner.game.name().to_string(),
            players: players.map(str::to_string),
            control: String::new(),
            opening: Opening { position: position.text_of_root().to_string(), moves: Vec::new() },
            moves: position.names().into_iter().map(ply).collect(),
            result: ending.map_or(GameResult::Draw, |ending| ending.outcome.into()),
            reason: ending.map_or(UNFINISHED, |ending| ending.rule).to_string(),
        })
    }
}

#[pymethods]
impl Record {
    /// The name of the match or tournament.
    #[getter]
    fn event(&self) -> &str {
        &self.0.event
    }

    /// The name of the game, with its size.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// The names of White and Black.
    #[getter]
    fn players(&self) -> (&str, &str) {
        (&self.0.players[0], &self.0.players[1])
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is not over.
    #[getter]
    fn result(&self) -> &'static str {
        if self.0.reason == UNFINISHED { "*" } else { self.0.result.text() }
    }

    /// How the game ended, in words.
    #[getter]
    fn reason(&self) -> &str {
        &self.0.reason
    }

    /// All moves, with those of the opening.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.0.all_moves().collect()
    }

    /// All positions, from the first to the last.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Py<Position>>> {
        let mut positions = vec![Py::new(py, game::position(&self.0.game, &self.0.opening.position)?)?];
        for name in self.0.all_moves() {
            let next = positions[positions.len() - 1].get().after(name)?;
            positions.push(Py::new(py, next)?);
        }
        Ok(positions)
    }

    /// The record as one line of JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The record as text similar to PGN.
    fn to_pgn(&self) -> String {
        pgn::write(&self.0)
    }

    /// Reads a line that `to_json` wrote.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Record> {
        quadrille::Record::from_json(text).map(Record).map_err(failed)
    }

    fn __repr__(&self) -> String {
        let [white, black] = &self.0.players;
        format!("<Record of {}: {white} – {black} {}>", self.0.game, self.result())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((py.get_type::<Record>().getattr("from_json")?.into_py_any(py)?, (self.0.to_json(),)))
    }
}

/// Reads games from JSON, one a line, or from text similar to PGN.
#[pyfunction]
pub(crate) fn read_records(text: &str) -> PyResult<Vec<Record>> {
    quadrille::read_records(text).map(|records| records.into_iter().map(Record).collect()).map_err(failed)
}
