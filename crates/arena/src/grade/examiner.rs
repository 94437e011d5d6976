//! Asks the program all exercises of the assignment, check by check.

use std::collections::HashSet;
use std::time::Duration;

use quadrille::{Session, Tables};

use super::asker::{Asker, Key, Question, Reply};
use super::assignment::Assignment;
use super::diagnosis::Answered;
use super::evidence::{Failed, Shown};
use super::exercise::{Check, Exercise, Theme};
use super::judge::{Judgement, judge};
use super::notation::answer_in;
use super::outcome::{CheckResult, Counts, Evidence, Times};
use super::positions::history_against;
use super::reason::Reason;
use super::{GradingProgress, median};
use crate::resources::Resources;

pub(super) struct Examiner<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) asker: Asker<'a>,
    pub(super) session: Session,
    /// All answers so far that were judged, for the diagnosis.
    pub(super) answered: Vec<Answered>,
    /// The causes that have been shown so far, so that each is shown once.
    pub(super) shown: Vec<Shown>,
    /// The questions that were answered too late.
    pub(super) late: Vec<(Exercise, Question)>,
}

/// What came of the questions of a check.
pub(super) struct Examined {
    check: Check,
    counts: Counts,
    failed: Vec<Failed>,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(assignment: &'a Assignment, resources: &'a Resources) -> Examiner<'a> {
        Examiner {
            assignment,
            asker: Asker::new(assignment, resources),
            session: Session::new(Tables::none()),
            answered: Vec::new(),
            shown: Vec::new(),
            late: Vec::new(),
        }
    }

    /// Asks all questions, check by check. It ends at once if the program cannot be started.
    pub(super) fn examine_all(
        &mut self,
        exercises: &[Exercise],
        progress: &mut dyn FnMut(GradingProgress),
    ) -> Vec<Examined> {
        let total = exercises.len();
        let mut done = 0;
        let mut all = Vec::new();
        // Few programs are for a part of a course, and the reports of others need not mention it.
        let is_part = self.assignment.part.is_some();
        let is_made = |check: &Check| *check != Check::Time && (*check != Check::Part || is_part);
        for check in Check::all().into_iter().filter(is_made) {
            let mut failed = Vec::new();
            let mut counts = Counts::default();
            for exercise in exercises.iter().filter(|exercise| exercise.check == check) {
                if self.asker.is_over() {
                    return all;
                }
                progress(GradingProgress { check, done, total });
                done += 1;
                let (judgement, position) = self.examine(exercise);
                self.keep_answer(exercise, &position, &judgement);
                match judgement {
                    Judgement::DoesNotApply => {}
                    Judgement::Right => counts.right += 1,
                    Judgement::Late => {
                        counts.late += 1;
                        let (game, depth) = (exercise.game.clone(), exercise.depth);
                        self.late.push((exercise.clone(), Question { game, position, depth }));
                    }
                    Judgement::NotAsked(why) => counts.add_not_asked(&exercise.game.to_string(), &why),
                    Judgement::Wrong(wrong) => {
                        counts.wrong += 1;
                        failed.push(Failed { exercise: exercise.clone(), position, wrong });
                    }
                }
            }
            all.push(Examined { check, counts, failed });
        }
        Self::count_illegal_moves(&mut all);
        all
    }

    /// Tells the check of legal moves how many illegal moves the other checks have. They cost points there, and none here, but a program that
    /// makes them must not pass.
    fn count_illegal_moves(all: &mut [Examined]) {
        let is_legal = |examined: &Examined| examined.check == Check::Legal;
        let is_illegal = |failed: &&Failed| matches!(failed.wrong.reason, Reason::Illegal { .. });
        let others = all.iter().filter(|examined| !is_legal(examined)).flat_map(|examined| &examined.failed);
        let questions: HashSet<Key> =
            others.filter(is_illegal).map(|failed| failed.question().key()).collect();
        for legal in all.iter_mut().filter(|examined| is_legal(examined)) {
            let known = legal.failed.iter().filter(|failed| questions.contains(&failed.question().key()));
            legal.counts.illegal_elsewhere = questions.len() - known.count();
        }
    }

    /// The results of all checks except that of time. A report shows the wrong answers that the most probable mistake explains as one.
    pub(super) fn results(&mut self, all: Vec<Examined>, explained: &HashSet<Key>) -> Vec<CheckResult> {
        all.into_iter()
            .map(|Examined { check, counts, failed }| {
                let evidence = self.evidence(failed, counts.right + counts.wrong, explained);
                CheckResult::new(self.assignment, check, counts, evidence)
            })
            .collect()
    }

    /// Keeps an answer for the diagnosis.
    pub(super) fn keep_answer(&mut self, exercise: &Exercise, position: &str, judgement: &Judgement) {
        let Exercise { game, depth, .. } = exercise;
        // A mistake in the rules does not explain faults and notations.
        let is_wrong = matches!(judgement, Judgement::Wrong(wrong) if wrong.reason.is_of_the_move());
        if self.assignment.values || self.assignment.part.is_some() || *depth != self.assignment.depth {
            return;
        }
        let question = Question { game: game.clone(), position: position.to_string(), depth: *depth };
        let Ok(line) = game.line(position) else { return };
        if let Some(printed) = self.asker.answer_to(&question) {
            let answer = answer_in(&*line, printed).to_string();
            self.answered.push(Answered { question, answer, is_wrong });
        }
    }

    /// Asks the program and judges its answer; with the position, whose history may have been made for this program.
    pub(super) fn examine(&mut self, exercise: &Exercise) -> (Judgement, String) {
        let (check, game) = (exercise.check, &exercise.game);
        let Ok(line) = game.line(&exercise.position) else {
            return (Judgement::DoesNotApply, exercise.position.clone());
        };
        let here = line.text();
        let mut reply = None;
        let judgement =
            self.judge(exercise, &here, |asker, question| reply.insert(asker.ask(check, question)).clone());
        if exercise.theme != Theme::Repeat || judgement != Judgement::Right {
            return (judgement, here);
        }
        // A history against the move that the program has just made.
        let forbidding = match reply {
            Some(Reply::Answer(answer)) => {
                let mv = line.read_answer(answer_in(&*line, &answer)).ok();
                mv.and_then(|mv| history_against(&*line, &mv))
            }
            _ => None,
        };
        match forbidding.filter(|text| game.line(text).is_ok()) {
            Some(text) => (self.judge(exercise, &text, |asker, question| asker.ask(check, question)), text),
            None => (judgement, here),
        }
    }

    /// Judges what comes of a question about this position.
    pub(super) fn judge(
        &mut self,
        exercise: &Exercise,
        position: &str,
        ask: impl FnOnce(&mut Asker<'a>, &Question) -> Reply,
    ) -> Judgement {
        let Exercise { game, depth, .. } = exercise;
        let Ok(line) = game.line(position) else { return Judgement::DoesNotApply };
        let question = Question { game: game.clone(), position: position.to_string(), depth: *depth };
        let asker = &mut self.asker;
        judge(self.assignment, exercise, &*line, &mut self.session, || ask(asker, &question))
    }

    /// The check of time: each answer has to come in time. What is not an answer has its own report, and brings no points here.
    pub(super) fn time_check(&mut self) -> CheckResult {
        let (right, wrong) = (self.asker.answers(), self.asker.late());
        let counts = Counts { right, wrong, unanswered: self.asker.unanswered, ..Counts::default() };
        let failures = self.late_failure().into_iter().collect();
        let evidence = Evidence { failures, ..Evidence::default() };
        let result = CheckResult::new(self.assignment, Check::Time, counts, evidence);
        if self.asker.calls == 0 { result.leave_out("nothing was asked") } else { result }
    }

    /// How long everything took so far.
    pub(super) fn times(&self) -> Times {
        let times = &self.asker.times;
        Times {
            calls: times.len(),
            late: self.asker.late(),
            median_seconds: median(times),
            longest_seconds: times.iter().max().map_or(0.0, Duration::as_secs_f64),
            ..Times::default()
        }
    }

    /// The seconds for the start at each look-ahead up to one more than the assignment's, until the program fails to answer; and the number
    /// of moves at the start.
    pub(super) fn growth(&mut self) -> (Vec<f64>, usize) {
        let game = &self.assignment.games[0];
        let asks_depth = self.assignment.player.knows_depth() && self.assignment.part.is_none();
        if !asks_depth || self.assignment.left_out(Check::Time).is_some() {
            return (Vec::new(), 0);
        }
        let start = game.start();
        self.asker.counting = false;
        let time = |depth| {
            let question = Question { game: game.clone(), position: start.text(), depth };
            Some(self.asker.time(&question)?.as_secs_f64())
        };
        ((1..=self.assignment.depth + 1).map_while(time).collect(), start.moves().len())
    }
}
