//! Grading: a program is asked what to play in many positions, and the referee says whether its answers are right.
//!
//! ```text
//! Assignment ──suite──▶ questions ──asker──▶ answers ──judge──▶ verdicts ──shrink──▶ Grades ──report──▶ text, HTML, Gradescope
//! ```
//!
//! Promises: the same assignment asks the same questions; a program that answers the same gets the same grades, times aside; every
//! position in a report is a legal position of its game, and each failure comes with the smallest one that was found for it; a
//! program that is late again and again is not asked for ever.

mod asker;
mod assignment;
mod config;
mod examiner;
mod judge;
mod lure;
mod notation;
mod question;
pub mod report;
mod scatter;
mod setup;
mod shrink;
mod suite;
mod theme;
mod worth;

use std::time::Duration;

use serde::Serialize;

pub use assignment::{Assignment, OwnPosition, Wanted, boards};
pub use config::{Config, read_config};
pub use question::{Check, Theme};

use examiner::Examiner;

use crate::player::House;

/// What came of grading a program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grades {
    /// The program's name.
    pub player: String,
    /// The game on the sizes of boards that were asked for.
    pub games: Vec<String>,
    /// How many plies it was told to look ahead.
    pub depth: u32,
    /// What the choice of positions depended on.
    pub seed: u64,
    /// What was checked, and what was left out.
    pub checks: Vec<CheckResult>,
    /// How long answers took. This differs from run to run.
    pub times: Times,
}

impl Grades {
    /// Whether nothing was wrong.
    pub fn all_passed(&self) -> bool {
        self.checks.iter().all(CheckResult::is_passed)
    }

    /// The points reached.
    pub fn points(&self) -> f64 {
        in_hundredths(self.checks.iter().map(|check| check.points).sum())
    }

    /// The points that could be reached.
    pub fn most_points(&self) -> f64 {
        in_hundredths(self.checks.iter().map(|check| check.most_points).sum())
    }
}

/// What came of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckResult {
    /// The check.
    pub check: Check,
    /// How many questions were asked.
    pub asked: usize,
    /// How many were answered well.
    pub passed: usize,
    /// The points reached: the share of questions that were answered well.
    pub points: f64,
    /// The points that could be reached; none if the check was left out.
    pub most_points: f64,
    /// Why the check was not made, if it was not.
    pub left_out: Option<String>,
    /// What was wrong, one failure for each kind of position.
    pub failures: Vec<Failure>,
}

impl CheckResult {
    /// Whether nothing was wrong.
    pub fn is_passed(&self) -> bool {
        self.passed == self.asked
    }
}

/// A position in which the program failed, as small as it was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failure {
    /// What the position was asked for.
    pub theme: Theme,
    /// What an instructor calls it, if it is one of theirs.
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
    /// What would be right, one answer a line.
    pub expected: String,
    /// What the program answered.
    pub given: String,
}

/// How long a program took.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Times {
    /// How many times it was called.
    pub calls: usize,
    /// How many calls brought an answer, in time.
    pub answers: usize,
    /// How many answers came too late.
    pub late: usize,
    /// Whether it was not asked any more in the end, because it was late too often or does not start.
    pub given_up: bool,
    /// The middle one of all times, in seconds.
    pub median_seconds: f64,
    /// The longest of all times, in seconds.
    pub longest_seconds: f64,
    /// Seconds for the same position at look-ahead 1, 2 and so on, one more than the program was told to look at last. Without pruning the
    /// time grows by a factor of about the number of moves.
    pub by_depth: Vec<f64>,
    /// How many moves that position has.
    pub moves: usize,
    /// All in all, in seconds.
    pub total_seconds: f64,
}

/// How far grading is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The check.
    pub check: Check,
    /// Questions done.
    pub done: usize,
    /// All questions.
    pub total: usize,
}

/// Grades a program.
///
/// # Errors
/// When the assignment makes no sense. A program that fails everything is no error.
pub fn grade(
    assignment: &Assignment,
    house: &House,
    progress: &mut dyn FnMut(Progress),
) -> Result<Grades, String> {
    assignment.check()?;
    let started = std::time::Instant::now();
    let mut examiner = Examiner::new(assignment, house);
    let mut checks = examiner.examine_all(progress);
    let mut times = examiner.times();
    checks.push(time_check(assignment, &times));
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

/// Whether every call brought an answer in time.
fn time_check(assignment: &Assignment, times: &Times) -> CheckResult {
    let left_out = assignment.left_out(Check::Time).map(str::to_string);
    let most_points = assignment.points(Check::Time);
    let asked = if left_out.is_some() { 0 } else { times.calls };
    let passed = times.answers.min(asked);
    let points = share(most_points, passed, asked);
    CheckResult { check: Check::Time, asked, passed, points, most_points, left_out, failures: Vec::new() }
}

/// A share of the points, in hundredths.
fn share(points: f64, passed: usize, asked: usize) -> f64 {
    if asked == 0 { 0.0 } else { in_hundredths(points * passed as f64 / asked as f64) }
}

fn in_hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// The middle one of some times, in seconds.
fn median(times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
}
