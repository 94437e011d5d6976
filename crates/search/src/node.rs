//! The search of one position: principal variation search with a transposition table.
//!
//! Values are numbers as in [`Score`], for the side to move. The value of a win or loss contains the number of plies
//! from the root. The search is fail-soft: if the true value lies inside the window, it is returned, and otherwise a
//! bound of it.

use std::marker::PhantomData;

use game::{BoardState, Evaluate, Game, Line, MoveCode, Oracle, Score};

use crate::busy::Busy;
use crate::horizon::Evaluations;
use crate::known;
use crate::limits::{NODES_PER_CHECK, Watch};
use crate::mode::Mode;
use crate::needs::Needs;
use crate::order::{self, DEFERRED, FIRST, Ordering};
use crate::reach::{self, Reach};
use crate::selective;
use crate::table::{Bound, Entry, Key, Lookup, TranspositionTable};
use crate::team::Member;

/// The data that all threads of a search share.
pub(crate) struct Shared<'s, G: Game, E> {
    pub(crate) game: &'s G,
    pub(crate) evaluation: &'s E,
    pub(crate) table: &'s TranspositionTable,
    pub(crate) busy: Busy,
    pub(crate) watch: Watch<'s>,
    /// The solved tables that a selective search looks up first.
    pub(crate) oracle: Option<&'s dyn Oracle<G>>,
}

/// One thread's search.
pub(crate) struct Searcher<'s, G: Game, E, M> {
    pub(crate) shared: &'s Shared<'s, G, E>,
    pub(crate) reach: Reach<G>,
    pub(crate) ordering: Ordering,
    /// One list of moves per ply, reused to avoid allocations.
    pub(crate) moves: Vec<Vec<(i32, G::Move)>>,
    /// The keys of the positions after the moves of one position, reused as well.
    keys: Vec<Option<Key>>,
    pub(crate) evaluations: Evaluations,
    /// What the value that was returned last needs of the earlier boards, in a search that tracks it.
    pub(crate) needs: Needs,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// The results stored since the transposition table last grew.
    stored: u64,
    /// The part of `nodes` that has been added to the shared counter.
    counted: u64,
    /// The ply at which captures are no longer followed: it depends on the depth of the iteration.
    pub(crate) last_ply_of_captures: usize,
    /// The place of this thread among the threads of the search.
    pub(crate) member: &'s Member,
    mode: PhantomData<M>,
}

/// The minimum depth for looking up all moves in the transposition table first. Below it a search is faster.
const MIN_DEPTH_FOR_LOOKUPS: u32 = 3;

/// Values above this are wins; values below its negative are losses.
pub(crate) const DECIDED: i32 = Score::win_in(game::MAX_DEPTH).value() - 1;

/// The plies that a search to this depth can go down.
pub(crate) fn plies_below<M: Mode>(depth: u32) -> u32 {
    if M::SELECTIVE { depth + selective::MAX_CAPTURES } else { depth }
}

impl<'s, G: Game, E: Evaluate<G>, M: Mode> Searcher<'s, G, E, M> {
    /// Whether this search uses quiescence search: it follows captures past the horizon.
    pub(crate) const QUIESCES: bool = M::SELECTIVE && G::QUIESCENCE;

    /// Whether bounds decide on moves with two plies left.
    const BOUNDS_MOVES: bool = G::OUTLOOKS && G::FEW_MOVES && !Self::QUIESCES;

    /// Whether positions with one ply left are looked up and stored. It pays only if it takes long to evaluate the positions after
    /// their moves.
    const STORES_LAST_PLY: bool = !G::QUICK_EVALUATION;

    /// Whether positions with one ply left are neither looked up nor pruned.
    const SEARCHES_LAST_PLY_AT_ONCE: bool = !Self::STORES_LAST_PLY && !M::SELECTIVE;

    /// Whether the search notes what its results need of the earlier boards.
    pub(crate) const TRACKS_NEEDS: bool = G::NO_REPEAT && !M::SELECTIVE;

