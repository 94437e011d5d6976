//! What an oracle, such as solved tables, knows for certain: answers without a search, and values inside of one.
//!
//! Only a search on a clock asks. A fixed-depth answer is that of plain minimax, which knows nothing past its depth.
//!
//! An oracle has no regard to the boards before. Where no board may come back, what it takes for a draw may be anything, so a
//! draw is no answer there. Its wins and losses are: the winner comes nearer to the end with every move, and seldom needs a board
//! that has been.

use std::time::Duration;

use game::{BoardState, Choice, Game, Line, MAX_DEPTH, Oracle, Score, Verdict};

use crate::limits::Limits;

/// With less time than this for an answer an oracle has no time to find anything out first: tables that are solved when they are
/// first needed were seen to take most of a second on a busy machine.
const LEAST_TIME_TO_PREPARE: Duration = Duration::from_secs(2);

/// How much play is shown where nobody wins: it might go on for ever.
const PLIES_OF_A_DRAW: usize = 8;

/// Gets the oracle ready for a search from here, as far as there is time; whether there is anything to ask it.
pub(crate) fn prepare<G: Game>(oracle: &dyn Oracle<G>, position: &G::Position, limits: &Limits<'_>) -> bool {
    if limits.time.is_none_or(|time| time >= LEAST_TIME_TO_PREPARE) {
        oracle.prepare(position);
    } else {
        oracle.prepare_quickly(position);
    }
    oracle.knows_any()
}

/// The value of a position `ply` plies below the root, counted from the root, if it is known. The game must not be over there.
pub(crate) fn value<G: Game>(oracle: &dyn Oracle<G>, position: &G::Position, ply: usize) -> Option<i32> {
    let verdict = oracle.verdict(position).filter(|&verdict| counts::<G>(verdict))?;
    Some(score(verdict, ply as u32).value())
}

/// The best of these moves, which are all legal ones of a line, with the play that follows, if what is known decides between them.
pub(crate) fn answer<G: Game>(
    oracle: &dyn Oracle<G>,
    line: &Line<'_, G>,
    moves: &[G::Move],
) -> Option<Choice<G::Move>> {
    let (verdict, mv) =
        best(oracle, &mut line.clone(), moves).filter(|&(verdict, _)| counts::<G>(verdict))?;
    let mut variation = vec![mv];
    continue_play(oracle, line, &mut variation);
    Some(Choice { score: score(verdict, 0), variation, nodes: moves.len() as u64 })
}

/// Adds best play to a variation of a line, as far as it is known.
pub(crate) fn continue_play<G: Game>(
    oracle: &dyn Oracle<G>,
    line: &Line<'_, G>,
    variation: &mut Vec<G::Move>,
) {
    let mut line = line.clone();
    for &mv in &*variation {
        let _ = line.try_play(mv);
    }
    while let Some((verdict, mv)) = best(oracle, &mut line.clone(), &line.moves())
        && (verdict != Verdict::Draw || !G::NO_REPEAT && variation.len() < PLIES_OF_A_DRAW)
        && variation.len() < MAX_DEPTH as usize
        && line.try_play(mv).is_some()
    {
        variation.push(mv);
    }
}

/// The first best of these legal moves of a line and what it is worth. `None` unless all are known, or if there are none.
fn best<G: Game>(
    oracle: &dyn Oracle<G>,
    line: &mut Line<'_, G>,
    moves: &[G::Move],
) -> Option<(Verdict, G::Move)> {
    let mut best: Option<(Verdict, G::Move)> = None;
    for &mv in moves {
        let undo = line.try_play(mv)?;
        let verdict = verdict(oracle, line);
        line.undo(undo);
        let verdict = verdict?.for_mover();
        if best.is_none_or(|(highest, _)| verdict > highest) {
            best = Some((verdict, mv));
        }
    }
    best
}

/// The verdict on the present position of a line, if it is known. That the boards before have left no legal move is for the line
/// to say.
fn verdict<G: Game>(oracle: &dyn Oracle<G>, line: &Line<'_, G>) -> Option<Verdict> {
    match line.ending() {
        Some(ending) => Some(Verdict::of_outcome(ending.outcome, line.position().side())),
        None => oracle.verdict(line.position()),
    }
}

/// Whether a verdict tells something about the game as it is played.
fn counts<G: Game>(verdict: Verdict) -> bool {
    !G::NO_REPEAT || verdict != Verdict::Draw
}

/// The score of a verdict that was reached in so many plies.
fn score(verdict: Verdict, plies: u32) -> Score {
    // What takes longer than any score can say is still a win or a loss.
    let to_end = |more: u32| (plies + more).min(MAX_DEPTH);
    match verdict {
        Verdict::Win(more) => Score::win_in(to_end(more)),
        Verdict::Draw => Score::DRAW,
        Verdict::Loss(more) => Score::loss_in(to_end(more)),
    }
}
