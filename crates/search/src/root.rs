//! Iterative deepening at the root. It finds the value and the first move in generation order that reaches it.

use game::{BoardState, Evaluate, Game, Line, MoveCode, Score, sort_by_number};

use crate::mode::Mode;
use crate::node::{Searcher, Shared, plies_below};
use crate::variety::Variety;

/// Above this number of moves, iterative deepening takes two plies at a time, and otherwise four.
const MOST_MOVES_FOR_LONG_STEPS: usize = 20;

/// The legal moves of the root and the result of the last finished depth.
#[derive(Clone)]
pub(crate) struct Root<M> {
    /// In generation order.
    pub(crate) moves: Vec<M>,
    /// What is added to the value of each move, unless it is decided, when moves are compared: see [`Variety`]. Empty if nothing is.
    pub(crate) bonuses: Vec<i32>,
    /// The first best move.
    pub(crate) best: usize,
    pub(crate) value: i32,
    /// The value of the depth before: a guess for the next depth, which has the same parity and so a similar value.
    pub(crate) before: i32,
    /// The last finished depth; 0 at first.
    pub(crate) depth: u32,
    /// Whether `value` is also the value of the next depth. Then only the first move that reaches it is searched for.
    pub(crate) knows_value: bool,
}

impl<M: Copy> Root<M> {
    pub(crate) fn new(moves: Vec<M>) -> Root<M> {
        Root { moves, bonuses: Vec::new(), best: 0, value: 0, before: 0, depth: 0, knows_value: false }
    }

    /// The same moves in random order and with a random bonus each, for a root position with this hash.
    pub(crate) fn varied(mut moves: Vec<M>, position: u64, variety: Variety) -> Root<M>
    where
        M: MoveCode,
    {
        sort_by_number(&mut moves, |mv| variety.lot(position, mv.code()).into());
        let bonuses = moves.iter().map(|mv| variety.bonus(position, mv.code())).collect();
        Root { bonuses, ..Root::new(moves) }
    }

    pub(crate) fn best_move(&self) -> M {
        self.moves[self.best]
    }

    /// Searches with increasing depth until a limit is reached, or until `done`, called after each depth, returns `false`. If another
    /// thread finishes a depth first, `done` replaces this root with the result.
    pub(crate) fn deepen<'s, G: Game<Move = M>, E: Evaluate<G>, K: Mode>(
        &mut self,
        shared: &'s Shared<'s, G, E>,
        line: &Line<'s, G>,
        done: &mut dyn FnMut(&mut Root<M>) -> bool,
    ) {
        let mut searcher = Searcher::<G, E, K>::new(shared, line, shared.watch.depth());
        // Values of odd and even depths differ, because another side moves last: a step is even. The fewer moves there are, the less a
        // depth takes longer than the one before it, and the fewer depths prepare the last one at the lowest cost.
        let step = if self.moves.len() <= MOST_MOVES_FOR_LONG_STEPS { 4 } else { 2 };
        let hash = line.position().hash();
        while self.depth < shared.watch.depth() {
            let depth = shared.watch.next_depth(self.depth, step);
            searcher.member.enter(hash, 0, depth);
            self.search(&mut searcher, line.position(), depth);
            // If it was called back, `done` has the result of the other thread.
            searcher.member.leave(hash, 0, depth);
            let finished = !shared.watch.stopped();
            searcher.publish_nodes();
            if !finished || !done(self) {
                break;
            }
            searcher.call_team(hash, 0, depth);
        }
    }

    /// Searches all moves with this depth for the value and the first move in generation order that reaches it. If the
    /// search is stopped, nothing changes, except that a selective search keeps a better move that it has already
    /// found.
    fn search<G: Game<Move = M>, E: Evaluate<G>, K: Mode>(
        &mut self,
        searcher: &mut Searcher<'_, G, E, K>,
        position: &G::Position,
        depth: u32,
    ) {
        searcher.last_ply_of_captures = plies_below::<K>(depth) as usize;
        let Shared { busy, .. } = searcher.shared;
        let before = self.best;
        let guess = if (depth - self.depth).is_multiple_of(2) { self.value } else { self.before };
        let mut order: Vec<usize> = (0..self.moves.len()).filter(|&index| index != before).collect();
        order.insert(0, before);
        // The worth of the best move, which is its value with its bonus, then the value and the index. A known value is nobody's at first:
        // any move that reaches it comes before that.
        let nobody = order.len();
        let knows_value = std::mem::take(&mut self.knows_value);
        let mut best: Option<(i32, i32, usize)> = knows_value.then_some((self.value, self.value, nobody));
        let mut tried = 0;
        while tried < order.len() {
            let index = order[tried];
            tried += 1;
            if knows_value && best.is_some_and(|(_, _, holder)| index > holder) {
                continue;
            }
            let bonus = self.bonuses.get(index).copied().unwrap_or(0);
            let mv = self.moves[index];
            let next = searcher.play(position, mv, 0, depth).expect("the moves of the root are legal");
            // As in other positions, a move that another thread is searching is deferred once.
            let busy_key = busy.key(&next, depth);
            let is_deferred = tried > self.moves.len();
            if best.is_some() && !is_deferred && busy_key.is_some_and(|key| busy.is_taken(key)) {
                order.push(index);
                continue;
            }
            busy_key.inspect(|&key| busy.take(key));
            let mut search = |alpha: i32, beta: i32| -searcher.search(&next, 1, depth - 1, -beta, -alpha);
            let found = match best {
                None => Some(aspire(search, guess)),
                Some((highest, _, holder)) => {
                    // A move that is generated before the best one replaces it if it is as good, a later one if it is better.
                    let needed = if index < holder { highest } else { highest + 1 };
                    let needed = Variety::worth(needed, -bonus);
                    let is_enough = search(needed - 1, needed) >= needed;
                    if is_enough && !knows_value {
                        Some(search(needed - 1, Score::MAX.value()))
                    } else {
                        is_enough.then_some(needed)
                    }
                }
            };
            busy_key.inspect(|&key| busy.release(key));
            if searcher.has_to_stop() {
                break;
            }
            if let Some(value) = found {
                best = Some((Variety::worth(value, bonus), value, index));
            }
        }
        let Some((_, value, index)) = best.filter(|&(_, _, holder)| holder != nobody) else {
            return;
        };
        if !searcher.has_to_stop() {
            (self.before, self.value, self.best, self.depth) = (self.value, value, index, depth);
        } else if K::SELECTIVE && index != before {
            (self.value, self.best) = (value, index);
        }
    }
}

/// Finds the value with aspiration windows around a guess, which are widened on the side where the value lies.
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
