//! The end of a search: positions with one ply left, and positions at the horizon.

use game::{BoardState, Evaluate, Game, MOST_MOVES, MoveCode, Prospect, Score};

use crate::mode::Mode;
use crate::node::{Searcher, Shared, relative_to_root};

impl<G: Game, E: Evaluate<G>, M: Mode> Searcher<'_, G, E, M> {
    /// Searches a position with one ply left. If bounds that are known without moves do not decide, it tries all moves,
    /// without the transposition table and without ordering, which would cost more than they save here.
    pub(crate) fn last_ply(&mut self, position: &G::Position, ply: usize, alpha: i32, beta: i32) -> i32 {
        if let Some(prospect) = self.prospect(position, self.reach.len(ply)) {
            let [least, most] = [prospect.least, prospect.most].map(|value| Score::units(value).value());
            if least >= beta {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let game = self.shared.game;
        let mut value = i32::MIN;
        // The killer move of this ply is tried first.
        let killer = self.ordering.killer(ply).and_then(|code| game.decode_move(position, code));
        if let Some(mv) = killer {
            value = self.last_move(position, mv, ply).unwrap_or(i32::MIN);
            if value >= beta {
                return value;
            }
        }
        // Captures are tried at once, quiet moves after them.
        let mut quiet = std::mem::take(&mut self.moves[ply]);
        quiet.clear();
        let mut try_move = |own: &mut Self, mv: G::Move| {
            value = value.max(own.last_move(position, mv, ply).unwrap_or(i32::MIN));
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
        // A side without a legal move has lost.
        if value == i32::MIN { Score::loss_in(ply as u32).value() } else { value }
    }

    /// The value of a move at depth 1 for the mover. `None` if it repeats an earlier board.
    #[inline]
    fn last_move(&mut self, position: &G::Position, mv: G::Move, ply: usize) -> Option<i32> {
        let &Shared { game, evaluation, .. } = self.shared;
        let next = &game.play_unchecked(position, mv);
        if self.reach.has(ply, next) {
            return None;
        }
        self.nodes += 1;
        if let Some(ending) = game.ending(next) {
            return Some(-relative_to_root(Score::finished(ending.outcome, next.side()).value(), ply + 1));
        }
        // Each earlier board and the current one make at most one move illegal: with more moves, one is legal.
        if G::NO_REPEAT && game.count_moves(next) > self.reach.len(ply) + 1 {
            return Some(-Score::units(evaluation.evaluate(game, next)).value());
        }
        if G::NO_REPEAT {
            self.reach.enter(game, position, next, game.is_irreversible(position, mv), ply + 1, 0);
        }
        Some(-self.leaf(next, ply + 1))
    }

    /// The evaluation of a position with one ply left and bounds of its value, if they can be computed without generating moves.
    /// `bans` is the number of earlier boards that make moves illegal.
    #[inline]
    pub(crate) fn prospect(&self, position: &G::Position, bans: usize) -> Option<Prospect> {
        let outlook = self.shared.game.outlook(position)?;
        let legal = outlook.moves > bans && outlook.replies > bans + 1;
        self.shared.evaluation.prospect(&outlook).filter(|_| legal)
    }

    /// The value at the horizon: the evaluation, or a loss if there is no legal move.
    #[inline]
    pub(crate) fn leaf(&mut self, position: &G::Position, ply: usize) -> i32 {
        let &Shared { game, evaluation, .. } = self.shared;
        if !self.reach.can_move(game, ply, position) {
            return Score::loss_in(ply as u32).value();
        }
        let value = if Self::QUIESCES {
            evaluation.evaluate_without_captures(game, position)
        } else {
            evaluation.evaluate(game, position)
        };
        Score::units(value).value()
    }
}
