//! Perft: the number of legal games of a given length. It is the standard check of a move generator and of its speed.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::{Game, Line};

/// The number of legal games of exactly `depth` plies. A finished game has no moves; a pass is a ply.
///
/// The last ply is counted without playing its moves, and the ply before it is not stored in the line.
pub fn perft<G: Game>(line: &mut Line<'_, G>, depth: u32) -> u64 {
    total(line, depth, &AtomicBool::new(false))
}

/// Perft as far as it comes until it is cancelled.
fn total<G: Game>(line: &mut Line<'_, G>, depth: u32, cancel: &AtomicBool) -> u64 {
    if depth == 0 { 1 } else { count(line, depth, &mut Vec::new(), cancel) }
}

/// Perft of at least one ply. `near` is memory for the boards that matter in the last two plies: they are collected once for all
/// moves of the ply before the last.
fn count<G: Game>(
    line: &mut Line<'_, G>,
    depth: u32,
    near: &mut Vec<G::Position>,
    cancel: &AtomicBool,
) -> u64 {
    let game = line.game();
    if game.is_final(line.position()) {
        return 0;
    }
    if depth == 1 {
        return line.count_unfinished() as u64;
    }
    if cancel.load(Relaxed) {
        return 0;
    }
    if depth == 2 {
        line.collect_near(near);
    }
    let position = *line.position();
    let mut games = 0;
    // `for_each` instead of a `for` loop: the iterator's own loop over sets of moves is faster than single steps.
    game.moves(&position).for_each(|mv| {
        if depth == 2 {
            games += line.count_moves_after(mv, near) as u64;
        } else if let Some(undo) = line.try_play(mv) {
            games += count(line, depth - 1, near, cancel);
            line.undo(undo);
        }
    });
    games
}

/// [`perft`] split by the first move; empty at depth 0. If another thread raises the flag meanwhile, there is no answer.
pub fn divide<G: Game>(
    line: &mut Line<'_, G>,
    depth: u32,
    cancel: &AtomicBool,
) -> Option<Vec<(G::Move, u64)>> {
    let (game, position) = (line.game(), *line.position());
    let mut split = Vec::new();
    if depth == 0 || game.is_final(&position) {
        return Some(split);
    }
    for mv in game.moves(&position) {
        if let Some(undo) = line.try_play(mv) {
            split.push((mv, total(line, depth - 1, cancel)));
            line.undo(undo);
        }
    }
    (!cancel.load(Relaxed)).then_some(split)
}
