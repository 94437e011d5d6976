//! The moves of a position, each with its priority; with two plies left, only those that bounds do not decide.

use game::{Evaluate, Game, MOST_MOVES, sort_by_number};

use crate::mode::Mode;
use crate::needs::Needs;
use crate::node::{Searcher, Shared};
use crate::order::{self, FIRST};

/// The maximum depth for ordering moves by static evaluation. Above it the history heuristic costs less.
const MAX_DEPTH_FOR_EVALUATION: u32 = 2;

impl<G: Game, E: Evaluate<G>, M: Mode> Searcher<'_, G, E, M> {
    /// Whether the static evaluation after a quiet move is its priority. Near the horizon that orders moves best.
    pub(crate) const fn orders_by_evaluation(depth: u32) -> bool {
        G::QUICK_EVALUATION && !Self::QUIESCES && depth <= MAX_DEPTH_FOR_EVALUATION
    }

    /// Adds all moves except the hint, each with its priority.
    #[inline]
    pub(crate) fn generate(
        &mut self,
        position: &G::Position,
        hint: Option<G::Move>,
        ply: usize,
        depth: u32,
        moves: &mut Vec<(i32, G::Move)>,
    ) {
        let (&Shared { game, evaluation, .. }, ordering) = (self.shared, &self.ordering);
        let evaluates = Self::orders_by_evaluation(depth);
        let all = for_each_move(game, position, |mv| {
            if Some(mv) != hint {
                let mut priority = ordering.priority(game, position, mv, ply);
                if evaluates && !order::is_special(priority) {
                    let next = game.play_unchecked(position, mv);
                    priority = order::by_evaluation(priority, evaluation.evaluate(game, &next));
                }
                moves.push((priority, mv));
            }
        });
        if !all && let Some(mv) = self.winning_move(position) {
            moves.push((FIRST, mv));
        }
        self.after_generating(moves);
    }

    /// Like `generate`, with two plies left: omits the moves whose value is at most alpha, and stops at a move whose value is at least
    /// beta, where bounds of the position after the move tell that. Returns the highest value of these moves and the move
    /// that causes the beta cutoff. Their needs are in `needs`.
    #[inline]
    pub(crate) fn generate_undecided(
        &mut self,
        position: &G::Position,
        hint: Option<G::Move>,
        ply: usize,
        (alpha, beta): (i32, i32),
        moves: &mut Vec<(i32, G::Move)>,
    ) -> (i32, Option<G::Move>) {
        let &Shared { game, evaluation, .. } = self.shared;
        let mut value = i32::MIN;
        let mut needs = Needs::NOTHING;
        for mv in game.moves(position) {
            if Some(mv) == hint {
                continue;
            }
            let next = game.play_unchecked(position, mv);
            if self.reach.has(ply, &next) {
                needs = Needs::THE_SAME_BOARDS;
                continue;
            }
            let bounds = if game.ending(&next).is_some() {
                None
            } else {
                let irreversible = game.is_irreversible(position, mv);
                self.bounds(&next, self.reach.most_after(ply), || {
                    self.reach.len_after(game, position, &next, irreversible, ply + 1, 1)
                })
            };
            if let Some(bounds) = bounds {
                let [worst, best] = [-bounds.most, -bounds.least];
                if worst >= beta {
                    self.nodes += 1;
                    self.needs = bounds.needs_of_most;
                    let (answer, own) = self.needs_after(position, mv, &next);
                    self.needs = answer.and(own);
                    return (worst, Some(mv));
                }
                if best <= alpha {
                    self.nodes += 1;
                    value = value.max(best);
                    self.needs = bounds.needs_of_least;
                    needs = needs.and(self.needs_after(position, mv, &next).0);
                    continue;
                }
            }
            let mut priority = self.ordering.priority(game, position, mv, ply);
            if !order::is_special(priority) {
                let now = bounds.map_or_else(|| evaluation.evaluate(game, &next), |bounds| bounds.now);
                priority = order::by_evaluation(priority, now);
            }
            moves.push((priority, mv));
        }
        self.needs = needs;
        (value, None)
    }

    /// A win at once in a position with too many moves. Without one an exact search ends, because it would have to look at
    /// all moves. A selective search is content with the first ones.
    #[cold]
    pub(crate) fn winning_move(&mut self, position: &G::Position) -> Option<G::Move> {
        let winning = self.shared.game.winning_move(position);
        if winning.is_none() && !M::SELECTIVE {
            self.shared.watch.stop();
        }
        winning
    }

    /// Sorts a long list, because selecting one move after another from it takes too long. The clock is checked as well: it
    /// is usually checked after a number of positions, but long lists take more time than positions.
    #[inline]
    pub(crate) fn after_generating(&mut self, moves: &mut [(i32, G::Move)]) {
        if order::is_long(moves) {
            sort_by_number(moves, |(priority, _)| -i128::from(priority));
            self.publish_nodes();
        }
    }
}

/// Calls the function with the moves of a position, with [`MOST_MOVES`] at most. Returns whether these are all.
#[inline(always)]
pub(crate) fn for_each_move<G: Game>(game: &G, position: &G::Position, each: impl FnMut(G::Move)) -> bool {
    let mut moves = game.moves(position);
    if G::FEW_MOVES {
        // The iterator's own loop over sets of moves is faster than single steps.
        moves.for_each(each);
        return true;
    }
    moves.by_ref().take(MOST_MOVES).for_each(each);
    moves.next().is_none()
}
