//! The positions that a report shows: for each cause of failure a small one, in which the program was asked again. The mistake that the
//! program most probably has is one cause; of the other wrong answers, those with the same reason have one cause.
//!
//! A smaller position stands for a larger one only if the program fails in it for the same reason, in the same check, at the same look-ahead,
//! on a board of the assignment, and does so again when it is asked again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use super::asker::{Asker, Key, Question, Reply};
use super::examiner::Examiner;
use super::exercise::{Check, Exercise, Theme};
use super::judge::{Judgement, Wrong};
use super::outcome::{Elsewhere, Evidence, Failure};
use super::positions::{Setup, has_theme};
use super::reason::Reason;
use super::shrink::shrink;
use super::{rules, values};

/// How many calls of the program the search for one small position may take.
const SHRINKING_CALLS: usize = 200;
/// How many failures a check shows, besides those in positions of the instructor.
const SHOWN: usize = 3;
/// How long that search may take.
const SHRINKING_TIME: Duration = Duration::from_mins(1);

/// An exercise with a wrong answer, and its position: the history may have been made for this program.
#[derive(Clone)]
pub(super) struct Failed {
    pub(super) exercise: Exercise,
    pub(super) position: String,
    pub(super) wrong: Wrong,
}

impl Failed {
    pub(super) fn question(&self) -> Question {
        let Exercise { game, depth, .. } = &self.exercise;
        Question { game: game.clone(), position: self.position.clone(), depth: *depth }
    }

    /// Why the program failed, as far as that can be told. `explained` are the questions that its most probable mistake explains.
    fn cause(&self, explained: &HashSet<Key>) -> Cause {
        match self.exercise.own {
            Some(index) => Cause::Own(index),
            None if explained.contains(&self.question().key()) => Cause::Mistake,
            None => Cause::Reason(self.wrong.reason.clone()),
        }
    }
}

/// What several failures have in common, so that one of them is shown for all.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cause {
    /// They are answers to this position of the instructor.
    Own(usize),
    /// The most probable mistake of the program explains them.
    Mistake,
    /// The answers are wrong for the same reason.
    Reason(Reason),
}

impl Cause {
    /// The cause without details, for failures that are shown together.
    fn in_general(&self) -> Cause {
        match self {
            Cause::Reason(reason) => Cause::Reason(reason.in_general()),
            other => other.clone(),
        }
    }

    /// Whether the cause can be the same in several checks.
    fn is_of_any_check(&self) -> bool {
        match self {
            Cause::Own(_) => false,
            Cause::Mistake => true,
            Cause::Reason(reason) => reason.is_of_any_check(),
        }
    }
}

/// A cause that has been shown in a check.
pub(super) struct Shown {
    check: Check,
    cause: Cause,
}

