//! Asks the program all exercises, and finds a small position for each kind of failure.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quadrille::{Catalogue, Session, Tables};

use super::asker::Asker;
use super::assignment::Assignment;
use super::exercise::{Check, Exercise, Theme};
use super::judge::{Judgement, Kind, Wrong, judge};
use super::positions::{Setup, has_theme, history_against};
use super::shrink::shrink;
use super::{CheckResult, Failure, GradingProgress, Times, median, suite};
use crate::resources::Resources;

/// How many calls of the program the search for one small position may take.
const SHRINKING_CALLS: usize = 200;
/// How long that search may take.
const SHRINKING_TIME: Duration = Duration::from_mins(1);

/// The text of the fault of a late answer.
const TIMEOUT: &str = "timeout";

pub(super) struct Examiner<'a> {
    assignment: &'a Assignment,
    asker: Asker<'a>,
    catalogue: &'a Catalogue,
    session: Session,
}

/// An exercise with a wrong answer, and its position: the history may have been made for this program.
#[derive(Clone)]
struct Failed {
    exercise: Exercise,
    position: String,
    wrong: Wrong,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(assignment: &'a Assignment, resources: &'a Resources) -> Examiner<'a> {
        Examiner {
            assignment,
            asker: Asker::new(&assignment.player, resources, assignment.time_limit),
            catalogue: &resources.catalogue,
            session: Session::new(Tables::none()),
        }
    }

    /// All checks except that of time.
    pub(super) fn examine_all(&mut self, progress: &mut dyn FnMut(GradingProgress)) -> Vec<CheckResult> {
        let exercises = suite::exercises(self.assignment, &mut self.session);
        let total = exercises.len();
        let mut done = 0;
        let mut results = Vec::new();
        for check in Check::all().into_iter().filter(|&check| check != Check::Time) {
            let mut failed = Vec::new();
            let mut asked = 0;
            for exercise in exercises.iter().filter(|exercise| exercise.check == check) {
                progress(GradingProgress { check, done, total });
                done += 1;
                match self.examine(exercise) {
                    (Judgement::DoesNotApply, _) => continue,
                    (Judgement::Right, _) => {}
                    (Judgement::Wrong(wrong), position) => {
                        failed.push(Failed { exercise: exercise.clone(), position, wrong });
                    }
                }
                asked += 1;
            }
            let (passed, failures) = (asked - failed.len(), self.failures(failed));
            results.push(CheckResult::new(self.assignment, check, asked, passed, failures));
        }
        results
    }

    /// Asks the program and judges its answer; with the position, whose history may have been made for this program.
    fn examine(&mut self, exercise: &Exercise) -> (Judgement, String) {
        let Examiner { assignment, asker, session, .. } = self;
        let (game, depth) = (&exercise.game, exercise.depth);
        let Ok(line) = game.line(&exercise.position) else {
            return (Judgement::DoesNotApply, exercise.position.clone());
        };
        let here = line.text();
        let judgement = judge(assignment, exercise, &*line, session, || asker.ask(game, &here, depth));
        if exercise.theme != Theme::Repeat || judgement != Judgement::Right {
            return (judgement, here);
        }
        // A history against the move that the program has just made.
        let answer = asker.ask(game, &here, depth).ok();
        let forbidding = answer
            .and_then(|answer| line.read_answer(&answer).ok())
            .and_then(|mv| history_against(&*line, &mv))
            .and_then(|text| Some((game.line(&text).ok()?, text)));
        match forbidding {
            Some((line, text)) => {
                (judge(assignment, exercise, &*line, session, || asker.ask(game, &text, depth)), text)
            }
            None => (judgement, here),
        }
    }

    /// One failure for each theme, and for each position of the instructor.
    fn failures(&mut self, failed: Vec<Failed>) -> Vec<Failure> {
        let mut groups: BTreeMap<(Theme, Option<usize>), Vec<Failed>> = BTreeMap::new();
        for failed in failed {
            groups.entry((failed.exercise.theme, failed.exercise.own)).or_default().push(failed);
        }
        groups.into_values().filter_map(|group| self.smallest(&group)).collect()
    }

    /// The smallest position found in which the program fails in this way.
    fn smallest(&mut self, group: &[Failed]) -> Option<Failure> {
        let size = |failed: &&Failed| {
            let setup = Setup::read(&failed.exercise.game, &failed.position);
            // A position without an answer is the last choice, since waiting takes time.
            (failed.wrong.kind == Kind::Fault, setup.men() * setup.boards.len())
        };
        let mut smallest = group.iter().min_by_key(size)?.clone();
        let may_shrink = smallest.exercise.own.is_none() && smallest.wrong.problem != TIMEOUT;
        if may_shrink && !self.asker.has_given_up() {
            let (calls, deadline) = (self.asker.calls + SHRINKING_CALLS, Instant::now() + SHRINKING_TIME);
            let kind = smallest.wrong.kind;
            let (from, catalogue) = (smallest.exercise.clone(), self.catalogue);
            self.asker.counting = false;
            shrink(&from, catalogue, &mut |exercise| {
                if self.asker.calls >= calls || Instant::now() >= deadline {
                    return None;
                }
                if !keeps_theme(exercise) {
                    return Some(false);
                }
                let (judgement, position) = self.examine(exercise);
                let Judgement::Wrong(wrong) = judgement else { return Some(false) };
                let same = wrong.kind == kind && (from.theme != Theme::Repeat || position.contains(','));
                if same {
                    smallest = Failed { exercise: exercise.clone(), position, wrong: wrong.clone() };
                }
                // Waiting for late answers would take too long.
                (wrong.problem != TIMEOUT).then_some(same)
            });
            self.asker.counting = true;
        }
        let Failed { exercise, position, wrong } = smallest;
        let drawing = exercise.game.line(&position).ok()?.draw();
        let own = exercise.own.and_then(|index| self.assignment.own.get(index));
        Some(Failure {
            theme: exercise.theme,
            name: own.map(|own| own.name.clone()),
            count: group.len(),
            game: exercise.game.to_string(),
            position,
            depth: exercise.depth,
            drawing,
            problem: wrong.problem,
            expected: wrong.expected,
            given: wrong.given,
        })
    }

    /// How long everything took so far.
    pub(super) fn times(&self) -> Times {
        let times = &self.asker.times;
        Times {
            calls: times.len(),
            late: self.asker.late,
            answers: self.asker.answers,
            given_up: self.asker.has_given_up(),
            median_seconds: median(times),
            longest_seconds: times.iter().max().map_or(0.0, Duration::as_secs_f64),
            ..Times::default()
        }
    }

    /// The seconds for the start at each look-ahead up to one more than the assignment's, until the program fails to answer; and the number
    /// of moves at the start.
    pub(super) fn growth(&mut self) -> (Vec<f64>, usize) {
        let game = &self.assignment.games[0];
        if !self.assignment.player.knows_depth() {
            return (Vec::new(), 0);
        }
        let start = game.start();
        let position = start.text();
        self.asker.counting = false;
        let time = |depth| Some(self.asker.time(game, &position, depth)?.as_secs_f64());
        ((1..=self.assignment.depth + 1).map_while(time).collect(), start.moves().len())
    }
}

/// Whether a smaller position still has its theme. The history for [`Theme::Repeat`] is made later, and values have no theme to keep.
fn keeps_theme(exercise: &Exercise) -> bool {
    exercise.theme == Theme::Repeat
        || exercise.check == Check::Values
        || exercise
            .game
            .line(&exercise.position)
            .is_ok_and(|line| line.ending().is_none() && has_theme(exercise.theme, &*line))
}
