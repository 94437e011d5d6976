//! The search of one position: principal variation search with a transposition table.
//!
//! Values are plain numbers as in [`Score`], for the side to move, and a decided game counts its plies from the root. The
//! search is fail-soft: what it returns is the value if it lies inside the window, and a bound of it otherwise.

use std::marker::PhantomData;

use game::{BoardState, Evaluate, Game, Line, MoveCode, Oracle, Score};

use crate::busy::{self, Busy};
use crate::known;
use crate::limits::{NODES_A_LOOK, Watch};
use crate::mode::Mode;
use crate::order::{self, FIRST, Ordering, PUT_OFF};
use crate::reach::{Reach, scatter};
use crate::selective;
use crate::table::{Bound, Key, Known, Table};

/// What all threads of a search share.
pub(crate) struct Shared<'s, G: Game, E> {
    pub(crate) game: &'s G,
    pub(crate) evaluation: &'s E,
    pub(crate) table: &'s Table,
    pub(crate) busy: Busy,
    pub(crate) watch: Watch<'s>,
    /// What a selective search asks before it searches.
    pub(crate) oracle: Option<&'s dyn Oracle<G>>,
}

/// One thread's search.
pub(crate) struct Searcher<'s, G: Game, E, M> {
    pub(crate) shared: &'s Shared<'s, G, E>,
    pub(crate) reach: Reach<G>,
    ordering: Ordering,
    /// The moves of each ply, kept for their memory.
    pub(crate) moves: Vec<Vec<(i32, G::Move)>>,
    /// Positions looked at.
    nodes: u64,
    /// Those of them that the other threads know of.
    counted: u64,
    mode: PhantomData<M>,
}

/// With fewer plies left it is quicker to search the moves than to ask the transposition table about all of them.
const LEAST_DEPTH_TO_ASK: u32 = 3;

/// With more plies left history orders moves better than the evaluation after them does.
const MOST_DEPTH_TO_EVALUATE: u32 = 3;

/// How much history weighs as much as a unit of evaluation.
const HISTORY_A_UNIT: i32 = 1000;

/// A score above this, or below its negative, is a decided game.
pub(crate) const DECIDED: i32 = Score::win_in(game::MAX_DEPTH).value() - 1;

impl<'s, G: Game, E: Evaluate<G>, M: Mode> Searcher<'s, G, E, M> {
    /// Whether captures are followed past the horizon.
    const QUIESCES: bool = M::SELECTIVE && G::CAPTURES_COUNT;

    pub(crate) fn new(shared: &'s Shared<'s, G, E>, line: &Line<'s, G>, depth: u32) -> Self {
        let plies = if M::SELECTIVE { selective::plies_below(depth) } else { depth };
        Searcher {
            shared,
            reach: Reach::new(line, plies),
            ordering: Ordering::new(plies),
            moves: (0..=plies).map(|_| Vec::new()).collect(),
            nodes: 0,
            counted: 0,
            mode: PhantomData,
        }
    }

    /// Tells the other threads how many positions were looked at.
    pub(crate) fn count(&mut self) {
        self.shared.watch.look(self.nodes - self.counted);
        self.counted = self.nodes;
    }

