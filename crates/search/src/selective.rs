//! The rules of selective search: quiescence search, late move reductions, and pruning.
//!
//! Each rule is a guess that gains more than it costs on average. Exact searches do not use them.

use std::sync::LazyLock;

use game::{Evaluate, Game, Score};

use crate::generate::for_each_move;
use crate::mode::Mode;
use crate::node::{DECIDED, Searcher};
use crate::order;

/// How many plies quiescence search goes past the horizon at most.
pub(crate) const MAX_CAPTURES: u32 = 32;

/// The approximate value of a man, in all evaluations.
const MAN: i32 = 100;

/// The maximum depth for pruning by the static evaluation.
const MAX_DEPTH_TO_PRUNE: u32 = 3;

/// The reduction of a move's depth, by the depth and the number of moves tried before it.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|tried| (0.8 * (depth as f64).ln() * (tried as f64).ln()) as u8)
    })
});

/// Late moves with a low priority are searched less deeply: later moves and larger depths have larger reductions.
#[inline]
pub(crate) fn reduction(priority: i32, tried: u32, depth: u32) -> u32 {
    if depth < 3 || tried < 2 || order::is_special(priority) {
        return 0;
    }
    u32::from(REDUCTIONS[depth.min(63) as usize][tried.min(63) as usize]).min(depth - 2)
}

impl<G: Game, E: Evaluate<G>, M: Mode> Searcher<'_, G, E, M> {
    /// Prunes a position without searching its moves: its static evaluation is far above the window, or even a pass
    /// (null move) causes a cutoff.
    pub(crate) fn prune(
        &mut self,
        position: &G::Position,
        ply: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let game = self.shared.game;
        // Only with a null window, and without wins and losses.
        if beta - alpha > 1 || alpha.abs().max(beta.abs()) > DECIDED {
            return None;
        }
        let passed = if depth < 3 { None } else { game.pass(position) };
        if depth > MAX_DEPTH_TO_PRUNE && passed.is_none() {
            return None;
        }
        let now = self.leaf(position, ply);
        if now.abs() > DECIDED {
            return None;
        }
        if depth <= MAX_DEPTH_TO_PRUNE && now - MAN * depth as i32 >= beta {
            return Some(now);
        }
        let passed = passed.filter(|_| now >= beta)?;
        if G::NO_REPEAT {
            self.reach.enter(game, position, &passed, false, ply + 1, depth - 1);
        }
        let value = -self.search(&passed, ply + 1, depth - 3, -beta, 1 - beta);
        (value >= beta && value.abs() <= DECIDED).then_some(value)
    }

    /// Quiescence search: the value of a position at the horizon if the side to move may go on with captures.
    pub(crate) fn quiesce(&mut self, position: &G::Position, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let mut value = self.leaf(position, ply);
        if value >= beta || value.abs() > DECIDED || ply >= self.last_ply_of_captures {
            return value;
        }
        alpha = alpha.max(value);
        let game = self.shared.game;
        let mut captures = std::mem::take(&mut self.moves[ply]);
        captures.clear();
        let all = for_each_move(game, position, |mv| {
            let gain = game.gain(position, mv);
            if gain > 0 {
                captures.push((gain as i32, mv));
            }
        });
        if !all && let Some(mv) = self.winning_move(position) {
            captures.push((order::FIRST, mv));
        }
        self.after_generating(&mut captures);
        for index in 0..captures.len() {
            let (_, mv) = order::select(&mut captures, index);
            let Some(next) = self.play(position, mv, ply, 1) else {
                continue;
            };
            let score = -self.search(&next, ply + 1, 0, -beta, -alpha);
            value = value.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves[ply] = captures;
        debug_assert!(value >= Score::MIN.value());
        value
    }
}
