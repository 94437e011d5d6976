//! The positions that a report shows: for each reason of failure a small one, in which the program was asked again.
//!
//! A smaller position stands for a larger one only if the program fails in it for the same reason, in the same check, at the same look-ahead,
//! on a board of the assignment, and does so again when it is asked again.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::asker::{Asker, Question, Reply};
use super::examiner::Examiner;
use super::exercise::{Check, Exercise, Theme};
use super::judge::{Judgement, Wrong};
use super::outcome::{Elsewhere, Failure};
use super::positions::{Setup, has_theme};
use super::reason::Reason;
use super::shrink::shrink;
use super::{rules, values};

/// How many calls of the program the search for one small position may take.
const SHRINKING_CALLS: usize = 200;
/// How long that search may take.
const SHRINKING_TIME: Duration = Duration::from_mins(1);

/// An exercise with a wrong answer, and its position: the history may have been made for this program.
#[derive(Clone)]
pub(super) struct Failed {
    pub(super) exercise: Exercise,
    pub(super) position: String,
    pub(super) wrong: Wrong,
}

/// A reason that has been shown in a check.
pub(super) struct Shown {
    check: Check,
    reason: Reason,
}

/// Failures that are shown together: those of one reason and theme, or of one position of the instructor.
type Group = (Reason, Option<Theme>, Option<usize>);

impl Examiner<'_> {
    /// One failure for each reason and theme, and for each position of the instructor. A reason that an earlier check has shown is only
    /// counted: with the check that shows it, and how often it occurs here. `judged` is how many answers the check has.
    pub(super) fn failures(&mut self, failed: Vec<Failed>, judged: usize) -> (Vec<Failure>, Vec<Elsewhere>) {
        let mut groups: BTreeMap<Group, Vec<Failed>> = BTreeMap::new();
        let mut elsewhere: BTreeMap<Check, usize> = BTreeMap::new();
        for failed in failed {
            let reason = &failed.wrong.reason;
            let may_be_known = reason.is_of_any_check() && failed.exercise.own.is_none();
            let before = self.shown.iter().find(|shown| may_be_known && shown.reason == *reason);
            if let Some(shown) = before {
                *elsewhere.entry(shown.check).or_default() += 1;
                continue;
            }
            let theme = (!reason.is_of_any_theme()).then_some(failed.exercise.theme);
            groups.entry((reason.in_general(), theme, failed.exercise.own)).or_default().push(failed);
        }
        let failures = groups.values().filter_map(|group| self.shown_failure(group, judged)).collect();
        let shown = groups.into_values().flatten();
        self.shown.extend(
            shown.map(|Failed { exercise, wrong, .. }| Shown { check: exercise.check, reason: wrong.reason }),
        );
        (failures, elsewhere.into_iter().map(|(check, count)| Elsewhere { check, count }).collect())
    }

    /// The smallest position found in which the program fails like this group.
    fn shown_failure(&mut self, group: &[Failed], judged: usize) -> Option<Failure> {
        let size = |failed: &&Failed| {
            let setup = Setup::read(&failed.exercise.game, &failed.position);
            setup.men() * setup.boards.len()
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
            theme: exercise.theme,
            name: None,
            count: self.late.len(),
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