impl Examiner<'_> {
    /// One failure for each cause. A cause that an earlier check has shown is only counted: with the check that shows it, and how often it
    /// occurs here. `judged` is how many answers the check has.
    pub(super) fn evidence(
        &mut self,
        failed: Vec<Failed>,
        judged: usize,
        explained: &HashSet<Key>,
    ) -> Evidence {
        let mut groups: BTreeMap<Cause, Vec<Failed>> = BTreeMap::new();
        let mut elsewhere: BTreeMap<Check, usize> = BTreeMap::new();
        for failed in failed {
            let cause = failed.cause(explained);
            let is_known = |shown: &&Shown| cause.is_of_any_check() && shown.cause == cause;
            match self.shown.iter().find(is_known) {
                Some(shown) => *elsewhere.entry(shown.check).or_default() += 1,
                None => groups.entry(cause.in_general()).or_default().push(failed),
            }
        }
        let mut groups: Vec<(Cause, Vec<Failed>)> = groups.into_iter().collect();
        // The instructor's positions in their order, then the most frequent causes.
        groups.sort_by_key(|(cause, group)| match cause {
            Cause::Own(_) => (false, Reverse(0)),
            _ => (true, Reverse(group.len())),
        });
        let own = groups.iter().take_while(|(cause, _)| matches!(cause, Cause::Own(_))).count();
        let rest = groups.split_off(groups.len().min(own + SHOWN));
        let mut failures = Vec::new();
        for (cause, group) in groups {
            failures.extend(self.shown_failure(&cause, &group, judged));
            self.shown.extend(
                group
                    .iter()
                    .map(|failed| Shown { check: failed.exercise.check, cause: failed.cause(explained) }),
            );
        }
        Evidence {
            failures,
            elsewhere: elsewhere.into_iter().map(|(check, count)| Elsewhere { check, count }).collect(),
            not_shown: rest.iter().map(|(_, group)| group.len()).sum(),
        }
    }

    /// The smallest position found in which the program fails like this group. It is of the kind in which it fails most often.
    fn shown_failure(&mut self, cause: &Cause, group: &[Failed], judged: usize) -> Option<Failure> {
        let size = |failed: &&Failed| {
            let of_its_kind = group.iter().filter(|other| other.exercise.theme == failed.exercise.theme);
            let setup = Setup::read(&failed.exercise.game, &failed.position);
            (Reverse(of_its_kind.count()), setup.men() * setup.boards.len())
        };
        let original = group.iter().min_by_key(size)?;
        self.asker.counting = false;
        // A program that fails everywhere in the same way does not do so because of the position.
        let fails_anyway = group.len() == judged && original.wrong.reason.is_of_any_theme();
        let smallest = if fails_anyway { None } else { self.smaller(original) };
        let smallest = smallest.filter(|smaller| self.is_confirmed(smaller));
        let (shown, confirmed) = match smallest {
            Some(smallest) => (smallest, true),
            None => (original.clone(), self.is_confirmed(original)),
        };
        self.asker.counting = true;
        let Failed { exercise, position, wrong } = shown;
        let drawing = exercise.game.line(&position).ok()?.draw();
        let own = exercise.own.and_then(|index| self.assignment.own.get(index));
        Some(Failure {
            observed: wrong.reason.observed(exercise.check),
            theme: exercise.theme,
            name: own.map(|own| own.name.clone()),
            count: group.len(),
            suspected: *cause == Cause::Mistake,
            game: exercise.game.to_string(),
            position,
            depth: exercise.depth,
            drawing,
            problem: wrong.problem,
            expected: wrong.expected,
            given: wrong.given,
            confirmed,
        })
    }

    /// The position with the fewest men in which an answer came too late. It is not made smaller, since that would take too long.
    pub(super) fn late_failure(&mut self) -> Option<Failure> {
        let men =
            |(_, question): &&(Exercise, Question)| Setup::read(&question.game, &question.position).men();
        let (exercise, question) = self.late.iter().min_by_key(men)?.clone();
        let Question { game, position, depth } = &question;
        let limits = [self.assignment.time_limit, self.assignment.processor_limit()];
        let [time, processor] = limits.map(|limit| limit.as_secs_f64());
        self.asker.counting = false;
        let confirmed = matches!(self.asker.ask_again(&question), Reply::Fault(fault) if fault.is_late());
        self.asker.counting = true;
        Some(Failure {
            observed: "an answer that came too late",
            theme: exercise.theme,
            name: None,
            count: self.late.len(),
            suspected: false,
            game: game.to_string(),
            drawing: game.line(position).ok()?.draw(),
            position: position.clone(),
            depth: *depth,
            problem: "the program takes too long".to_string(),
            expected: format!("an answer within {time} s, with at most {processor} s of processor time"),
            given: "nothing".to_string(),
            confirmed,
        })
    }

    /// A smaller position in which the program fails for the same reason; `None` if none is found.
    fn smaller(&mut self, original: &Failed) -> Option<Failed> {
        if original.exercise.own.is_some() {
            return None;
        }
        let (calls, deadline) = (self.asker.calls + SHRINKING_CALLS, Instant::now() + SHRINKING_TIME);
        let boards = &self.assignment.games;
        let mut smallest = None;
        shrink(&original.exercise, boards, &mut |exercise| {
            if self.asker.calls >= calls || Instant::now() >= deadline || self.asker.is_over() {
                return None;
            }
            if !self.keeps_theme(exercise) {
                return Some(false);
            }
            match self.examine(exercise) {
                (Judgement::Wrong(wrong), position) => {
                    let has_history = exercise.theme != Theme::Repeat || position.contains(',');
                    let same = wrong.reason == original.wrong.reason && has_history;
                    if same {
                        smallest = Some(Failed { exercise: exercise.clone(), position, wrong });
                    }
                    Some(same)
                }
                // Waiting for late answers would take too long.
                (Judgement::Late | Judgement::NotAsked(_), _) => None,
                (Judgement::Right | Judgement::DoesNotApply, _) => Some(false),
            }
        });
        smallest
    }

    /// Whether the program, asked again, fails again for the same reason.
    fn is_confirmed(&mut self, failed: &Failed) -> bool {
        match self.judge(&failed.exercise, &failed.position, Asker::ask_again) {
            Judgement::Wrong(wrong) => wrong.reason == failed.wrong.reason,
            _ => false,
        }
    }

    /// Whether a smaller position is still about its theme. The history for [`Theme::Repeat`] is made later.
    fn keeps_theme(&mut self, exercise: &Exercise) -> bool {
        let Exercise { check, theme, game, position, depth, .. } = exercise;
        let Ok(line) = game.line(position) else { return false };
        match (theme, check) {
            // A position that is over has a value, but no move.
            (Theme::Repeat, _) | (Theme::Play, Check::Values) => true,
            (Theme::LookAhead, Check::Values) => values::value_shows_depth(&*line, *depth),
            (Theme::LookAhead, _) => {
                let (measure, wins_alike) = (self.assignment.measure(), self.assignment.wins_alike());
                values::moves_show_depth(&mut self.session, &*line, *depth, measure, wins_alike)
            }
            (Theme::Rule { index, .. }, _) => line.ending().is_none() && rules::shows(&*line, *depth, *index),
            _ => line.ending().is_none() && has_theme(*theme, &*line),
        }
    }
}
