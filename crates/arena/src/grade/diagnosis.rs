//! What a program probably has wrong: the mistake that explains its answers best.
//!
//! Each suspect predicts the answers that a program with its mistake may give. The fewer they are, the more it says if the program gave one of
//! them. A suspect is named if it explains most of the wrong answers, and explains all answers much better than a program that is right.

use std::collections::HashSet;

use quadrille::Side;
use quadrille::letters::Letters;
use quadrille::suspects::Suspect;
use serde::Serialize;

use super::asker::{Key, Question};
use super::case::{Case, Given, suspects};

/// How often a program is taken to answer in another way than its mistake makes it.
const OTHERWISE: f64 = 0.0001;
/// How much it says that a mistake leaves few answers. Programs choose among their answers by preferences, which say nothing.
const NARROWNESS: f64 = 0.3;
/// How many times more probable the answers have to be with the mistake than without, as a logarithm.
const CLEARLY: f64 = 2.0;
/// The same if no answer is wrong.
const VERY_CLEARLY: f64 = 6.0;
/// How much less probable another mistake may be that is named too, as a logarithm.
const ALIKE: f64 = 0.5;
/// How much less probable it is that a program has a rule wrong for one side only, as a logarithm.
const LESS_USUAL: f64 = 1.0;
/// How many mistakes are named at most.
const MOST_NAMED: usize = 3;

/// A question with the program's answer.
pub(super) struct Answered {
    pub(super) question: Question,
    pub(super) answer: String,
    pub(super) is_wrong: bool,
}

/// A mistake that a program probably has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Suspicion {
    /// What the program seems to think: "a flag level with a pawn is past it".
    pub belief: String,
    /// How many wrong answers this explains.
    pub explained: usize,
    /// How many answers are wrong.
    pub wrong: usize,
}

/// Whether a program looks as far ahead as it is told, in positions that are decided just then.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct LookAhead {
    /// How many positions are decided at the end of the look-ahead.
    pub at_end: usize,
    /// In how many of them the program answered right.
    pub at_end_right: usize,
    /// How many positions are decided one ply later.
    pub beyond: usize,
    /// In how many of them the program answered as if it had seen that.
    pub beyond_right: usize,
    /// In how many of them it would by chance.
    pub beyond_by_chance: f64,
}

/// What the answers say about a program.
#[derive(Default)]
pub(super) struct Diagnosis {
    /// What it probably has wrong, most probable first.
    pub(super) suspicions: Vec<Suspicion>,
    /// The questions whose wrong answers the most probable mistake explains.
    pub(super) explained: HashSet<Key>,
    /// How far it looks ahead, if that was examined.
    pub(super) look_ahead: Option<LookAhead>,
}

/// A question as the rules on letters see it, and the answer.
struct Clue {
    question: Key,
    case: Case,
    given: Given,
    is_wrong: bool,
    /// How many legal moves there are.
    moves: usize,
}

impl Clue {
    fn new(answered: &Answered) -> Option<Clue> {
        let Question { game, position, depth } = &answered.question;
        let line = game.line(position).ok()?;
        let given = Given::read(&*line, &answered.answer)?;
        let case = Case::new(&*line, *depth)?;
        case.right()?;
        let (question, moves) = (answered.question.key(), line.moves().len());
        Some(Clue { question, case, given, is_wrong: answered.is_wrong, moves })
    }

    /// What right programs may answer.
    fn right(&self) -> &[Letters] {
        self.case.right().unwrap_or_default()
    }

    /// Whether these answers have the given one among them.
    fn is_among(&self, answers: &[Letters]) -> bool {
        answers.iter().any(|board| self.given.is(board, &self.case.boards[0]))
    }

    /// The logarithm of the probability of the answer, if the program chooses among these. Which of the right answers it gives says
    /// nothing, because right programs have their preferences too, unless the program looks too far.
    fn probability(&self, answers: &[Letters], looks_too_far: bool) -> f64 {
        let right = self.right();
        let all = answers.len().max(1);
        let probability = if !self.is_among(answers) {
            OTHERWISE / if self.is_among(right) { 1.0 } else { right.len().max(1) as f64 }
        } else if looks_too_far {
            right.len().max(1) as f64 / all as f64
        } else if self.is_among(right) {
            let both = answers.iter().filter(|board| right.binary_search(board).is_ok()).count();
            both.max(1) as f64 / all as f64
        } else {
            (1.0 / all as f64).powf(NARROWNESS)
        };
        probability.ln()
    }
}

