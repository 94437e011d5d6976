//! What searches and tables find.

use pyo3::prelude::*;
use quadrille::solving::{ProbedMove, Report};
use quadrille::{Descriptor, Finding, ShownScore};

/// The result of a search.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone)]
pub(crate) struct Analysis {
    /// The best move.
    r#move: String,
    /// The best play, move by move.
    pv: Vec<String>,
    /// The value for the side to move. A decided game has 1,000,000 minus the plies to its end, negative for a loss.
    score: i32,
    /// The plies to the end of a decided game, negative for a loss; None if nothing is decided.
    win_in: Option<i32>,
    /// The share of the points that the side to move can expect, from 0 to 1.
    chance: f64,
    /// The depth that was finished.
    depth: u32,
    /// The positions visited.
    nodes: u64,
    /// The time it took.
    seconds: f64,
    /// The best moves, each with its play, if several were asked for; otherwise empty.
    lines: Vec<Analysis>,
}

impl Analysis {
    pub(crate) fn new(game: &Descriptor, found: Finding, lines: Vec<Analysis>) -> Analysis {
        let Finding { depth, score, before, play, nodes, time, .. } = found;
        Analysis {
            r#move: play[0].clone(),
            pv: play,
            score: score.value(),
            win_in: score.plies_to_end(),
            chance: ShownScore::new(game, score, before).chance,
            depth,
            nodes,
            seconds: time.as_secs_f64(),
            lines,
        }
    }
}

type AnalysisState = (Vec<String>, i32, Option<i32>, f64, u32, u64, f64, Vec<Py<Analysis>>);

#[pymethods]
impl Analysis {
    /// For pickling.
    #[staticmethod]
    #[allow(
        clippy::too_many_arguments,
        reason = "all fields but the move, which is the first of the best play"
    )]
    fn _restore(
        pv: Vec<String>,
        score: i32,
        win_in: Option<i32>,
        chance: f64,
        depth: u32,
        nodes: u64,
        seconds: f64,
        lines: Vec<Py<Analysis>>,
    ) -> Analysis {
        let lines = lines.iter().map(|line| line.get().clone()).collect();
        let r#move = pv.first().cloned().unwrap_or_default();
        Analysis { r#move, pv, score, win_in, chance, depth, nodes, seconds, lines }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, AnalysisState)> {
        let Analysis { pv, score, win_in, chance, depth, nodes, seconds, lines, .. } = self.clone();
        let lines = lines.into_iter().map(|line| Py::new(py, line)).collect::<PyResult<_>>()?;
        let state = (pv, score, win_in, chance, depth, nodes, seconds, lines);
        Ok((py.get_type::<Analysis>().getattr("_restore")?, state))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Analysis: {}, score {:+}, depth {}, {} nodes>",
            self.pv.join(" "),
            self.score,
            self.depth,
            self.nodes
        )
    }
}

/// What perfect play makes of a position or a move.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone)]
pub(crate) struct Verdict {
    /// The move; None for the position itself.
    r#move: Option<String>,
    /// The winner, `w` or `b`, or `draw`.
    outcome: &'static str,
    /// The plies to the end, for the side to move: negative for a loss, None for a draw.
    win_in: Option<i64>,
    /// `exact`; `outcome` if the winner is certain but the number of plies is not; `with_repeats` if the answer only holds when boards may
    /// repeat.
    certainty: &'static str,
}

#[pymethods]
impl Verdict {
    fn __repr__(&self) -> String {
        let name = self.r#move.as_ref().map_or(String::new(), |name| format!("{name}: "));
        let plies = self.win_in.map_or(String::new(), |plies| format!(" in {}", plies.abs()));
        format!("<Verdict: {name}{}{plies}, {}>", self.outcome, self.certainty)
    }
}

/// What solved tables know about a position.
#[pyclass(frozen, get_all, module = "quadrille")]
pub(crate) struct Probe {
    /// The verdict on the position.
    verdict: Verdict,
    /// The verdicts on its legal moves, for the side that makes them, the best first.
    moves: Vec<Verdict>,
}

impl From<quadrille::solving::Probe> for Probe {
    fn from(probe: quadrille::solving::Probe) -> Probe {
        let side = probe.to_move;
        let verdict = |name, verdict: quadrille::Verdict, certainty: quadrille::solving::Certainty| Verdict {
            r#move: name,
            outcome: verdict.outcome(side).code(),
            win_in: verdict.win_in(),
            certainty: certainty.code(),
        };
        Probe {
            verdict: verdict(None, probe.verdict, probe.certainty),
            moves: probe
                .moves
                .into_iter()
                .map(|ProbedMove { name, verdict: found, certainty, .. }| {
                    verdict(Some(name), found, certainty)
                })
                .collect(),
        }
    }
}

#[pymethods]
impl Probe {
    fn __repr__(&self) -> String {
        format!("<Probe: {}>", self.verdict.__repr__())
    }
}

/// A solved tier: all positions with the same men.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone)]
pub(crate) struct Tier {
    /// The men.
    men: String,
    /// How many positions there are.
    positions: u64,
    /// A position that takes the most plies.
    longest: Option<String>,
    /// Whether the table was there already.
    found: bool,
}

#[pymethods]
impl Tier {
    fn __repr__(&self) -> String {
        format!("<Tier {}: {} positions>", self.men, self.positions)
    }
}

/// What solving a game has found.
#[pyclass(frozen, get_all, module = "quadrille")]
pub(crate) struct Solution {
    /// The tiers, in the order in which they depend on each other.
    tiers: Vec<Tier>,
    /// The verdict on the starting position, if it is solved.
    start: Option<Verdict>,
    /// Best play from the start.
    play: Vec<String>,
}

impl From<Report> for Solution {
    fn from(report: Report) -> Solution {
        let tier = |tier: &quadrille::solving::TierReport| Tier {
            men: tier.men.clone(),
            positions: tier.states,
            longest: tier.longest.clone(),
            found: tier.found,
        };
        Solution {
            tiers: report.tiers.iter().map(tier).collect(),
            play: report.start.as_ref().map_or_else(Vec::new, |start| start.play.clone()),
            start: report.start.map(|start| Verdict {
                r#move: None,
                // White moves first.
                outcome: start.verdict.outcome(quadrille::Side::White).code(),
                win_in: start.verdict.win_in(),
                certainty: start.certainty.code(),
            }),
        }
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let start = self.start.as_ref().map_or("the start is not solved".to_string(), Verdict::__repr__);
        format!("<Solution: {} tiers, {start}>", self.tiers.len())
    }
}
