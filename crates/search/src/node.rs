//! The search of one position: alpha-beta with a table, by principal variation.
//!
//! Values are plain numbers as in [`Score`], for the side to move, and a decided game counts its plies from the root. The
//! search is fail-soft: what it returns is the value if it lies inside the window, and a bound of it otherwise.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Evaluate, Game, Line, Score};

use crate::order::{self, FIRST, Ordering};
use crate::reach::{Reach, scatter};
use crate::table::{Bound, Known, Table};

/// One thread's search.
pub(crate) struct Searcher<'s, G: Game, E> {
    pub(crate) game: &'s G,
    evaluation: &'s E,
    table: &'s Table,
    /// Set by whoever wants all threads to stop; what they return then means nothing.
    pub(crate) stop: &'s AtomicBool,
    pub(crate) reach: Reach<G>,
    ordering: Ordering,
    /// The moves of each ply, kept for their memory.
    moves: Vec<Vec<(i32, G::Move)>>,
    pub(crate) nodes: u64,
}

/// A score above this, or below its negative, is a decided game.
const DECIDED: i32 = Score::win_in(game::MAX_DEPTH).value() - 1;

impl<'s, G: Game, E: Evaluate<G>> Searcher<'s, G, E> {
    pub(crate) fn new(
        line: &Line<'s, G>,
        depth: u32,
        evaluation: &'s E,
        table: &'s Table,
        stop: &'s AtomicBool,
    ) -> Searcher<'s, G, E> {
        Searcher {
            game: line.game(),
            evaluation,
            table,
            stop,
            reach: Reach::new(line, depth),
            ordering: Ordering::new(depth),
            moves: (0..=depth).map(|_| Vec::new()).collect(),
            nodes: 0,
        }
    }

    /// The position after a move, ready to be searched one ply further down, unless its board has been before.
    #[inline]
    pub(crate) fn play(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        ply: usize,
        depth: u32,
    ) -> Option<G::Position> {
        let next = self.game.play_unchecked(position, mv);
        if self.reach.has(ply, &next) {
            return None;
        }
        if G::NO_REPEAT {
            let irreversible = self.game.is_irreversible(position, mv);
            self.reach.enter(self.game, position, &next, irreversible, ply + 1, depth - 1);
        }
        Some(next)
    }

    /// The value of a position that is `ply` plies below the root, looking `depth` plies further.
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        ply: usize,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.nodes += 1;
        // 1. A finished game has its result.
        if let Some(ending) = self.game.ending(position) {
            return from_root(Score::finished(ending.outcome, G::side_to_move(position)).value(), ply);
        }
        // 2. At the horizon the position is evaluated, if there is a legal move.
        if depth == 0 {
            return self.leaf(position, ply);
        }
        if self.stop.load(Relaxed) {
            return 0;
        }
        // 3. Nothing here can be better than winning with the next move or worse than having lost.
        alpha = alpha.max(Score::loss_in(ply as u32).value());
        beta = beta.min(Score::win_in(ply as u32 + 1).value());
        if alpha >= beta {
            return alpha;
        }
        // 4. What is known already. The key stands for all that the value depends on.
        let hash = G::hash(position);
        let key = scatter(hash ^ scatter(self.reach.hash(ply) ^ u64::from(depth) << 48));
        if let Some(known) = self.table.probe(key) {
            let value = from_root(known.value, ply);
            match known.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        // 5. The moves, best guesses first, the rest only when the first has not been enough.
        let (value, best) = self.search_moves(position, hash, ply, depth, alpha, beta);
        if self.stop.load(Relaxed) {
            return 0;
        }
        // 6. What is known now.
        if let Some(mv) = best {
            self.table.remember(hash, G::encode_move(mv));
        }
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.store(key, depth, Known { value: from_here(value, ply), bound });
        value
    }

    /// Searches the moves of a position until one is good enough; the value, and the move that raised it above alpha.
    #[inline]
    fn search_moves(
        &mut self,
        position: &G::Position,
        hash: u64,
        ply: usize,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> (i32, Option<G::Move>) {
        let mut value = i32::MIN;
        let mut best = None;
        let hint = self.table.hint(hash).and_then(|code| self.game.decode_move(position, code));
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        if let Some(mv) = hint {
            moves.push((FIRST, mv));
        }
        let mut generated = false;
        let mut index = 0;
        loop {
            if index == moves.len() {
                if generated {
                    break;
                }
                // Only now are the moves made, when the hint has not been enough.
                generated = true;
                self.generate(position, hint, ply, depth, &mut moves);
                continue;
            }
            let mv = order::select(&mut moves, index);
            index += 1;
            let Some(next) = self.play(position, mv, ply, depth) else {
                continue;
            };
            let mut search = |alpha: i32, beta: i32| -self.search(&next, ply + 1, depth - 1, -beta, -alpha);
            let scout = value > i32::MIN && beta - alpha > 1;
            let mut score = search(alpha, if scout { alpha + 1 } else { beta });
            if scout && score > alpha && score < beta {
                score = search(alpha, beta);
            }
            value = value.max(score);
            if score > alpha {
                best = Some(mv);
                alpha = score;
                if score >= beta {
                    if self.game.gain(position, mv) == 0 {
                        self.ordering.reward(G::side_to_move(position), G::encode_move(mv), ply, depth);
                    }
                    break;
                }
            }
        }
        self.moves[ply] = moves;
        // A side without a legal move has lost.
        if value == i32::MIN { (Score::loss_in(ply as u32).value(), None) } else { (value, best) }
    }

    /// Adds the moves other than the hint, with how promising they look.
    #[inline]
    fn generate(
        &mut self,
        position: &G::Position,
        hint: Option<G::Move>,
        ply: usize,
        _depth: u32,
        moves: &mut Vec<(i32, G::Move)>,
    ) {
        let (game, ordering) = (self.game, &self.ordering);
        game.moves(position).for_each(|mv| {
            if Some(mv) != hint {
                moves.push((ordering.promise(game, position, mv, ply), mv));
            }
        });
    }

    #[inline]
    fn leaf(&mut self, position: &G::Position, ply: usize) -> i32 {
        if self.reach.can_move(self.game, ply, position) {
            Score::units(self.evaluation.evaluate(self.game, position)).value()
        } else {
            Score::loss_in(ply as u32).value()
        }
    }
}

/// A value that counts from a position `ply` plies below the root, counted from the root.
#[inline]
fn from_root(value: i32, ply: usize) -> i32 {
    shift(value, -(ply as i32))
}

/// A value that counts from the root, counted from a position `ply` plies below it.
#[inline]
fn from_here(value: i32, ply: usize) -> i32 {
    shift(value, ply as i32)
}

#[inline]
fn shift(value: i32, plies: i32) -> i32 {
    if value > DECIDED {
        value + plies
    } else if value < -DECIDED {
        value - plies
    } else {
        value
    }
}
