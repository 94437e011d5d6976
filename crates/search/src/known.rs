//! Answers from an oracle, such as solved tables: for a whole question without a search, and for positions inside a search.
//!
//! Only a selective search asks it. An exact search must give the answer of minimax, which sees only to its depth.
//!
//! An oracle ignores earlier boards. Under the no-repeat rule its draws can be anything and are not used. Its wins and
//! losses are used: the winner gets closer to the end with every move and rarely needs an earlier board.

use std::time::Duration;

use game::{BoardState, Choice, Game, Line, MAX_DEPTH, Oracle, Score, Verdict};

use crate::engine::all_moves;
use crate::limits::Limits;

/// With less time than this, the oracle must not solve tables first: that took most of a second on a busy machine.
const LEAST_TIME_TO_PREPARE: Duration = Duration::from_secs(2);

/// How many plies of a draw are shown, since it might never end.
const PLIES_OF_A_DRAW: usize = 8;

/// Prepares the oracle for a search from this position if there is time. Returns whether it knows any verdicts.
pub(crate) fn prepare<G: Game>(oracle: &dyn Oracle<G>, position: &G::Position, limits: &Limits<'_>) -> bool {
    if limits.time.is_none_or(|time| time >= LEAST_TIME_TO_PREPARE) {
        oracle.prepare(position);
    } else {
        oracle.prepare_quickly(position);
    }
    oracle.knows_any()
}

/// The value of a position `ply` plies below the root, with distances from the root, if the oracle knows it. The game
/// must not be over.
pub(crate) fn value<G: Game>(oracle: &dyn Oracle<G>, position: &G::Position, ply: usize) -> Option<i32> {
    let verdict = oracle.verdict(position).filter(|&verdict| counts::<G>(verdict))?;
    Some(score(verdict, ply as u32).value())
}

/// The best move with the play that follows, if the oracle's verdicts decide. `moves` are all legal moves of the line.
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

/// Adds best play to the end of a variation, as far as the oracle knows it.
pub(crate) fn continue_play<G: Game>(
    oracle: &dyn Oracle<G>,
    line: &Line<'_, G>,
    variation: &mut Vec<G::Move>,
) {
    let mut line = line.clone();
    for &mv in &*variation {
        let _ = line.try_play(mv);
    }
    while let Some(moves) = all_moves(&line)
        && let Some((verdict, mv)) = best(oracle, &mut line.clone(), &moves)
        && (verdict != Verdict::Draw || !G::NO_REPEAT && variation.len() < PLIES_OF_A_DRAW)
        && variation.len() < MAX_DEPTH as usize
        && line.try_play(mv).is_some()
    {
        variation.push(mv);
    }
}

/// The first best of these moves and its verdict. `None` if a verdict is unknown or the list is empty.
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

/// The verdict on the position of a line, if it is known. Only the line knows whether earlier boards leave no legal move.
fn verdict<G: Game>(oracle: &dyn Oracle<G>, line: &Line<'_, G>) -> Option<Verdict> {
    match line.ending() {
        Some(ending) => Some(Verdict::of_outcome(ending.outcome, line.position().side())),
        None => oracle.verdict(line.position()),
    }
}

/// Whether a verdict can be used: see the module's comment on draws.
fn counts<G: Game>(verdict: Verdict) -> bool {
    !G::NO_REPEAT || verdict != Verdict::Draw
}

/// The score of a verdict on a position that is this many plies below the root.
fn score(verdict: Verdict, plies: u32) -> Score {
    // A distance beyond the range of scores is shortened: it is still a win or a loss.
    let to_end = |more: u32| (plies + more).min(MAX_DEPTH);
    match verdict {
        Verdict::Win(more) => Score::win_in(to_end(more)),
        Verdict::Draw => Score::DRAW,
        Verdict::Loss(more) => Score::loss_in(to_end(more)),
    }
}