    /// Whether the search has to stop, asked now and then. What it returns after that means nothing.
    #[inline(always)]
    fn look_at_the_clock(&mut self) -> bool {
        if self.nodes - self.counted >= NODES_A_LOOK {
            self.count();
        }
        self.shared.watch.stopped()
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
        let game = self.shared.game;
        let next = game.play_unchecked(position, mv);
        if depth > 2 {
            self.shared.table.prefetch(next.hash());
        }
        if G::NO_REPEAT {
            if self.reach.has(ply, &next) {
                return None;
            }
            // A selective search goes past its depth with captures only, after which no board comes back.
            let irreversible = game.is_irreversible(position, mv);
            self.reach.enter(game, position, &next, irreversible, ply + 1, depth - 1);
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
        let &Shared { game, table, ref watch, .. } = self.shared;
        self.nodes += 1;
        // 1. A finished game has its result.
        if let Some(ending) = game.ending(position) {
            return from_root(Score::finished(ending.outcome, position.side()).value(), ply);
        }
        if self.look_at_the_clock() {
            return 0;
        }
        // 2. A selective search asks the oracle, which does not know which moves are illegal because of earlier boards.
        if M::SELECTIVE
            && let Some(oracle) = self.shared.oracle
            && let Some(value) = known::value(oracle, position, ply)
            && (!G::NO_REPEAT || self.reach.can_move(game, ply, position))
        {
            return value;
        }
        // 3. At the horizon the position is evaluated, if there is a legal move.
        if depth == 0 {
            return if Self::QUIESCES {
                self.quiesce(position, ply, alpha, beta)
            } else {
                self.leaf(position, ply)
            };
        }
        // 4. Nothing here can be better than winning with the next move or worse than having lost.
        alpha = alpha.max(Score::loss_in(ply as u32).value());
        beta = beta.min(Score::win_in(ply as u32 + 1).value());
        if alpha >= beta {
            return alpha;
        }
        // 5. With one ply left there is a short way.
        if !Self::QUIESCES && depth == 1 {
            return self.last_ply(position, ply, alpha, beta);
        }
        // 6. What the transposition table knows.
        let key = self.key(position, ply, depth);
        let found = table.find(key);
        if let Some(known) = found.known
            && known.depth >= depth
        {
            let value = from_root(known.value, ply);
            match known.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        // 7. A selective search stops where a static value is enough.
        if M::SELECTIVE
            && let Some(value) = self.glance(position, ply, depth, alpha, beta)
        {
            return value;
        }
        // 8. The moves, best guesses first, the rest only when the first has not been enough.
        let (value, best) = self.search_moves(position, found.hint, ply, depth, alpha, beta);
        if watch.stopped() {
            return 0;
        }
        // 9. The transposition table remembers what was found.
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let hint = best.map(MoveCode::code).or(found.hint);
        table.store(key, Known { value: from_here(value, ply), bound, depth }, hint);
        value
    }

    /// Searches the moves of a position until one is good enough; the value, and the move that raised it above alpha.
    #[inline]
    fn search_moves(
        &mut self,
        position: &G::Position,
        hint: Option<u32>,
        ply: usize,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> (i32, Option<G::Move>) {
        let &Shared { game, ref busy, .. } = self.shared;
        let mut value = i32::MIN;
        let mut best = None;
        let mut tried = 0;
        let hint = hint.and_then(|code| game.decode_move(position, code));
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
                if depth >= LEAST_DEPTH_TO_ASK
                    && let Some((score, mv)) = self.ask(position, &moves[index..], ply, depth, beta)
                {
                    (value, best) = (score, Some(mv));
                    break;
                }
                continue;
            }
            let (promise, mv) = order::select(&mut moves, index);
            index += 1;
            let Some(next) = self.play(position, mv, ply, depth) else {
                continue;
            };
            // Another thread is searching it: this one tries its other moves first.
            let mark = scatter(next.hash() ^ u64::from(depth));
            if depth >= busy::LEAST_DEPTH && value > i32::MIN && promise != PUT_OFF && busy.is_taken(mark) {
                moves.push((PUT_OFF, mv));
                continue;
            }
            let less = if M::SELECTIVE { selective::reduction(promise, tried, depth) } else { 0 };
            busy.take(mark);
            let score = self.search_move(&next, ply, depth, less, (alpha, beta), value > i32::MIN);
            busy.release(mark);
            tried += 1;
            value = value.max(score);
            if score > alpha {
                best = Some(mv);
                alpha = score;
                if score >= beta {
                    self.ordering.learn(game, position, mv, &moves[..index - 1], ply, depth);
                    break;
                }
            }
        }
        self.moves[ply] = moves;
        // A side without a legal move has lost.
        if value == i32::MIN { (Score::loss_in(ply as u32).value(), None) } else { (value, best) }
    }

    /// A move that is good enough as far as the transposition table knows. It is asked before any move is searched.
    fn ask(
        &mut self,
        position: &G::Position,
        moves: &[(i32, G::Move)],
        ply: usize,
        depth: u32,
        beta: i32,
    ) -> Option<(i32, G::Move)> {
        moves.iter().find_map(|&(_, mv)| {
            let next = self.play(position, mv, ply, depth)?;
            let known = self.shared.table.find(self.key(&next, ply + 1, depth - 1)).known?;
            let score = -from_root(known.value, ply + 1);
            let enough = score >= beta && known.bound != Bound::Lower && known.depth + 1 >= depth;
            enough.then_some((score, mv))
        })
    }

    /// The value of a move for the mover. A move after the first is first asked whether it is better at all, and looked at
    /// `less` deep for that.
    #[inline]
    fn search_move(
        &mut self,
        next: &G::Position,
        ply: usize,
        depth: u32,
        less: u32,
        (alpha, beta): (i32, i32),
        scout: bool,
    ) -> i32 {
        let mut search = |depth, alpha: i32, beta: i32| -self.search(next, ply + 1, depth, -beta, -alpha);
        if !scout {
            return search(depth - 1, alpha, beta);
        }
        let mut score = search(depth - 1 - less, alpha, alpha + 1);
        if less > 0 && score > alpha {
            score = search(depth - 1, alpha, alpha + 1);
        }
        if score > alpha && score < beta {
            score = search(depth - 1, alpha, beta);
        }
        score
    }

    /// Adds the moves other than the hint, with how promising they look.
    #[inline]
    fn generate(
        &mut self,
        position: &G::Position,
        hint: Option<G::Move>,
        ply: usize,
        depth: u32,
        moves: &mut Vec<(i32, G::Move)>,
    ) {
        let (&Shared { game, evaluation, .. }, ordering) = (self.shared, &self.ordering);
        // Near the horizon the evaluation knows best what a quiet move is good for.
        let evaluates = G::QUICK_EVALUATION && !Self::QUIESCES && depth <= MOST_DEPTH_TO_EVALUATE;
        game.moves(position).for_each(|mv| {
            if Some(mv) != hint {
                let mut promise = ordering.promise(game, position, mv, ply);
                if evaluates && !order::is_special(promise) {
                    let next = game.play_unchecked(position, mv);
                    promise = promise / HISTORY_A_UNIT - evaluation.evaluate(game, &next);
                }
                moves.push((promise, mv));
            }
        });
    }

    /// The value of a position with one ply left: what can be told without looking at the moves, or else a look at them
    /// without the transposition table and the ordering, which would take longer than what they save.
    fn last_ply(&mut self, position: &G::Position, ply: usize, alpha: i32, beta: i32) -> i32 {
        if let Some((least, most)) = self.outlook(position, ply) {
            if least >= beta {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let game = self.shared.game;
        let mut value = i32::MIN;
        // What was enough elsewhere at this ply mostly is so again.
        let usual = self.ordering.killer(ply).and_then(|code| game.decode_move(position, code));
        if let Some(mv) = usual {
            value = self.last_move(position, mv, ply).unwrap_or(i32::MIN);
            if value >= beta {
                return value;
            }
        }
        for captures in [true, false] {
            for mv in game.moves(position) {
                if (game.gain(position, mv) > 0) != captures || Some(mv) == usual {
                    continue;
                }
                let Some(score) = self.last_move(position, mv, ply) else {
                    continue;
                };
                value = value.max(score);
                if value >= beta {
                    self.ordering.set_killer(ply, mv.code());
                    return value;
                }
                // A position may have very many moves.
                if self.look_at_the_clock() {
                    return 0;
                }
            }
        }
        // A side without a legal move has lost.
        if value == i32::MIN { Score::loss_in(ply as u32).value() } else { value }
    }

    /// The value of the last move of a line for the mover, unless its board has been before.
    #[inline]
    fn last_move(&mut self, position: &G::Position, mv: G::Move, ply: usize) -> Option<i32> {
        let &Shared { game, evaluation, .. } = self.shared;
        let next = &game.play_unchecked(position, mv);
        if self.reach.has(ply, next) {
            return None;
        }
        self.nodes += 1;
        if let Some(ending) = game.ending(next) {
            return Some(-from_root(Score::finished(ending.outcome, next.side()).value(), ply + 1));
        }
        // Each board bans one move at most: with more moves than boards, which ones does not matter.
        if G::NO_REPEAT && game.count_moves(next) > self.reach.len(ply) + 1 {
            return Some(-Score::units(evaluation.evaluate(game, next)).value());
        }
        if G::NO_REPEAT {
            self.reach.enter(game, position, next, game.is_irreversible(position, mv), ply + 1, 0);
        }
        Some(-self.leaf(next, ply + 1))
    }

    /// The least and the most that a position with one ply left can be worth, if that can be told without looking.
    #[inline]
    fn outlook(&self, position: &G::Position, ply: usize) -> Option<(i32, i32)> {
        let &Shared { game, evaluation, .. } = self.shared;
        let bans = self.reach.len(ply);
        let outlook = game.outlook(position)?;
        let (least, most) = evaluation.change(&outlook)?;
        if outlook.moves <= bans || outlook.replies <= bans + 1 {
            return None;
        }
        let now = evaluation.evaluate(game, position);
        let value = |change| Score::units(now + change).value();
        Some((value(least), value(most)))
    }

    /// The value at the horizon: the evaluation, or a loss if there is no legal move.
    #[inline]
    pub(crate) fn leaf(&mut self, position: &G::Position, ply: usize) -> i32 {
        let &Shared { game, evaluation, .. } = self.shared;
        if self.reach.can_move(game, ply, position) {
            Score::units(evaluation.evaluate(game, position)).value()
        } else {
            Score::loss_in(ply as u32).value()
        }
    }

    /// The key of a position in the transposition table. In an exact search it stands for all that the value depends on: the position, the
    /// earlier boards that can still matter and the depth. A selective one takes values of any depth that is enough.
    #[inline]
    fn key(&self, position: &G::Position, ply: usize, depth: u32) -> Key {
        let depth = if M::SELECTIVE { 0 } else { u64::from(depth) };
        let rest = scatter(self.reach.hash(ply) ^ depth << 48);
        Key { position: position.hash(), rest }
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
