//! The end of a search: positions with one ply left, and positions at the horizon.

use game::{BoardState, Evaluate, Game, MOST_MOVES, MoveCode, Score};

use crate::mode::Mode;
use crate::node::{Searcher, Shared, relative_to_root};

impl<G: Game, E: Evaluate<G>, M: Mode> Searcher<'_, G, E, M> {
    /// Searches a position with one ply left. If bounds that are known without moves do not decide, it tries all moves,
    /// without the transposition table and without ordering, which would cost more than they save here.
    pub(crate) fn last_ply(&mut self, position: &G::Position, ply: usize, alpha: i32, beta: i32) -> i32 {
        if let Some((least, most)) = self.static_bounds(position, ply) {
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
        'passes: for captures in [true, false] {
            for (count, mv) in game.moves(position).enumerate() {
                if !G::FEW_MOVES && count == MOST_MOVES {
                    if self.winning_move(position).is_some() {
                        return Score::win_in(ply as u32 + 1).value();
                    }
                    break 'passes;
                }
                if (game.gain(position, mv) > 0) != captures || Some(mv) == killer {
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
                // A position can have very many moves.
                if self.should_stop() {
                    return 0;
                }
            }
        }
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

    /// Lower and upper bounds of the value at depth 1, if they can be computed without generating moves.
    #[inline]
    fn static_bounds(&self, position: &G::Position, ply: usize) -> Option<(i32, i32)> {
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
}
