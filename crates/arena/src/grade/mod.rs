//! Grading: asks a program for its move in many positions and judges its answers.
//!
//! ```text
//! Assignment ──suite──▶ exercises ──asker──▶ answers ──judge──▶ reasons ──evidence──▶ Grades ──report──▶ text, HTML, Gradescope
//! ```
//!
//! `seek` finds positions that show what a program has wrong, `rules` chooses among them, and `diagnosis` names it; they ask `case` what programs
//! would answer.
//!
//! Promises: the same assignment has the same exercises; a program that gives the same answers gets the same grades, except for times;
//! every position in a report is a position of its game on a board of the assignment, at its look-ahead, and the program was asked again in
//! it; each cause of failure is shown once; what was not asked is neither right nor wrong; a program that cannot be started gets no grades.

mod asker;
mod assignment;
mod case;
pub mod class;
mod config;
mod diagnosis;
mod evidence;
mod examiner;
mod exercise;
mod judge;
mod loss;
#[cfg(test)]
mod mutation;
mod notation;
mod outcome;
mod part;
mod positions;
mod reason;
pub mod report;
mod rules;
mod seek;
mod shrink;
mod suite;
#[cfg(test)]
mod tests;
mod values;
mod ways;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille::Session;

pub use assignment::{Assignment, OwnPosition, Wanted, boards};
pub use diagnosis::{LookAhead, Suspicion};
pub use exercise::{Check, Theme};
pub use loss::{LostByMove, ValueLost};
pub use outcome::{CheckResult, CheckState, Elsewhere, Failure, Grades, NotAsked, Times};
pub use part::Part;

use diagnosis::Diagnosis;
use examiner::Examiner;
use exercise::Exercise;

use crate::resources::Resources;

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
/// When the program cannot be graded like this or cannot be started, or [`Sandbox::stop`](crate::Sandbox::stop) ends grading. A program that
/// fails all checks is not an error.
pub fn grade(
    assignment: &Assignment,
    resources: &Resources,
    progress: &mut dyn FnMut(GradingProgress),
) -> Result<Grades, String> {
    grade_with(assignment, &Exercises::default(), resources, progress)
}

/// The exercises of an assignment, found when they are needed first. Programs that are graded for the same assignment can share them.
#[derive(Default)]
struct Exercises {
    /// By the checks that are made.
    known: Mutex<BTreeMap<Vec<Check>, Arc<Vec<Exercise>>>>,
}

impl Exercises {
    fn of(&self, assignment: &Assignment, session: &mut Session) -> Arc<Vec<Exercise>> {
        // Which checks are made depends on the player too.
        let checks: Vec<Check> =
            Check::all().into_iter().filter(|&check| assignment.left_out(check).is_none()).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(checks).or_insert_with(|| Arc::new(suite::exercises(assignment, session))).clone()
    }
}

fn grade_with(
    assignment: &Assignment,
    exercises: &Exercises,
    resources: &Resources,
    progress: &mut dyn FnMut(GradingProgress),
) -> Result<Grades, String> {
    assignment.check()?;
    for game in &assignment.games {
        assignment.player.prepare(&**game, resources)?;
    }
    let started = std::time::Instant::now();
    let mut examiner = Examiner::new(assignment, resources);
    let exercises = exercises.of(assignment, &mut examiner.session);
    let examined = examiner.examine_all(&exercises, progress);
    if resources.sandbox.is_stopped() {
        return Err("grading was stopped before its end".to_string());
    }
    if let Some(why) = &examiner.asker.cannot_start {
        return Err(format!("{} cannot be started: {why}", assignment.player.name));
    }
    let Diagnosis { suspicions, explained, look_ahead } = diagnosis::diagnose(&examiner.answered);
    let value_lost = loss::value_lost(&examiner.answered, &resources.tables);
    let mut checks = examiner.results(examined, &explained);
    if resources.sandbox.is_stopped() {
        return Err("grading was stopped before its end".to_string());
    }
    checks.push(examiner.time_check());
    let mut times = examiner.times();
    (times.by_depth, times.moves) = examiner.growth();
    times.total_seconds = started.elapsed().as_secs_f64();
    Ok(Grades {
        player: assignment.player.name.clone(),
        games: assignment.games.iter().map(ToString::to_string).collect(),
        depth: assignment.depth,
        seed: assignment.seed,
        checks,
        suspicions,
        look_ahead,
        value_lost,
        times,
        answers: examiner.asker.answers_by_question(),
    })
}

/// The median of some times, in seconds.
fn median(times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
}