    /// Whether looking up all moves first finds cutoffs. In an exact search under the no-repeat rule the keys contain so much that
    /// it hardly ever does.
    const LOOKS_UP: bool = M::SELECTIVE || !G::NO_REPEAT;

    pub(crate) fn new(shared: &'s Shared<'s, G, E>, line: &Line<'s, G>, depth: u32) -> Self {
        let plies = plies_below::<M>(depth);
        Searcher {
            shared,
            reach: Reach::new(line, plies),
            ordering: Ordering::new(plies, M::SELECTIVE || shared.game.killers_first()),
            moves: (0..=plies).map(|_| Vec::new()).collect(),
            keys: Vec::new(),
            evaluations: Evaluations::new(!G::QUICK_EVALUATION),
            needs: Needs::NOTHING,
            nodes: 0,
            stored: 0,
            counted: 0,
            last_ply_of_captures: 0,
            member: shared.watch.team().join(),
            mode: PhantomData,
        }
    }

    /// Adds the new nodes to the shared counter, checks the limits, and lets the transposition table grow.
    pub(crate) fn publish_nodes(&mut self) {
        self.shared.watch.add_nodes(self.nodes - self.counted);
        self.counted = self.nodes;
        self.shared.table.grow(std::mem::take(&mut self.stored));
    }

    /// Whether the search of this position has to stop. After that the value that it returns is meaningless.
    #[inline(always)]
    pub(crate) fn should_stop(&mut self) -> bool {
        if self.nodes - self.counted >= NODES_PER_CHECK {
            self.publish_nodes();
        }
        self.has_to_stop()
    }

    /// Whether the search of this position was told to stop: the whole search is over, or another thread has called this one back.
    #[inline(always)]
    pub(crate) fn has_to_stop(&self) -> bool {
        self.member.is_called()
    }

    /// Calls the other threads back that search below a position which this thread has searched.
    #[inline]
    pub(crate) fn call_team(&self, hash: u64, ply: usize, depth: u32) {
        self.shared.watch.team().call(self.member, hash, ply, depth);
    }

