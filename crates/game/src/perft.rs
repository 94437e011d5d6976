//! Perft: the number of legal games of so many plies, the standard check of a move generator and of its speed.

use crate::{Game, Line};

/// The number of legal games of exactly `depth` plies. A finished game has no moves; a pass is a ply.
///
/// The last ply is counted, not played.
pub fn perft<G: Game>(line: &mut Line<'_, G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => line.count_moves() as u64,
        _ => {
            let (game, position) = (line.game(), *line.position());
            if game.ending(&position).is_some() {
                return 0;
            }
            let mut games = 0;
            for mv in game.moves(&position) {
                if let Some(undo) = line.try_play(mv) {
                    games += perft(line, depth - 1);
                    line.undo(undo);
                }
            }
            games
        }
    }
}

/// [`perft`] split by the first move; nothing at depth 0.
pub fn divide<G: Game>(line: &mut Line<'_, G>, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut split = Vec::new();
    for mv in line.moves() {
        if let Some(undo) = line.try_play(mv) {
            split.push((mv, perft(line, below)));
            line.undo(undo);
        }
    }
    split
}