/// What the program probably has wrong, and how far it looks ahead.
pub(super) fn diagnose(answered: &[Answered]) -> Diagnosis {
    let clues: Vec<Clue> = answered.iter().filter_map(Clue::new).collect();
    let Some(first) = clues.first() else { return Diagnosis::default() };
    let suspects = suspects(&first.case.game, first.case.depth);
    let wrong = answered.iter().filter(|answered| answered.is_wrong).count();
    let mut explanations = explanations(&clues, &suspects, wrong);
    if explanations.first().is_none_or(|&(_, explained, _)| explained < wrong) {
        // A program may have a rule right for one side and wrong for the other. That is less usual.
        let of_one_side = |suspect: &Suspect| Side::BOTH.map(|side| suspect.of_one_side(side));
        let suspects: Vec<Suspect> = suspects.iter().flat_map(of_one_side).flatten().collect();
        let of_one_side = self::explanations(&clues, &suspects, wrong);
        let less = |(probability, explained, suspect)| (probability - LESS_USUAL, explained, suspect);
        explanations.extend(of_one_side.into_iter().map(less));
        explanations.sort_by(|a, b| b.0.total_cmp(&a.0));
    }
    let best = explanations.first().map_or(0.0, |first| first.0);
    let named = explanations.iter().filter(|other| other.0 >= best - ALIKE).take(MOST_NAMED);
    let suspicions =
        named.map(|&(_, explained, suspect)| Suspicion { belief: in_words(suspect), explained, wrong });
    let explained = explanations.first().map(|&(.., suspect)| explained(&clues, suspect));
    let explained = explained.into_iter().flatten().map(|clue| clue.question.clone()).collect();
    Diagnosis { suspicions: suspicions.collect(), explained, look_ahead: Some(look_ahead(&clues)) }
}

fn in_words(Suspect { belief, only, .. }: Suspect) -> String {
    only.map_or_else(|| belief.to_string(), |side| format!("{belief} (for {side} only)"))
}

/// The suspects that explain the answers, with the logarithm of the probability of all answers and the number of wrong answers that
/// they explain, the most probable first.
fn explanations(clues: &[Clue], suspects: &[Suspect], wrong: usize) -> Vec<(f64, usize, Suspect)> {
    let usual: f64 = clues.iter().map(|clue| clue.probability(clue.right(), false)).sum();
    // Chance can explain every wrong answer, but not that most answers are right.
    let may_be_chance = 2.0 * wrong as f64 >= wrong_by_chance(clues);
    let mut explanations: Vec<(f64, usize, Suspect)> = suspects
        .iter()
        .copied()
        .filter(|suspect| wrong > 0 || suspect.looks_too_far)
        .filter(|suspect| may_be_chance || !suspect.plays_any_move())
        .map(|suspect| (explained(clues, suspect).count(), suspect))
        .filter(|&(explained, _)| 5 * explained >= 4 * wrong)
        .map(|(explained, suspect)| (probability_with(clues, suspect), explained, suspect))
        .filter(|&(probability, ..)| {
            let clearly = if wrong > 0 { CLEARLY } else { VERY_CLEARLY };
            probability > usual + clearly
        })
        .collect();
    explanations.sort_by(|a, b| b.0.total_cmp(&a.0));
    explanations
}

/// How many wrong answers a program would give on average that plays any legal move.
fn wrong_by_chance(clues: &[Clue]) -> f64 {
    clues.iter().map(|clue| 1.0 - clue.right().len() as f64 / clue.moves.max(1) as f64).sum()
}

/// The wrong answers that a program with this wrong may have given.
fn explained(clues: &[Clue], suspect: Suspect) -> impl Iterator<Item = &Clue> {
    let wrong = clues.iter().filter(|clue| clue.is_wrong);
    wrong.filter(move |clue| clue.case.answers(suspect).is_some_and(|answers| clue.is_among(&answers)))
}

/// The logarithm of the probability of all answers of a program with this wrong.
fn probability_with(clues: &[Clue], suspect: Suspect) -> f64 {
    let answers = clues.iter().filter_map(|clue| Some((clue, clue.case.answers(suspect)?)));
    answers.map(|(clue, answers)| clue.probability(&answers, suspect.looks_too_far)).sum()
}

fn look_ahead(clues: &[Clue]) -> LookAhead {
    let mut seen = LookAhead::default();
    for clue in clues {
        let depth = clue.case.depth;
        let now = clue.right();
        let before = if depth == 1 { None } else { clue.case.right_at(depth - 1) };
        if before.is_some_and(|before| now.len() < before.len()) {
            seen.at_end += 1;
            seen.at_end_right += usize::from(clue.is_among(now));
        }
        let beyond = clue.case.right_at(depth + 1).filter(|beyond| beyond.len() < now.len());
        if let Some(beyond) = beyond.filter(|_| clue.is_among(now)) {
            seen.beyond += 1;
            seen.beyond_right += usize::from(clue.is_among(&beyond));
            seen.beyond_by_chance += beyond.len() as f64 / now.len() as f64;
        }
    }
    seen
}
