//! What a search with a time limit does beyond minimax: captures past the horizon, and less time for what looks bad.
//!
//! Each rule is a guess that gains more often than it costs. Answers to a fixed depth do not use any of them.

use std::sync::LazyLock;

use game::{Evaluate, Game, Score};

use crate::mode::Mode;
use crate::node::{DECIDED, Searcher};
use crate::order;

/// How far past the horizon captures are followed at most.
const CAPTURES: u32 = 32;

/// About what a man is worth, in all evaluations.
const MAN: i32 = 100;

/// With at most this many plies left a position that is far above the window is not searched.
const CALM_DEPTH: u32 = 3;

/// The plies that a search to a depth can go down.
pub(crate) fn plies_below(depth: u32) -> u32 {
    depth + CAPTURES
}

/// How much less deep to look at a move, by the depth and the number of moves tried before.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|tried| (0.8 * (depth as f64).ln() * (tried as f64).ln()) as u8)
    })
});

/// Late moves that promise little are looked at less deep: the later, and the further from the horizon, the less. Captures
/// promise much.
#[inline]
pub(crate) fn reduction(promise: i32, tried: u32, depth: u32) -> u32 {
    if depth < 3 || tried < 2 || order::is_special(promise) {
        return 0;
    }
    u32::from(REDUCTIONS[depth.min(63) as usize][tried.min(63) as usize]).min(depth - 2)
}

impl<G: Game, E: Evaluate<G>, M: Mode> Searcher<'_, G, E, M> {
    /// A value that can be told without searching moves: the position is so good that a few plies will not change it, or that
    /// even doing nothing is enough.
    pub(crate) fn glance(
        &mut self,
        position: &G::Position,
        ply: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let game = self.shared.game;
        // Only where no exact value is wanted, and nothing is decided.
        if beta - alpha > 1 || alpha.abs().max(beta.abs()) > DECIDED {
            return None;
        }
        let now = self.leaf(position, ply);
        if now.abs() > DECIDED {
            return None;
        }
        if depth <= CALM_DEPTH && now - MAN * depth as i32 >= beta {
            return Some(now);
        }
        if depth < 3 || now < beta {
            return None;
        }
        let passed = game.pass(position)?;
        if G::NO_REPEAT {
            self.reach.enter(game, position, &passed, false, ply + 1, depth - 1);
        }
        let value = -self.search(&passed, ply + 1, depth - 3, -beta, 1 - beta);
        (value >= beta && value.abs() <= DECIDED).then_some(value)
    }

    /// The value of a position at the horizon after the captures that are worth making.
    pub(crate) fn quiesce(&mut self, position: &G::Position, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let mut value = self.leaf(position, ply);
        if value >= beta || value.abs() > DECIDED || ply + 1 >= self.moves.len() {
            return value;
        }
        alpha = alpha.max(value);
        let game = self.shared.game;
        let mut captures = std::mem::take(&mut self.moves[ply]);
        captures.clear();
        game.moves(position).for_each(|mv| {
            let gain = game.gain(position, mv);
            if gain > 0 {
                captures.push((gain as i32, mv));
            }
        });
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