    /// Plays a move and prepares the search of the next ply. `None` if the move repeats an earlier board.
    // Called from several places: a call costs up to 5 %, but copies cost a browser more to load than they gain.
    #[cfg_attr(target_family = "wasm", inline)]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn play(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        ply: usize,
        depth: u32,
    ) -> Option<G::Position> {
        let game = self.shared.game;
        let next = game.play_unchecked(position, mv);
        // A position with one ply left is usually not looked up: see step 5 of `search`.
        if depth > 2 || Self::STORES_LAST_PLY && depth == 2 {
            self.shared.table.prefetch(next.hash());
        }
        if G::NO_REPEAT {
            if self.reach.has(ply, &next) {
                return None;
            }
            // Quiescence search goes deeper, but only with captures: after them no earlier board can occur.
            let irreversible = game.is_irreversible(position, mv);
            self.reach.enter(game, position, &next, irreversible, ply + 1, depth - 1);
        }
        Some(next)
    }

    /// Searches `depth` plies below a position that is `ply` plies below the root, and returns its value.
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        ply: usize,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let game = self.shared.game;
        self.nodes += 1;
        self.needs = Needs::NOTHING;
        // 1. Return the result of a finished game.
        if let Some(ending) = game.ending(position) {
            return relative_to_root(Score::finished(ending.outcome, position.side()).value(), ply);
        }
        if self.should_stop() {
            return 0;
        }
        // 2. Selective search: ask the oracle. It ignores earlier boards, so check that they leave a legal move.
        if M::SELECTIVE
            && let Some(oracle) = self.shared.oracle
            && let Some(value) = known::value(oracle, position, ply)
            && (!G::NO_REPEAT || self.reach.can_move(game, ply, position))
        {
            return value;
        }
        // 3. Evaluate the position at the horizon.
        if depth == 0 {
            self.needs = Needs::THE_SAME_BOARDS;
            return if Self::QUIESCES {
                self.quiesce(position, ply, alpha, beta)
            } else {
                self.leaf(position, ply)
            };
        }
        // 4. Narrow the window: the best possible result is a win with the next move, the worst is a loss now.
        alpha = alpha.max(Score::loss_in(ply as u32).value());
        beta = beta.min(Score::win_in(ply as u32 + 1).value());
        if alpha >= beta {
            return alpha;
        }
        // 5. With one ply left, use a faster function.
        let is_last_ply = !Self::QUIESCES && depth == 1;
        if is_last_ply && !Self::STORES_LAST_PLY {
            return self.last_ply(position, ply, alpha, beta);
        }
        // 6. Look up the position in the transposition table.
        let (found, needs) = self.look_up(position, ply, depth);
        if let Some(entry) = found.entry
            && entry.depth >= depth
        {
            self.needs = needs;
            let value = relative_to_root(entry.value, ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        // 7. Selective search: try to prune by the static evaluation or a null move.
        if M::SELECTIVE
            && let Some(value) = self.prune(position, ply, depth, alpha, beta)
        {
            return value;
        }
        // 8. Search the moves, most promising first. If another thread finishes before, look up its result.
        self.member.enter(position.hash(), ply, depth);
        let (value, best) = if is_last_ply {
            (self.last_ply(position, ply, alpha, beta), None)
        } else {
            self.search_moves(position, found.hint, ply, depth, alpha, beta)
        };
        if self.member.leave(position.hash(), ply, depth) {
            return self.search_again(position, ply, depth, alpha, beta);
        }
        if self.has_to_stop() {
            return 0;
        }
        // 9. Store the result in the transposition table. If no move raised alpha, the old hint stays.
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let hint = best.map(MoveCode::code).or(found.hint);
        self.store(position, ply, Entry { value: relative_to_node(value, ply), bound, depth }, hint);
        self.call_team(position.hash(), ply, depth);
        value
    }

    /// Searches a position that another thread has searched meanwhile: as a rule that is a lookup.
    #[cold]
    #[inline(never)]
    fn search_again(&mut self, position: &G::Position, ply: usize, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.search(position, ply, depth, alpha, beta)
    }

    /// Looks up a position in the transposition table, and what the result needs of the earlier boards.
    #[inline]
    fn look_up(&self, position: &G::Position, ply: usize, depth: u32) -> (Lookup, Needs) {
        let (table, key) = (self.shared.table, self.key(position, ply, depth));
        if !Self::TRACKS_NEEDS {
            return (table.find(key), Needs::NOTHING);
        }
        let are_met = |needs: Needs| self.reach.is_complete() && needs.are_met(depth, self.reach.marks(ply));
        table.find_proof(key, Self::key_alone(position, depth), are_met)
    }

    /// Stores a result in the transposition table.
    #[inline]
    fn store(&mut self, position: &G::Position, ply: usize, entry: Entry, hint: Option<u32>) {
        let (table, key) = (self.shared.table, self.key(position, ply, entry.depth));
        self.stored += 1;
        if !Self::TRACKS_NEEDS {
            return table.store(key, entry, hint);
        }
        if !self.reach.is_complete() {
            self.needs = Needs::THE_SAME_BOARDS;
        }
        let key = if self.needs.the_same_boards() { key } else { Self::key_alone(position, entry.depth) };
        table.store_proof(key, entry, hint, self.needs);
    }

    /// Searches the moves until one causes a beta cutoff. Returns the best value, and the last move that raised alpha.
    ///
    /// After a cutoff only that move matters, for the needs of the value. Otherwise all moves do: the side to move must not have a
    /// better one.
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
        let mut needs = Needs::NOTHING;
        // What the best move needs if it raised alpha: that it is legal.
        let mut needs_of_best = Needs::NOTHING;
        // The killer move comes first anyway. Where the other moves are evaluated to order them, that is saved if it causes a cutoff.
        let evaluates_others = Self::orders_by_evaluation(depth) && !Self::BOUNDS_MOVES;
        let hint = hint.or_else(|| self.ordering.killer(ply).filter(|_| evaluates_others));
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
                // Generate the moves only now, because the hint caused no cutoff.
                generated = true;
                if Self::BOUNDS_MOVES && depth == 2 {
                    let known = self.generate_undecided(position, hint, ply, (alpha, beta), &mut moves);
                    value = value.max(known.0);
                    needs = needs.and(self.needs);
                    if let Some(mv) = known.1 {
                        best = Some(mv);
                        (needs, needs_of_best) = (self.needs, Needs::NOTHING);
                        self.ordering.record_cutoff(game, position, mv, &[], ply, depth);
                        break;
                    }
                    continue;
                }
                self.generate(position, hint, ply, depth, &mut moves);
                if Self::LOOKS_UP && depth >= MIN_DEPTH_FOR_LOOKUPS {
                    let known = self.look_up_moves(position, &mut moves, index, ply, depth, (alpha, beta));
                    value = value.max(known.0);
                    if known.1.is_some() {
                        best = known.1;
                        break;
                    }
                }
                continue;
            }
            let (priority, mv) = order::select(&mut moves, index);
            index += 1;
            let Some(next) = self.play(position, mv, ply, depth) else {
                needs = Needs::THE_SAME_BOARDS;
                continue;
            };
            // Where the positions after all moves were not looked up first, fetch the next one while this one is searched.
            if !Self::LOOKS_UP && tried > 0 && depth > 2 && index < moves.len() {
                let (_, mv) = order::select(&mut moves, index);
                self.shared.table.prefetch(game.play_unchecked(position, mv).hash());
            }
            // If another thread is searching this move, defer it and try the other moves first.
            let busy_key = busy.key(&next, depth);
            if let Some(key) = busy_key
                && value > i32::MIN
                && priority != DEFERRED
                && busy.is_taken(key)
            {
                moves.push((DEFERRED, mv));
                continue;
            }
            let reduction = if M::SELECTIVE { selective::reduction(priority, tried, depth) } else { 0 };
            busy_key.inspect(|&key| busy.take(key));
            let scout = value > i32::MIN;
            let score = if Self::SEARCHES_LAST_PLY_AT_ONCE && depth == 2 {
                let undecided = Self::BOUNDS_MOVES && generated;
                self.search_last_ply(&next, ply, (alpha, beta), scout, undecided)
            } else {
                self.search_move(&next, ply, depth, reduction, (alpha, beta), scout)
            };
            busy_key.inspect(|&key| busy.release(key));
            if busy_key.is_some() && self.has_to_stop() {
                break;
            }
            tried += 1;
            value = value.max(score);
            let (answer, own) = self.needs_after(position, mv, &next);
            needs = needs.and(answer);
            if score > alpha {
                best = Some(mv);
                alpha = score;
                needs_of_best = own;
                if score >= beta {
                    needs = answer;
                    self.ordering.record_cutoff(game, position, mv, &moves[..index - 1], ply, depth);
                    break;
                }
            }
        }
        self.moves[ply] = moves;
        if Self::TRACKS_NEEDS {
            self.needs = needs.and(needs_of_best);
        }
        // A side without a legal move has lost.
        if value == i32::MIN { (Score::loss_in(ply as u32).value(), None) } else { (value, best) }
    }

    /// What the value of a move needs of the earlier boards: for the position after it, whose value was returned last, and to be legal
    /// itself.
    #[inline(always)]
    pub(crate) fn needs_after(
        &self,
        position: &G::Position,
        mv: G::Move,
        next: &G::Position,
    ) -> (Needs, Needs) {
        let game = self.shared.game;
        if !Self::TRACKS_NEEDS || game.is_irreversible(position, mv) {
            return (Needs::NOTHING, Needs::NOTHING);
        }
        (self.needs, Needs::NOTHING.and_board(reach::mark(game, next)))
    }

    /// Looks up the positions after the moves from `first` on in the transposition table, before any of them is searched. Returns a move
    /// that causes a beta cutoff (an enhanced transposition cutoff) with its value. Without one, an exact search leaves out the moves
    /// whose value is known to be at most alpha; the highest of these values is returned.
    fn look_up_moves(
        &mut self,
        position: &G::Position,
        moves: &mut Vec<(i32, G::Move)>,
        first: usize,
        ply: usize,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> (i32, Option<G::Move>) {
        // All positions are fetched before the first is looked up: the processor then waits for memory once, not once a move.
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        for &(_, mv) in &moves[first..] {
            let next = self.play(position, mv, ply, depth);
            keys.push(next.map(|next| self.key(&next, ply + 1, depth - 1)));
        }
        let mut known = (i32::MIN, None);
        let mut left = first;
        for (index, key) in (first..).zip(&keys) {
            let entry = key.and_then(|key| self.shared.table.find_entry(key));
            if let Some(entry) = entry {
                let score = -relative_to_root(entry.value, ply + 1);
                // A lower bound for the opponent is an upper bound for the mover.
                if score >= beta && entry.bound != Bound::Lower && entry.depth + 1 >= depth {
                    known = (score, Some(moves[index].1));
                    break;
                }
                if !M::SELECTIVE && score <= alpha && entry.bound != Bound::Upper {
                    known.0 = known.0.max(score);
                    continue;
                }
            }
            moves[left] = moves[index];
            left += 1;
        }
        moves.truncate(left);
        self.keys = keys;
        known
    }

    /// The value of a move for the mover. A `scout` search first asks with a null window whether the move raises alpha,
    /// with the depth reduced by `reduction`. If it does, the search is repeated with the full depth and then with the
    /// full window.
    #[inline]
    fn search_move(
        &mut self,
        next: &G::Position,
        ply: usize,
        depth: u32,
        reduction: u32,
        (alpha, beta): (i32, i32),
        scout: bool,
    ) -> i32 {
        let mut search = |depth, alpha: i32, beta: i32| -self.search(next, ply + 1, depth, -beta, -alpha);
        if !scout {
            return search(depth - 1, alpha, beta);
        }
        let mut score = search(depth - 1 - reduction, alpha, alpha + 1);
        if reduction > 0 && score > alpha {
            score = search(depth - 1, alpha, alpha + 1);
        }
        if score > alpha && score < beta {
            score = search(depth - 1, alpha, beta);
        }
        score
    }

    /// The key of a position in the transposition table. In an exact search it contains everything that determines the
    /// value: the position, the earlier boards that can still matter, and the depth. A selective search also accepts
    /// values of larger depths, so its key does not contain the depth.
    #[inline]
    fn key(&self, position: &G::Position, ply: usize, depth: u32) -> Key {
        let depth = if M::SELECTIVE { 0 } else { depth };
        Key { position: position.hash(), context: self.reach.hash(ply) ^ mark_of_depth(depth) }
    }

    /// The key of a position without earlier boards, for results that say what they need of them.
    #[inline]
    fn key_alone(position: &G::Position, depth: u32) -> Key {
        Key { position: position.hash(), context: mark_of_depth(depth) }
    }
}

/// A number for each depth, to be mixed with the hash of a set of boards. That hash is already scattered, so one multiplication is enough.
#[inline]
fn mark_of_depth(depth: u32) -> u64 {
    u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Converts the distance in a value: from plies after this position to plies after the root.
#[inline]
pub(crate) fn relative_to_root(value: i32, ply: usize) -> i32 {
    shift(value, -(ply as i32))
}

/// Converts the distance in a value: from plies after the root to plies after this position.
#[inline]
fn relative_to_node(value: i32, ply: usize) -> i32 {
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
