//! The grades of a program: what was asked, what was right, and what was not asked.

use std::collections::BTreeMap;

use serde::Serialize;

use super::assignment::Assignment;
use super::diagnosis::{LookAhead, Suspicion};
use super::exercise::{Check, Theme};
use super::loss::ValueLost;

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
    /// What the program probably has wrong, most probable first.
    pub suspicions: Vec<Suspicion>,
    /// Whether it looks as far ahead as it is told, if that was examined.
    pub look_ahead: Option<LookAhead>,
    /// How much its moves give away, if it has made any.
    pub value_lost: Option<ValueLost>,
    /// How long answers took, which differs from run to run.
    pub times: Times,
    /// The answers by question, to compare programs. Moves are written in one way.
    #[serde(skip)]
    pub answers: BTreeMap<String, String>,
}

impl Grades {
    /// Whether everything was asked and all answers were right.
    pub fn all_passed(&self) -> bool {
        let is_fine = |state| matches!(state, CheckState::Passed | CheckState::LeftOut);
        self.checks.iter().all(|check| is_fine(check.state()))
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
    /// How many answers were judged.
    pub asked: usize,
    /// How many of them were right.
    pub passed: usize,
    /// How many answers came too late to be judged. They count in the check of time only.
    pub late: usize,
    /// In the check of time: how many questions got no answer at all, neither in time nor late. Other checks count them as wrong.
    pub unanswered: usize,
    /// In the check of legal moves: how many questions of other checks were answered with an illegal move. They cost points there only.
    pub illegal_elsewhere: usize,
    /// The questions that were not asked. They are neither right nor wrong.
    pub not_asked: Vec<NotAsked>,
    /// The points reached, in proportion to the right answers among those that were judged. If fewer than half of the questions were judged,
    /// the others up to half bring no points.
    pub points: f64,
    /// The highest possible points; 0 if the check was left out.
    pub most_points: f64,
    /// Why the check was left out, if it was.
    pub left_out: Option<String>,
    /// The failures, one for each cause, the most frequent first.
    pub failures: Vec<Failure>,
    /// Wrong answers whose cause an earlier check shows.
    pub elsewhere: Vec<Elsewhere>,
    /// How many answers are wrong for rarer reasons, which are not shown.
    pub not_shown: usize,
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckState {
    /// It was not made.
    LeftOut,
    /// Everything was asked, and all answers were right.
    Passed,
    /// An answer was wrong, or a move in another check illegal.
    Failed,
    /// No answer was wrong, but some questions were not asked or not answered in time.
    Incomplete,
}

/// Questions that were not asked for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotAsked {
    /// The game and the size of the board.
    pub game: String,
    /// How many.
    pub count: usize,
    /// Why.
    pub reason: String,
}

/// Wrong answers whose cause an earlier check shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Elsewhere {
    /// The check that shows the cause.
    pub check: Check,
    /// How many answers are wrong for it here.
    pub count: usize,
}

/// What came of the questions of a check.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) right: usize,
    pub(super) wrong: usize,
    pub(super) late: usize,
    pub(super) unanswered: usize,
    pub(super) illegal_elsewhere: usize,
    pub(super) not_asked: Vec<NotAsked>,
}

/// The wrong answers of a check, as a report shows them.
#[derive(Default)]
pub(super) struct Evidence {
    pub(super) failures: Vec<Failure>,
    pub(super) elsewhere: Vec<Elsewhere>,
    pub(super) not_shown: usize,
}

impl Counts {
    /// Counts a question that was not asked.
    pub(super) fn add_not_asked(&mut self, game: &str, why: &str) {
        let known = self.not_asked.iter_mut().find(|other| other.game == game && other.reason == why);
        if let Some(known) = known {
            known.count += 1;
        } else {
            self.not_asked.push(NotAsked { game: game.to_string(), count: 1, reason: why.to_string() });
        }
    }
}

impl CheckResult {
    pub(super) fn new(assignment: &Assignment, check: Check, counts: Counts, evidence: Evidence) -> Self {
        let Counts { right, wrong, late, unanswered, illegal_elsewhere, not_asked } = counts;
        let Evidence { failures, elsewhere, not_shown } = evidence;
        let nothing_to_ask = right + wrong + late == 0 && not_asked.is_empty() && check != Check::Time;
        let no_position = nothing_to_ask.then_some("these boards have no position for it");
        let left_out = assignment.left_out(check).or(no_position).map(str::to_string);
        let (asked, passed, most_points) = match left_out {
            Some(_) => (0, 0, 0.0),
            None => (right + wrong, right, assignment.points(check)),
        };
        let unasked: usize = not_asked.iter().map(|questions| questions.count).sum();
        let needed = needed(asked + late + unanswered + unasked);
        let points = in_hundredths(most_points * passed as f64 / asked.max(needed).max(1) as f64);
        CheckResult {
            check,
            asked,
            passed,
            late,
            unanswered,
            illegal_elsewhere,
            not_asked,
            points,
            most_points,
            left_out,
            failures,
            elsewhere,
            not_shown,
        }
    }

    /// The same check, left out, unless it is left out for another reason.
    pub(super) fn leave_out(self, why: &str) -> Self {
        let left_out = self.left_out.or_else(|| Some(why.to_string()));
        CheckResult { left_out, points: 0.0, most_points: 0.0, ..self }
    }

    /// How the check ended.
    pub fn state(&self) -> CheckState {
        if self.left_out.is_some() {
            CheckState::LeftOut
        } else if self.passed < self.asked || self.illegal_elsewhere > 0 {
            CheckState::Failed
        } else if self.asked > 0 && self.late + self.unanswered == 0 && self.not_asked.is_empty() {
            CheckState::Passed
        } else {
            CheckState::Incomplete
        }
    }

    /// Whether the check was made, everything was asked and all answers were right.
    pub fn is_passed(&self) -> bool {
        self.state() == CheckState::Passed
    }

    /// Whether too few questions were answered for all points.
    pub fn is_short_of_answers(&self) -> bool {
        let questions = self.asked + self.late + self.unanswered + self.unasked();
        self.left_out.is_none() && self.asked < needed(questions)
    }

    /// How many questions were not asked.
    pub fn unasked(&self) -> usize {
        self.not_asked.iter().map(|questions| questions.count).sum()
    }
}

/// A position in which the program failed for one cause, the smallest that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failure {
    /// What was observed, in a few words.
    pub observed: &'static str,
    /// What the position is about.
    pub theme: Theme,
    /// The instructor's name for it, if it is one of theirs.
    pub name: Option<String>,
    /// In how many positions of its check the program failed for this cause.
    pub count: usize,
    /// Whether the cause is the mistake that the program most probably has. Otherwise all these answers are wrong for the same reason.
    pub suspected: bool,
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
    /// Whether the program failed for the same reason when it was asked again.
    pub confirmed: bool,
}

/// How long a program took.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Times {
    /// How many calls brought an answer, in time or late.
    pub calls: usize,
    /// How many answers came too late.
    pub late: usize,
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

/// How many questions must be answered for all points: a single right answer among many late ones shows little.
fn needed(questions: usize) -> usize {
    questions.div_ceil(2)
}

fn in_hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}
