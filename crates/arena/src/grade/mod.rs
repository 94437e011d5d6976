//! Grading: asks a program for its move in many positions and judges its answers.
//!
//! ```text
//! Assignment ──suite──▶ exercises ──asker──▶ answers ──judge──▶ failures ──shrink──▶ Grades ──report──▶ text, HTML, Gradescope
//! ```
//!
//! Promises: the same assignment has the same exercises; a program that gives the same answers gets the same grades, except for times;
//! every position in a report is a position of its game, and each failure is shown in the smallest position that was found for it; a
//! program that is late too often is not asked any more.

mod asker;
mod assignment;
mod config;
mod examiner;
mod exercise;
mod judge;
mod notation;
mod positions;
pub mod report;
mod shrink;
mod suite;
#[cfg(test)]
mod tests;
mod values;

use std::time::Duration;

use serde::Serialize;

pub use assignment::{Assignment, OwnPosition, Wanted, boards};
pub use exercise::{Check, Theme};

use examiner::Examiner;

use crate::resources::Resources;

/// The grades of a program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grades {
    /// The program's name.
    pub player: String,
    /// The game on each size of board.
    pub games: Vec<String>,
    /// How many plies it was told to look ahead.
    pub depth: u32,
    /// The seed that decided the choice of positions.
    pub seed: u64,
    /// All checks, also those that were left out.
    pub checks: Vec<CheckResult>,
    /// How long answers took, which differs from run to run.
    pub times: Times,
}

impl Grades {
    /// Whether all answers were right.
    pub fn all_passed(&self) -> bool {
        self.checks.iter().all(CheckResult::is_passed)
    }

    /// The points reached.
    pub fn points(&self) -> f64 {
        in_hundredths(self.checks.iter().map(|check| check.points).sum())
    }

    /// The highest possible points.
    pub fn most_points(&self) -> f64 {
        in_hundredths(self.checks.iter().map(|check| check.most_points).sum())
    }
}

/// The result of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckResult {
    /// The check.
    pub check: Check,
    /// How many questions were asked.
    pub asked: usize,
    /// How many answers were right.
    pub passed: usize,
    /// The points reached, in proportion to the right answers.
    pub points: f64,
    /// The highest possible points; 0 if the check was left out.
    pub most_points: f64,
    /// Why the check was left out, if it was.
    pub left_out: Option<String>,
    /// The failures, one for each kind of position.
    pub failures: Vec<Failure>,
}

impl CheckResult {
    fn new(
        assignment: &Assignment,
        check: Check,
        asked: usize,
        passed: usize,
        failures: Vec<Failure>,
    ) -> Self {
        let no_position =
            (asked == 0 && check != Check::Time).then_some("these boards have no position for it");
        let left_out = assignment.left_out(check).or(no_position).map(str::to_string);
        let (asked, passed, most_points) = match left_out {
            Some(_) => (0, 0, 0.0),
            None => (asked, passed, assignment.points(check)),
        };
        let points = in_hundredths(most_points * passed as f64 / asked.max(1) as f64);
        CheckResult { check, asked, passed, points, most_points, left_out, failures }
    }

    /// Whether all answers were right.
    pub fn is_passed(&self) -> bool {
        self.passed == self.asked
    }
}

/// The smallest position found in which the program failed in one way.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failure {
    /// What the position is about.
    pub theme: Theme,
    /// The instructor's name for it, if it is one of theirs.
    pub name: Option<String>,
    /// In how many positions of this kind the program failed.
    pub count: usize,
    /// The game and the size of the board.
    pub game: String,
    /// The position with its history.
    pub position: String,
    /// The look-ahead.
    pub depth: u32,
    /// The board, drawn.
    pub drawing: String,
    /// What is wrong.
    pub problem: String,
    /// The right answers, one on each line.
    pub expected: String,
    /// What the program answered.
    pub given: String,
}

/// How long a program took.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Times {
    /// How often it was called.
    pub calls: usize,
    /// How many calls brought an answer in time.
    pub answers: usize,
    /// How many answers came too late.
    pub late: usize,
    /// Whether the program was not asked to the end, because it was late too often or does not start.
    pub given_up: bool,
    /// The median of all times, in seconds.
    pub median_seconds: f64,
    /// The longest of all times, in seconds.
    pub longest_seconds: f64,
    /// The seconds for the start at look-ahead 1, 2 and so on, up to one more than the assignment's. Without pruning, the time grows by a
    /// factor of about the number of moves.
    pub by_depth: Vec<f64>,
    /// How many moves the start has.
    pub moves: usize,
    /// The time of all grading, in seconds.
    pub total_seconds: f64,
}

/// The progress of grading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GradingProgress {
    /// The check.
    pub check: Check,
    /// How many exercises are done.
    pub done: usize,
    /// How many exercises there are.
    pub total: usize,
}

/// Grades a program.
///
/// # Errors
/// When the program cannot be graded like this, or [`Sandbox::stop`](crate::Sandbox::stop) ends grading. A program that fails all
/// checks is not an error.
pub fn grade(
    assignment: &Assignment,
    resources: &Resources,
    progress: &mut dyn FnMut(GradingProgress),
) -> Result<Grades, String> {
    assignment.check()?;
    let started = std::time::Instant::now();
    let mut examiner = Examiner::new(assignment, resources);
    let mut checks = examiner.examine_all(progress);
    if resources.sandbox.is_stopped() {
        return Err("grading was stopped before its end".to_string());
    }
    let mut times = examiner.times();
    // Each call has to bring an answer in time.
    checks.push(CheckResult::new(assignment, Check::Time, times.calls, times.answers, Vec::new()));
    (times.by_depth, times.moves) = examiner.growth();
    times.total_seconds = started.elapsed().as_secs_f64();
    Ok(Grades {
        player: assignment.player.name.clone(),
        games: assignment.games.iter().map(ToString::to_string).collect(),
        depth: assignment.depth,
        seed: assignment.seed,
        checks,
        times,
    })
}

fn in_hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// The median of some times, in seconds.
fn median(times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
}
