//! Which moves to try first: captures, then moves that were good elsewhere.

use game::{BoardState, Game, MoveCode, Side};

/// What a thread has learnt of quiet moves.
pub(crate) struct Ordering {
    /// The last two quiet moves that refuted something, for each ply.
    killers: Vec<[u32; 2]>,
    /// How often quiet moves refuted something, by side and code, weighted by depth.
    history: Vec<[i32; SLOTS]>,
}

const SLOTS: usize = 1 << 12;
const LARGEST: i32 = 1 << 20;
const NO_MOVE: u32 = u32::MAX;

/// The promise of a move that must come first.
pub(crate) const FIRST: i32 = i32::MAX;
/// The promise of a move that was deferred until all others have been tried.
pub(crate) const PUT_OFF: i32 = i32::MIN;

/// Whether a promise is that of a capture, a killer or a move that must come first or last.
#[inline]
pub(crate) fn is_special(promise: i32) -> bool {
    promise >= 2 * LARGEST - 2 || promise == PUT_OFF
}

impl Ordering {
    pub(crate) fn new(plies: u32) -> Ordering {
        Ordering { killers: vec![[NO_MOVE; 2]; plies as usize + 1], history: vec![[0; SLOTS]; 2] }
    }

    /// How promising a move looks.
    #[inline]
    pub(crate) fn promise<G: Game>(&self, game: &G, position: &G::Position, mv: G::Move, ply: usize) -> i32 {
        let gain = game.gain(position, mv);
        if gain > 0 {
            return 2 * LARGEST + gain as i32;
        }
        let code = mv.code();
        match self.killers[ply].iter().position(|&killer| killer == code) {
            Some(rank) => 2 * LARGEST - 1 - rank as i32,
            None => self.history[position.side().index()][slot(code)],
        }
    }

    /// The code of the move that refuted something last at this ply.
    #[inline]
    pub(crate) fn killer(&self, ply: usize) -> Option<u32> {
        Some(self.killers[ply][0]).filter(|&code| code != NO_MOVE)
    }

    /// Remembers a move that was good enough at the last ply.
    #[inline]
    pub(crate) fn set_killer(&mut self, ply: usize, code: u32) {
        self.killers[ply][0] = code;
    }

    /// Remembers a move that has refuted the move before it, and the moves tried before that have not.
    pub(crate) fn learn<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        others: &[(i32, G::Move)],
        ply: usize,
        depth: u32,
    ) {
        let side = position.side();
        let weight = (depth * depth).min(1 << 12) as i32;
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

    /// Changes what is thought of a move: the closer to the limit already, the less.
    fn shift(&mut self, side: Side, code: u32, by: i32) {
        let value = &mut self.history[side.index()][slot(code)];
        *value += by - (i64::from(*value) * i64::from(by.abs()) / i64::from(LARGEST)) as i32;
    }
}

#[inline]
fn slot(code: u32) -> usize {
    (code.wrapping_mul(0x9E37_79B1) >> 20) as usize
}

/// Brings the most promising of the moves from `index` on to that place.
#[inline]
pub(crate) fn select<M: Copy>(moves: &mut [(i32, M)], index: usize) -> (i32, M) {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves.swap(index, best);
    moves[index]
}
