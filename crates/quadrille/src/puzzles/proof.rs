//! The proof that exactly one move of a position is right.

use std::sync::atomic::AtomicBool;

use solve::{Certainty, Probe};
use thiserror::Error as ThisError;

use super::{Goal, Puzzle};
use crate::{AnyLine, Catalogue, Error, Evaluation, Finding, Limits, Question, Session, Verdict};

/// The most plies of a win that is proved by search.
pub(super) const MOST_PLIES: u32 = 9;

/// The right move of a position, with what shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) goal: Goal,
    pub(super) plies: Option<u32>,
    /// The right move, and the best play after it as far as it is known.
    pub(super) play: Vec<String>,
}

/// Why a puzzle is not proved.
#[derive(ThisError, Debug)]
pub enum Unproved {
    /// The position is not a position of the game.
    #[error(transparent)]
    Text(#[from] Error),
    /// The game has no such puzzle: nothing shows that exactly one move is right.
    #[error("nothing shows that exactly one move of {position} is right")]
    NoProof {
        /// The position.
        position: String,
    },
    /// The proof shows something else.
    #[error("the right move of {position} is {found}, and not {stated}")]
    Different {
        /// The position.
        position: String,
        /// What the proof shows: the goal, the plies and the move.
        found: String,
        /// What the puzzle says.
        stated: String,
    },
}

/// Proves a puzzle again: its goal, its plies and its solution.
///
/// # Errors
/// When the position is wrong, when there is no proof, or when the proof shows something else.
pub fn prove(catalogue: &Catalogue, session: &mut Session, puzzle: &Puzzle) -> Result<(), Unproved> {
    let line = catalogue.game(&puzzle.game)?.line(&puzzle.position)?;
    let proof = match puzzle.goal {
        Goal::WinIn => unique_quick_win(&*line, session, puzzle.plies.unwrap_or(0).min(MOST_PLIES), None),
        Goal::OnlyWin => unique_by_tables(&*line, session)
            .or_else(|| unique_win(&*line, session, puzzle.plies.unwrap_or(0))),
        Goal::OnlyDraw => unique_by_tables(&*line, session),
    };
    let position = puzzle.position.clone();
    let proof = proof.ok_or_else(|| Unproved::NoProof { position: position.clone() })?;
    let words = |goal: Goal, plies: Option<u32>, mv: Option<&String>| format!("{mv:?} ({goal:?}, {plies:?})");
    let found = words(proof.goal, proof.plies, proof.play.first());
    let stated = words(puzzle.goal, puzzle.plies, Some(&puzzle.solution));
    if found == stated { Ok(()) } else { Err(Unproved::Different { position, found, stated }) }
}

/// The only move that wins or saves the draw by solved tables, if the result of every move is certain under the rules of the game.
pub(super) fn unique_by_tables(line: &dyn AnyLine, session: &Session) -> Option<Proof> {
    let Probe { to_move, moves, .. } = session.probe(line).ok()?;
    let certain = moves.iter().all(|mv| mv.certainty != Certainty::WithRepeats);
    let best = moves.iter().max_by_key(|mv| mv.verdict).filter(|_| certain)?;
    let outcome = |verdict: Verdict| verdict.outcome(to_move);
    let as_good = moves.iter().filter(|mv| outcome(mv.verdict) == outcome(best.verdict)).count();
    let goal = match best.verdict {
        Verdict::Win(_) => Goal::OnlyWin,
        Verdict::Draw => Goal::OnlyDraw,
        Verdict::Loss(_) => return None,
    };
    let play = vec![best.name.clone()];
    (moves.len() > 1 && as_good == 1).then(|| Proof { goal, plies: best.verdict.plies(), play })
}

/// The only move that wins within the fewest plies, at most `most`, by exhaustive search. `nodes` limits the positions of each
/// search; a search that needs more proves nothing.
pub(super) fn unique_quick_win(
    line: &dyn AnyLine,
    session: &mut Session,
    most: u32,
    nodes: Option<u64>,
) -> Option<Proof> {
    for depth in 1..=most {
        let question = exhaustive(depth, nodes);
        let found = session.search(line, &question).filter(|found| found.depth == depth)?;
        let Some(plies) = wins_in(&found) else { continue };
        // The scores of the best and of the second best move are exact at this depth.
        let best = session.best_lines(line, &question, 2);
        let [first, second] = &best[..] else { return None };
        let finished = first.depth == depth && second.depth == depth;
        let unique = finished && wins_in(first) == Some(plies) && wins_in(second).is_none();
        return unique.then(|| Proof { goal: Goal::WinIn, plies: Some(plies), play: first.play.clone() });
    }
    None
}

/// The only move that wins, within so many plies, by exhaustive search: all other moves lose.
fn unique_win(line: &dyn AnyLine, session: &mut Session, plies: u32) -> Option<Proof> {
    let proof = unique_quick_win(line, session, plies.min(MOST_PLIES), None)?;
    others_lose(line, session, proof.plies?, None).then_some(Proof { goal: Goal::OnlyWin, ..proof })
}

/// Whether all moves but the best one lose, by exhaustive search to at least `plies` plies. `nodes` limits the positions of each
/// search; a search that needs more shows nothing.
pub(super) fn others_lose(line: &dyn AnyLine, session: &mut Session, plies: u32, nodes: Option<u64>) -> bool {
    for depth in plies..=MOST_PLIES {
        let best = session.best_lines(line, &exhaustive(depth, nodes), 2);
        let Some(second) = best.get(1).filter(|second| second.depth == depth) else { return false };
        if let Some(to_end) = second.score.plies_to_end() {
            return to_end < 0;
        }
    }
    false
}

/// Best play to the end of a win within so many plies.
pub(super) fn best_play(line: &dyn AnyLine, session: &mut Session, plies: u32) -> Option<Vec<String>> {
    session.search(line, &exhaustive(plies, None)).map(|found| found.play)
}

/// An exact search. Which positions are won does not depend on the evaluation, and the plainest is the quickest.
fn exhaustive(depth: u32, nodes: Option<u64>) -> Question<'static> {
    let question = Question::to_depth(depth);
    let limits = Limits { nodes, ..question.limits };
    Question { limits, evaluation: Evaluation::Material, ..question }
}

/// The plies to a win that a search has found.
fn wins_in(found: &Finding) -> Option<u32> {
    found.score.plies_to_end().and_then(|plies| u32::try_from(plies).ok()).filter(|&plies| plies > 0)
}

/// Whether somebody wants the work to end.
pub(super) fn is_cancelled(cancel: Option<&AtomicBool>) -> bool {
    cancel.is_some_and(|cancel| cancel.load(std::sync::atomic::Ordering::Relaxed))
}
