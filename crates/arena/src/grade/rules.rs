//! Questions about single rules: positions in which a program that has one thing wrong answers differently from all right programs.

use quadrille::AnyLine;

use super::assignment::Assignment;
use super::case::{Case, Strength, suspects};
use super::exercise::{Check, Exercise, Theme};
use super::positions::MOST_MOVES;
use super::seek::{Found, WANTED_TOO_FAR, Wanted, find};

/// How much each clue about a program that looks too far is worth, compared with the certainty that a program with a mistake is found.
const GAIN_TOO_FAR: f64 = 0.6;
/// How much the certainty is worth that a program is found that has a rule wrong for one side only. They are less usual.
const GAIN_OF_ONE_SIDE: f64 = 0.4;
/// At most this many wrong answers in the other checks count.
const MOST_BY_OTHERS: f64 = 2.0;

/// Positions that show mistakes, and how well the exercises that have been chosen so far show each of them.
pub(super) struct Pool<'a> {
    assignment: &'a Assignment,
    wanted: Wanted,
    found: Vec<Found>,
    /// How well the exercises from this pool show each suspect.
    shown: Vec<Strength>,
    /// The same for the other exercises. They were not chosen for what they show, so they count half.
    shown_by_others: Vec<Strength>,
}

impl<'a> Pool<'a> {
    /// Looks for positions that show every mistake that can be shown.
    pub(super) fn find(assignment: &'a Assignment) -> Pool<'a> {
        let wanted = Wanted::new(assignment);
        let found = find(assignment, &wanted);
        let shown = vec![Strength::of_all(0.0); wanted.suspects.len()];
        Pool { assignment, wanted, found, shown_by_others: shown.clone(), shown }
    }

    /// Takes the other exercises into account.
    pub(super) fn count(&mut self, exercises: &[Exercise]) {
        let depth = self.assignment.depth;
        for Exercise { game, position, .. } in exercises.iter().filter(|exercise| exercise.depth == depth) {
            let case = game.line(position).ok().and_then(|line| Case::new(&*line, depth));
            for (shown, &suspect) in self.shown_by_others.iter_mut().zip(&self.wanted.suspects) {
                if let Some(effect) = case.as_ref().and_then(|case| case.effect(suspect)) {
                    *shown = shown.combine(effect.strength, |shown, more| shown + more / 2.0);
                }
            }
        }
    }

    /// The positions that together show the most of what is not shown yet, best first: at most `most`, which are good for the check.
    pub(super) fn choose(
        &mut self,
        check: Check,
        most: usize,
        mut is_good: impl FnMut(&dyn AnyLine) -> bool,
    ) -> Vec<Exercise> {
        let mut chosen = Vec::new();
        let mut refused = Vec::new();
        while chosen.len() < most {
            let gain = |found: &Found| -> f64 { found.shows.iter().map(|show| self.gain(show)).sum() };
            let by_gain = |&a: &usize, &b: &usize| {
                gain(&self.found[a]).total_cmp(&gain(&self.found[b])).then(b.cmp(&a))
            };
            let Some(best) = (0..self.found.len()).max_by(by_gain) else { break };
            let found = self.found.swap_remove(best);
            if !found.game.line(&found.position).is_ok_and(|line| is_good(&*line)) {
                refused.push(found);
                continue;
            }
            let most_needed = found.shows.iter().max_by(|a, b| self.gain(a).total_cmp(&self.gain(b)));
            let Some(&(index, _)) = most_needed else { break };
            for &(index, strength) in &found.shows {
                self.shown[index] = self.shown[index].combine(strength, |shown, more| shown + more);
            }
            let index = self.wanted.of_both[index];
            let theme = Theme::Rule { index, belief: self.wanted.suspects[index].belief };
            let (depth, Found { game, position, .. }) = (self.assignment.depth, found);
            chosen.push(Exercise { check, theme, game, position, depth, own: None });
        }
        self.found.extend(refused);
        chosen
    }

    /// How much more probable it gets that the suspect is found. A program that looks too far is found by several clues together.
    fn gain(&self, &(index, strength): &(usize, Strength)) -> f64 {
        let by_others = self.shown_by_others[index];
        let shown = self.shown[index].combine(by_others, |shown, others| shown + others.min(MOST_BY_OTHERS));
        let suspect = self.wanted.suspects[index];
        if suspect.looks_too_far {
            let gain = |shown: f64, more: f64| (shown + more).min(WANTED_TOO_FAR) - shown.min(WANTED_TOO_FAR);
            return GAIN_TOO_FAR * shown.combine(strength, gain).average();
        }
        let missed = |shown: f64| (-shown).exp();
        let gain = shown.combine(strength, |shown, more| missed(shown) - missed(shown + more)).average();
        if suspect.only.is_some() { GAIN_OF_ONE_SIDE * gain } else { gain }
    }
}

/// Whether a position still shows the mistake that it was chosen for.
pub(super) fn shows(line: &dyn AnyLine, depth: u32, suspect: usize) -> bool {
    let Some(suspect) = suspects(&line.game(), depth).get(suspect).copied() else { return false };
    let effect = Case::new(line, depth).and_then(|case| case.effect(suspect));
    effect.is_some_and(|effect| effect.strength.average() >= 0.15)
}

/// The moves of right programs in a position; `None` if that cannot be told.
pub(super) fn right_moves(line: &dyn AnyLine, depth: u32) -> Option<Vec<String>> {
    let case = Case::new(line, depth)?;
    let right = case.right()?;
    let board = case.game.board();
    let legal = line.candidates(MOST_MOVES).into_iter().filter(|candidate| candidate.repeats.is_none());
    let is_right = |text: &str| right.binary_search(&board.read(text)).is_ok();
    Some(legal.filter(|candidate| is_right(&candidate.board)).map(|candidate| candidate.name).collect())
}
