//! Puts the questions to the program, and looks for the smallest position in which it fails.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::asker::Asker;
use super::assignment::Assignment;
use super::judge::{Kind, Verdict, Wrong, judge};
use super::question::{Check, Question, Theme};
use super::setup::Setup;
use super::shrink::shrink;
use super::{CheckResult, Failure, Progress, Times, lure, median, share, suite, theme};
use crate::player::House;

/// How many calls, and how much time, the search for one smallest position may take.
const SHRINKING_CALLS: usize = 200;
const SHRINKING_TIME: Duration = Duration::from_mins(1);

/// What a late answer is called.
const TIMEOUT: &str = "timeout";

pub(super) struct Examiner<'a> {
    assignment: &'a Assignment,
    asker: Asker<'a>,
}

/// A question that was answered wrongly, and where: the history may have been made up for this program.
#[derive(Clone)]
struct Failed {
    question: Question,
    position: String,
    wrong: Wrong,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(assignment: &'a Assignment, house: &'a House) -> Examiner<'a> {
        Examiner { assignment, asker: Asker::new(&assignment.player, house, assignment.time_limit) }
    }

    /// All checks but that of time.
    pub(super) fn examine_all(&mut self, progress: &mut dyn FnMut(Progress)) -> Vec<CheckResult> {
        let questions = suite::questions(self.assignment);
        let total = questions.len();
        let mut done = 0;
        let mut results = Vec::new();
        for check in Check::ALL.into_iter().filter(|&check| check != Check::Time) {
            let mut failed = Vec::new();
            let mut asked = 0;
            for question in questions.iter().filter(|question| question.check == check) {
                progress(Progress { check, done, total });
                done += 1;
                match self.examine(question) {
                    (Verdict::DoesNotApply, _) => continue,
                    (Verdict::Right, _) => {}
                    (Verdict::Wrong(wrong), position) => {
                        failed.push(Failed { question: question.clone(), position, wrong });
                    }
                }
                asked += 1;
            }
            results.push(self.result(check, asked, failed));
        }
        results
    }

    fn result(&mut self, check: Check, asked: usize, failed: Vec<Failed>) -> CheckResult {
        let left_out = self.assignment.left_out(check).map(str::to_string);
        let left_out = left_out
            .or_else(|| (asked == 0).then(|| "no position for it was found on these boards".to_string()));
        let most_points = if left_out.is_some() { 0.0 } else { self.assignment.points(check) };
        let passed = asked - failed.len();
        let points = share(most_points, passed, asked);
        CheckResult { check, asked, passed, points, most_points, left_out, failures: self.failures(failed) }
    }

    /// Asks and judges, and says in which position.
    fn examine(&mut self, question: &Question) -> (Verdict, String) {
        let Examiner { assignment, asker } = self;
        let (game, depth) = (question.game, question.depth);
        let examined = anyline::open(game, &question.position, |line| {
            let here = line.text();
            let verdict = judge(assignment, question, line, || asker.ask(game, &here, depth));
            if question.theme != Theme::Repeat || verdict != Verdict::Right {
                return (verdict, here);
            }
            // A history against the move it has just made.
            let lured = asker
                .ask(game, &here, depth)
                .ok()
                .and_then(|answer| line.read_answer(&answer).ok())
                .and_then(|mv| lure::against(line, &mv))
                .and_then(|text| Some((line.parse(&text).ok()?, text)));
            match lured {
                Some((lured, text)) => {
                    (judge(assignment, question, &*lured, || asker.ask(game, &text, depth)), text)
                }
                None => (verdict, here),
            }
        });
        examined.unwrap_or_else(|_| (Verdict::DoesNotApply, question.position.clone()))
    }

    /// One failure for each theme, and for each position of the instructor.
    fn failures(&mut self, failed: Vec<Failed>) -> Vec<Failure> {
        let mut groups: BTreeMap<(Theme, Option<usize>), Vec<Failed>> = BTreeMap::new();
        for failed in failed {
            groups.entry((failed.question.theme, failed.question.own)).or_default().push(failed);
        }
        groups.into_values().filter_map(|group| self.smallest(&group)).collect()
    }

    /// The smallest position found in which the program fails like this.
    fn smallest(&mut self, group: &[Failed]) -> Option<Failure> {
        let size = |failed: &&Failed| {
            let setup = Setup::read(failed.question.game, &failed.position);
            // Time is short: a position without an answer is the last choice.
            (failed.wrong.kind == Kind::Fault, setup.men() * setup.boards.len())
        };
        let mut smallest = group.iter().min_by_key(size)?.clone();
        let worth_a_try = smallest.question.own.is_none() && smallest.wrong.problem != TIMEOUT;
        if worth_a_try && !self.asker.has_given_up() {
            let (calls, deadline) = (self.asker.calls + SHRINKING_CALLS, Instant::now() + SHRINKING_TIME);
            let kind = smallest.wrong.kind;
            let from = smallest.question.clone();
            self.asker.counting = false;
            shrink(&from, &mut |question| {
                if self.asker.calls >= calls || Instant::now() >= deadline {
                    return None;
                }
                if !keeps_theme(question) {
                    return Some(false);
                }
                let (verdict, position) = self.examine(question);
                let Verdict::Wrong(wrong) = verdict else { return Some(false) };
                let same = wrong.kind == kind && (from.theme != Theme::Repeat || position.contains(','));
                if same {
                    smallest = Failed { question: question.clone(), position, wrong: wrong.clone() };
                }
                // To wait for late answers would take too long.
                (wrong.problem != TIMEOUT).then_some(same)
            });
            self.asker.counting = true;
        }
        let Failed { question, position, wrong } = smallest;
        let drawing = anyline::open(question.game, &position, |line| line.draw()).ok()?;
        let own = question.own.and_then(|index| self.assignment.own.get(index));
        Some(Failure {
            theme: question.theme,
            name: own.map(|own| own.name.clone()),
            count: group.len(),
            game: question.game.to_string(),
            position,
            depth: question.depth,
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

    /// The seconds for the start at each look-ahead up to one more than the assignment's, as far as answers come, and the number of moves.
    pub(super) fn growth(&mut self) -> (Vec<f64>, usize) {
        let game = self.assignment.games[0];
        if !self.assignment.player.knows_depth() {
            return (Vec::new(), 0);
        }
        let start = anyline::open(game, "startpos", |line| (line.text(), line.moves().len()));
        let Ok((position, moves)) = start else { return (Vec::new(), 0) };
        self.asker.counting = false;
        let time = |depth| Some(self.asker.time(game, &position, depth)?.as_secs_f64());
        ((1..=self.assignment.depth + 1).map_while(time).collect(), moves)
    }
}

/// Whether a smaller position is still of its kind. A history is made up for it later, and a look-ahead is judged by its moves.
fn keeps_theme(question: &Question) -> bool {
    let kept = anyline::open(question.game, &question.position, |line| {
        line.ending().is_none() && theme::has(question.theme, question.game, line)
    });
    question.theme == Theme::Repeat || question.check == Check::Values || kept.unwrap_or(false)
}
