//! Move ordering: captures first, then moves that caused cutoffs in other positions.

use game::{BoardState, Game, MoveCode, Side};

/// The killer moves and the history heuristic of a thread.
pub(crate) struct Ordering {
    /// For each ply, the last two quiet moves that caused a cutoff.
    killers: Vec<[u32; 2]>,
    /// How often quiet moves caused a cutoff, by side and code, weighted by depth.
    history: Vec<[i32; SLOTS]>,
    /// Whether killer moves come before all other quiet moves.
    killers_first: bool,
}

const SLOTS: usize = 1 << 12;
const LARGEST: i32 = 1 << 20;
const NO_MOVE: u32 = u32::MAX;

/// What the history of a killer move counts more, where killers do not come first.
const KILLER_BONUS: [i32; 2] = [3000, 1000];

/// The priority of a move that must come first.
pub(crate) const FIRST: i32 = i32::MAX;
/// The priority of a move that is deferred until all others have been tried.
pub(crate) const DEFERRED: i32 = i32::MIN;

/// Whether this is the priority of a capture, a killer or a move that must come first or last.
#[inline]
pub(crate) fn is_special(priority: i32) -> bool {
    priority >= 2 * LARGEST - 2 || priority == DEFERRED
}

/// The priority of a quiet move with this history, if the position after it has this evaluation for the enemy.
#[inline]
pub(crate) fn by_evaluation(history: i32, evaluation: i32) -> i32 {
    /// This many history points count as one evaluation unit.
    const HISTORY_PER_UNIT: i32 = 1000;
    history / HISTORY_PER_UNIT - evaluation
}

impl Ordering {
    pub(crate) fn new(plies: u32, killers_first: bool) -> Ordering {
        let killers = vec![[NO_MOVE; 2]; plies as usize + 1];
        Ordering { killers, history: vec![[0; SLOTS]; 2], killers_first }
    }

    /// The priority of a move: moves with a higher one are searched earlier.
    #[inline]
    pub(crate) fn priority<G: Game>(&self, game: &G, position: &G::Position, mv: G::Move, ply: usize) -> i32 {
        let gain = game.gain(position, mv);
        if gain > 0 {
            return 2 * LARGEST + gain as i32;
        }
        let code = mv.code();
        let history = self.history[position.side().index()][slot(code)];
        match self.killers[ply].iter().position(|&killer| killer == code) {
            Some(rank) if self.killers_first => 2 * LARGEST - 1 - rank as i32,
            Some(rank) => history + KILLER_BONUS[rank],
            None => history,
        }
    }

    /// The code of the last move that caused a cutoff at this ply.
    #[inline]
    pub(crate) fn killer(&self, ply: usize) -> Option<u32> {
        Some(self.killers[ply][0]).filter(|&code| code != NO_MOVE)
    }

    /// Stores a move that caused a cutoff with one ply left.
    #[inline]
    pub(crate) fn set_killer(&mut self, ply: usize, code: u32) {
        self.killers[ply][0] = code;
    }

    /// Learns from a move that caused a cutoff, and from the moves tried before it, which did not.
    pub(crate) fn record_cutoff<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        others: &[(i32, G::Move)],
        ply: usize,
        depth: u32,
    ) {
        let side = position.side();
        let weight = self.weight(depth);
        for &(_, other) in others {
            if game.gain(position, other) == 0 {
                self.shift(side, other.code(), -weight);
            }
        }
        if game.gain(position, mv) == 0 {
            let code = mv.code();
            self.shift(side, code, weight);
            let killers = &mut self.killers[ply];
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
        }
    }

    /// How much a cutoff at this depth counts. Where the history alone orders moves, large depths have to outweigh the many cutoffs at
    /// small ones.
    fn weight(&self, depth: u32) -> i32 {
        if self.killers_first { (depth * depth).min(1 << 12) as i32 } else { 2 * depth.min(16).pow(4) as i32 }
    }

    /// Changes the history of a move. The closer it is to the limit, the smaller the change.
    fn shift(&mut self, side: Side, code: u32, by: i32) {
        let value = &mut self.history[side.index()][slot(code)];
        *value += by - (i64::from(*value) * i64::from(by.abs()) / i64::from(LARGEST)) as i32;
    }
}

#[inline]
fn slot(code: u32) -> usize {
    (code.wrapping_mul(0x9E37_79B1) >> 20) as usize
}

/// Whether a list is so long that it is sorted.
#[inline]
pub(crate) fn is_long<M>(moves: &[(i32, M)]) -> bool {
    moves.len() > 1024
}

/// Swaps the move with the highest priority, among those from `index` on, to `index`. Long lists are sorted already.
#[inline]
pub(crate) fn select<M: Copy>(moves: &mut [(i32, M)], index: usize) -> (i32, M) {
    if is_long(moves) {
        return moves[index];
    }
    let (mut best, mut highest) = (index, i32::MIN);
    for (other, &(priority, _)) in moves.iter().enumerate().skip(index) {
        // A choice of values, not of ways: nobody can predict which move is next.
        let is_higher = priority > highest;
        best = if is_higher { other } else { best };
        highest = highest.max(priority);
    }
    moves.swap(index, best);
    moves[index]
}
