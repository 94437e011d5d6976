//! The root: deeper and deeper, to the value and the first move in generation order that reaches it.

use game::{Evaluate, Game, Line, Score};

use crate::mode::Mode;
use crate::node::{Searcher, Shared};

/// The legal moves of the root and what the last depth searched has shown.
#[derive(Clone)]
pub(crate) struct Root<M> {
    /// In generation order.
    pub(crate) moves: Vec<M>,
    /// The first best move.
    pub(crate) best: usize,
    pub(crate) value: i32,
    /// The value of the depth before: odd depths are like odd ones, so of two in turn it is the better guess for the next.
    pub(crate) before: i32,
    /// How deep the search has been; 0 before the first is done.
    pub(crate) depth: u32,
}

impl<M: Copy> Root<M> {
    pub(crate) fn new(moves: Vec<M>) -> Root<M> {
        Root { moves, best: 0, value: 0, before: 0, depth: 0 }
    }

    pub(crate) fn best_move(&self) -> M {
        self.moves[self.best]
    }

    /// Searches deeper and deeper until the limits say stop. `done` sees each depth that is finished, and whether to go on.
    pub(crate) fn deepen<'s, G: Game<Move = M>, E: Evaluate<G>, K: Mode>(
        &mut self,
        shared: &'s Shared<'s, G, E>,
        line: &Line<'s, G>,
        done: &mut dyn FnMut(&Root<M>) -> bool,
    ) {
        let mut searcher = Searcher::<G, E, K>::new(shared, line, shared.watch.depth());
        while self.depth < shared.watch.depth() {
            self.search(&mut searcher, line.position(), shared.watch.next_depth(self.depth));
            let finished = !shared.watch.stopped();
            searcher.count();
            if !finished || !done(self) {
                break;
            }
        }
    }

    /// Searches all moves to a depth: the value, and the first move in generation order that reaches it. A search that is
    /// stopped leaves everything as it was, but a selective one keeps a better move it has found already.
    fn search<G: Game<Move = M>, E: Evaluate<G>, K: Mode>(
        &mut self,
        searcher: &mut Searcher<'_, G, E, K>,
        position: &G::Position,
        depth: u32,
    ) {
        let watch = &searcher.shared.watch;
        let before = self.best;
        let guess = if (depth - self.depth).is_multiple_of(2) { self.value } else { self.before };
        let order = std::iter::once(before).chain((0..self.moves.len()).filter(|&index| index != before));
        let mut best: Option<(i32, usize)> = None;
        for index in order {
            let mv = self.moves[index];
            let next = searcher.play(position, mv, 0, depth).expect("the moves of the root are legal");
            let mut search = |alpha: i32, beta: i32| -searcher.search(&next, 1, depth - 1, -beta, -alpha);
            let found = match best {
                None => Some(aspire(search, guess)),
                Some((highest, holder)) => {
                    // A move that comes before the holder takes its place by being as good, others only by being better.
                    let needed = if index < holder { highest } else { highest + 1 };
                    (search(needed - 1, needed) >= needed).then(|| search(needed - 1, Score::MAX.value()))
                }
            };
            if watch.stopped() {
                break;
            }
            if let Some(value) = found {
                best = Some((value, index));
            }
        }
        let Some((value, index)) = best else {
            return;
        };
        if !watch.stopped() {
            (self.before, self.value, self.best, self.depth) = (self.value, value, index, depth);
        } else if K::SELECTIVE && index != before {
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
            beta = (value + width).min(highest);
        } else {
            return value;
        }
    }
}
