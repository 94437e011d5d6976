//! The root of the search: deeper and deeper, to the value and the first move in generation order that reaches it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Choice, Evaluate, Game, Line, Score};

use crate::node::Searcher;
use crate::table::Table;

/// A searcher of lines of one game, with a table that it keeps from one search to the next.
pub struct Engine {
    table: Table,
}

impl Engine {
    /// An engine whose table takes about so many bytes.
    pub fn new(table_bytes: usize) -> Engine {
        Engine { table: Table::new(table_bytes) }
    }

    /// An engine for one search to this depth: a small one has a small table, so that it starts at once.
    pub fn for_depth(depth: u32) -> Engine {
        const LARGEST: usize = 256 << 20;
        Engine::new(LARGEST.min(1 << (10 + 2 * depth.min(16))))
    }

    /// The answer of [`game::best_move`]: the same score and the same best play, with fewer positions looked at.
    ///
    /// A table must not be used for another game or evaluation.
    pub fn best_move<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        depth: u32,
        evaluation: &E,
    ) -> Option<Choice<G::Move>> {
        line.ending().is_none().then(|| {
            let mut line = line.clone();
            let mut choice = Choice { score: Score::DRAW, variation: Vec::new(), nodes: 0 };
            // Best play is found move by move: what the table remembers makes each but the first a short search.
            for depth in (1..=depth).rev() {
                if line.ending().is_some() {
                    break;
                }
                let (value, mv, nodes) = self.root(&line, depth, evaluation);
                if choice.variation.is_empty() {
                    choice.score = value;
                }
                choice.variation.push(mv);
                choice.nodes += nodes;
                let _ = line.try_play(mv);
            }
            choice
        })
    }

    /// The value of an unfinished game and its best move.
    fn root<G: Game, E: Evaluate<G>>(
        &mut self,
        line: &Line<'_, G>,
        depth: u32,
        evaluation: &E,
    ) -> (Score, G::Move, u64) {
        self.table.age();
        let stop = AtomicBool::new(false);
        let mut searcher = Searcher::new(line, depth, evaluation, &self.table, &stop);
        let mut root = Root { moves: line.moves(), best: 0, value: 0 };
        for depth in 1..=depth {
            root.deepen(&mut searcher, line.position(), depth);
        }
        stop.store(true, Relaxed);
        (Score::from_value(root.value), root.moves[root.best], searcher.nodes)
    }
}

/// The legal moves of the root and what is known of them.
struct Root<M> {
    /// In generation order.
    moves: Vec<M>,
    /// The first best move of the last depth searched.
    best: usize,
    value: i32,
}

impl<M: Copy> Root<M> {
    /// Searches all moves to a depth: the value, and the first move in generation order that reaches it.
    fn deepen<G: Game<Move = M>, E: Evaluate<G>>(
        &mut self,
        searcher: &mut Searcher<'_, G, E>,
        position: &G::Position,
        depth: u32,
    ) {
        let before = self.best;
        let order = std::iter::once(before).chain((0..self.moves.len()).filter(|&index| index != before));
        let mut best: Option<(i32, usize)> = None;
        for index in order {
            let mv = self.moves[index];
            let next = searcher.play(position, mv, 0, depth).expect("the moves of the root are legal");
            let mut search = |alpha: i32, beta: i32| -searcher.search(&next, 1, depth - 1, -beta, -alpha);
            let Some((highest, holder)) = best else {
                best = Some((aspire(search, self.value), index));
                continue;
            };
            // A move that comes before the holder takes its place by being as good, others only by being better.
            let needed = if index < holder { highest } else { highest + 1 };
            if search(needed - 1, needed) >= needed {
                best = Some((search(needed - 1, Score::MAX.value()), index));
            }
        }
        if let Some((value, index)) = best {
            (self.value, self.best) = (value, index);
        }
    }
}

/// The value that `search` gives with an open window, found with narrow ones around a guess that are widened on the side
/// where the value lies outside.
fn aspire(mut search: impl FnMut(i32, i32) -> i32, guess: i32) -> i32 {
    let (lowest, highest) = (Score::MIN.value(), Score::MAX.value());
    let mut width = 8;
    let (mut alpha, mut beta) = ((guess - width).max(lowest), (guess + width).min(highest));
    loop {
        let value = search(alpha, beta);
        width *= 8;
        if value <= alpha && alpha > lowest {
            alpha = (value - width).max(lowest);
        } else if value >= beta && beta < highest {
            beta = value.saturating_add(width).min(highest);
        } else {
            return value;
        }
    }
}
