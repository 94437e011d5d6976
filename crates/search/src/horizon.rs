//! The end of a search: positions with one ply left, and positions at the horizon.

use game::{BoardState, Evaluate, Game, MOST_MOVES, MoveCode, Prospect, Score};

use crate::mode::Mode;
use crate::needs::Needs;
use crate::node::{Searcher, Shared, relative_to_root};

/// Bounds on the value of a position with one ply left, and what they need of the earlier boards.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// The evaluation of the position itself, in units.
    pub(crate) now: i32,
    /// The value is at least this if one of the good moves is legal.
    pub(crate) least: i32,
    pub(crate) needs_of_least: Needs,
    /// The value is at most this if the other side has a legal reply to each move.
    pub(crate) most: i32,
    pub(crate) needs_of_most: Needs,
}

impl<G: Game, E: Evaluate<G>, M: Mode> Searcher<'_, G, E, M> {
    /// Searches a position with one ply left. If bounds that are known without moves do not decide, it tries all moves,
    /// without the transposition table and without ordering, which would cost more than they save here.
    pub(crate) fn last_ply(&mut self, position: &G::Position, ply: usize, alpha: i32, beta: i32) -> i32 {
        let bans = self.reach.len(ply);
        if let Some(bounds) = self.bounds(position, bans, || bans) {
            if bounds.least >= beta {
                self.needs = bounds.needs_of_least;
                return bounds.least;
            }
            if bounds.most <= alpha {
                self.needs = bounds.needs_of_most;
                return bounds.most;
            }
        }
        self.last_moves(position, ply, alpha, beta)
    }

    /// Like `search_move` with two plies left, where positions with one ply left are neither looked up nor pruned. `undecided` says that
    /// bounds do not decide on the move.
    #[inline]
    pub(crate) fn search_last_ply(
        &mut self,
        next: &G::Position,
        ply: usize,
        (alpha, beta): (i32, i32),
        scout: bool,
        undecided: bool,
    ) -> i32 {
        let mut search =
            |alpha: i32, beta: i32| -self.visit_last_ply(next, ply + 1, -beta, -alpha, undecided);
        if !scout {
            return search(alpha, beta);
        }
        let score = search(alpha, alpha + 1);
        if score > alpha && score < beta { search(alpha, beta) } else { score }
    }

    fn visit_last_ply(
        &mut self,
        position: &G::Position,
        ply: usize,
        alpha: i32,
        beta: i32,
        undecided: bool,
    ) -> i32 {
        self.nodes += 1;
        self.needs = Needs::NOTHING;
        if let Some(ending) = self.shared.game.ending(position) {
            return relative_to_root(Score::finished(ending.outcome, position.side()).value(), ply);
        }
        if self.should_stop() {
            return 0;
        }
        if undecided {
            self.last_moves(position, ply, alpha, beta)
        } else {
            self.last_ply(position, ply, alpha, beta)
        }
    }

    /// Tries all moves of a position with one ply left.
    fn last_moves(&mut self, position: &G::Position, ply: usize, alpha: i32, beta: i32) -> i32 {
        let game = self.shared.game;
        let mut value = i32::MIN;
        // The killer move of this ply is tried first.
        let killer = self.ordering.killer(ply).and_then(|code| game.decode_move(position, code));
        if let Some(mv) = killer {
            value = self.last_move(position, mv, ply, beta).unwrap_or(i32::MIN);
            if value >= beta {
                return value;
            }
        }
        let mut needs = self.needs;
        // Captures are tried at once, quiet moves after them.
        let mut quiet = std::mem::take(&mut self.moves[ply]);
        quiet.clear();
        let mut try_move = |own: &mut Self, mv: G::Move| {
            value = value.max(own.last_move(position, mv, ply, beta).unwrap_or(i32::MIN));
            needs = needs.and(own.needs);
            if value >= beta {
                own.ordering.set_killer(ply, mv.code());
            }
            // A position can have very many moves.
            value >= beta || own.should_stop()
        };
        let mut done = false;
        for (count, mv) in game.moves(position).enumerate() {
            if !G::FEW_MOVES && count == MOST_MOVES {
                if self.winning_move(position).is_some() {
                    return Score::win_in(ply as u32 + 1).value();
                }
                break;
            }
            if Some(mv) == killer {
                continue;
            }
            if game.gain(position, mv) == 0 {
                quiet.push((0, mv));
            } else if try_move(self, mv) {
                done = true;
                break;
            }
        }
        let mut left = quiet.iter();
        while !done && let Some(&(_, mv)) = left.next() {
            done = try_move(self, mv);
        }
        self.moves[ply] = quiet;
        if value < beta {
            // A value inside the window also needs its best move, which is not kept.
            self.needs = if value > alpha { Needs::THE_SAME_BOARDS } else { needs };
        }
        // A side without a legal move has lost.
        if value == i32::MIN { Score::loss_in(ply as u32).value() } else { value }
    }

    /// The value of a move at depth 1 for the mover. `None` if it repeats an earlier board. Its needs are in `needs`: those of a
    /// lower bound if it causes a beta cutoff, and otherwise of an upper bound.
    #[inline]
    fn last_move(&mut self, position: &G::Position, mv: G::Move, ply: usize, beta: i32) -> Option<i32> {
        let game = self.shared.game;
        let next = &game.play_unchecked(position, mv);
        if self.reach.has(ply, next) {
            self.needs = Needs::THE_SAME_BOARDS;
            return None;
        }
        self.nodes += 1;
        self.needs = Needs::NOTHING;
        if let Some(ending) = game.ending(next) {
            self.needs = self.needs_after(position, mv, next).1;
            return Some(-relative_to_root(Score::finished(ending.outcome, next.side()).value(), ply + 1));
        }
        // Each earlier board and the current one make at most one move illegal: with more moves, one is legal.
        let boards = if G::NO_REPEAT { game.min_boards_to_block(next) } else { 0 };
        if boards > self.reach.len(ply) + 1 {
            let value = -self.static_value(next);
            if Self::TRACKS_NEEDS {
                self.needs = Needs::one_of(boards);
                let (reply, own) = self.needs_after(position, mv, next);
                // A cutoff does not need a reply: without one the move would win.
                self.needs = if value >= beta { own } else { reply };
            }
            return Some(value);
        }
        if G::NO_REPEAT {
            self.needs = Needs::THE_SAME_BOARDS;
            self.reach.enter(game, position, next, game.is_irreversible(position, mv), ply + 1, 0);
        }
        Some(-self.leaf(next, ply + 1))
    }

    /// Bounds on the value of a position with one ply left, if they can be computed without generating moves. At most `most_bans`
    /// earlier boards make moves illegal; `bans` counts them, which takes longer. A bound that they could make wrong is infinite.
    #[inline]
    pub(crate) fn bounds(
        &self,
        position: &G::Position,
        most_bans: usize,
        bans: impl Fn() -> usize,
    ) -> Option<Bounds> {
        let outlook = self.shared.game.outlook(position)?;
        let Prospect { now, least, most } = self.shared.evaluation.prospect(&outlook)?;
        let is_enough = |moves: usize, more: usize| moves > most_bans + more || moves > bans() + more;
        let known = |holds: bool, units: i32, otherwise: i32| {
            if holds { Score::units(units).value() } else { otherwise }
        };
        Some(Bounds {
            now,
            least: known(is_enough(outlook.moves, 0), least, -i32::MAX),
            needs_of_least: Needs::one_of(outlook.moves),
            most: known(is_enough(outlook.replies, 1), most, i32::MAX),
            needs_of_most: Needs::one_of(outlook.replies),
        })
    }

    /// The value at the horizon: the evaluation, or a loss if there is no legal move.
    #[inline]
    pub(crate) fn leaf(&mut self, position: &G::Position, ply: usize) -> i32 {
        if !self.reach.can_move(self.shared.game, ply, position) {
            return Score::loss_in(ply as u32).value();
        }
        self.static_value(position)
    }

    /// The static evaluation.
    #[inline]
    fn static_value(&mut self, position: &G::Position) -> i32 {
        let &Shared { game, evaluation, .. } = self.shared;
        let value = self.evaluations.get_or_insert(position.hash(), || {
            if Self::QUIESCES {
                evaluation.evaluate_without_captures(game, position)
            } else {
                evaluation.evaluate(game, position)
            }
        });
        Score::units(value).value()
    }
}

/// The static evaluations of positions that were at the horizon not long ago, for games whose evaluation takes long: different moves
/// often lead to the same position.
pub(crate) struct Evaluations(Vec<(u64, i32)>);

impl Evaluations {
    /// Small enough to stay in the processor's cache.
    const SLOTS: usize = 1 << 12;

    /// Space for evaluations, or none if they are not to be kept.
    pub(crate) fn new(keeps: bool) -> Evaluations {
        Evaluations(if keeps { vec![(0, 0); Self::SLOTS] } else { Vec::new() })
    }

    #[inline]
    fn get_or_insert(&mut self, hash: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let slot = (hash >> 40) as usize % Self::SLOTS;
        let Some(slot) = self.0.get_mut(slot) else { return evaluate() };
        if slot.0 != hash {
            *slot = (hash, evaluate());
        }
        slot.1
    }
}
