//! A player that looks ahead like a person: a few plies, and at the last of them it overlooks some moves.
//!
//! It uses plain alpha-beta with the evaluation of the game, without a transposition table. A move is overlooked by chance, but
//! the same player overlooks the same move of the same position whenever it looks at it.

use std::sync::atomic::Ordering::Relaxed;

use game::clock::Instant;
use game::{BoardState, Choice, Evaluate, Game, Line, MOST_MOVES, MoveCode, Outcome, Score, sort_by_number};
use search::{Limits, Variety};

use crate::Evaluation;

/// After this many positions the time and the cancel flag are checked.
const NODES_PER_CHECK: u64 = 128;

/// The choice of a player that overlooks so many of 100 moves at the last ply of its look-ahead, and the depth of its search. If
/// the limits stop it, the last finished depth counts. `None` when the game is over.
pub(crate) fn choose<G: Game>(
    line: &Line<'_, G>,
    limits: &Limits<'_>,
    evaluation: Evaluation,
    overlooked: u32,
    variety: Variety,
) -> Option<(u32, Choice<G::Move>)> {
    let position = line.position().hash();
    let mut moves = line.first_moves(MOST_MOVES);
    sort_by_number(&mut moves, |mv| variety.lot(position, mv.code()).into());
    let mut found = (0, Choice { score: Score::DRAW, variation: vec![*moves.first()?], nodes: 0 });
    let mut player = Casual {
        line: line.clone(),
        limits,
        evaluation,
        // Whether a move is overlooked must not depend on whether it is liked.
        oversight: Variety { seed: !variety.seed, ..variety },
        overlooked,
        depth: 0,
        nodes: 0,
        started: Instant::now(),
        is_stopped: false,
    };
    for depth in 1..=limits.depth {
        player.depth = depth;
        let Some((mv, value)) = player.best_of(&moves, variety) else { break };
        let score = Score::from_value(value);
        found = (depth, Choice { score, variation: vec![mv], nodes: player.nodes });
        // The next depth looks at the best move first, which makes it faster.
        sort_by_number(&mut moves, |other| (other != mv).into());
    }
    Some(found)
}

struct Casual<'c, 'g, G: Game> {
    line: Line<'g, G>,
    limits: &'c Limits<'c>,
    evaluation: Evaluation,
    oversight: Variety,
    overlooked: u32,
    /// The depth of this search.
    depth: u32,
    nodes: u64,
    started: Instant,
    is_stopped: bool,
}

impl<G: Game> Casual<'_, '_, G> {
    /// The best of these moves and its value, among moves of nearly equal worth by chance. `None` if the search is stopped, or if
    /// the player overlooks all of them.
    fn best_of(&mut self, moves: &[G::Move], variety: Variety) -> Option<(G::Move, i32)> {
        let position = self.line.position().hash();
        let mut best: Option<(i32, G::Move, i32)> = None;
        for &mv in moves {
            if self.overlooks(mv, 0) {
                continue;
            }
            let bonus = variety.bonus(position, mv.code());
            let least = best.map_or(Score::MIN.value(), |(worth, ..)| worth);
            let undo = self.line.try_play(mv)?;
            // A value that reaches `least` only with its bonus must be exact.
            let value = -self.value(1, -Score::MAX.value(), -Variety::worth(least, -bonus));
            self.line.undo(undo);
            if self.is_stopped {
                return None;
            }
            let worth = Variety::worth(value, bonus);
            if best.is_none_or(|(highest, ..)| worth > highest) {
                best = Some((worth, mv, value));
            }
        }
        best.map(|(_, mv, value)| (mv, value))
    }

    /// The value of the current position for the side to move, so many plies below the root.
    fn value(&mut self, ply: u32, alpha: i32, beta: i32) -> i32 {
        self.count();
        let (game, position) = (self.line.game(), *self.line.position());
        if let Some(ending) = self.line.ending() {
            return match ending.outcome {
                Outcome::Draw => Score::DRAW,
                Outcome::Win(winner) if winner == position.side() => Score::win_in(ply),
                Outcome::Win(_) => Score::loss_in(ply),
            }
            .value();
        }
        let as_it_is = Score::units(self.evaluation.evaluate(game, &position)).value();
        if ply == self.depth || self.is_stopped {
            return as_it_is;
        }
        let mut moves: Vec<G::Move> = game.moves(&position).take(MOST_MOVES).collect();
        sort_by_number(&mut moves, |mv| -i128::from(game.gain(&position, mv)));
        let mut best = Score::MIN.value();
        for mv in moves {
            let value = if self.overlooks(mv, ply) {
                // What comes of it is unknown, so it changes nothing.
                as_it_is
            } else if let Some(undo) = self.line.try_play(mv) {
                let value = -self.value(ply + 1, -beta, -best.max(alpha));
                self.line.undo(undo);
                value
            } else {
                continue;
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Whether the player overlooks a move of the current position, which is so many plies below the root.
    fn overlooks(&self, mv: G::Move, ply: u32) -> bool {
        let is_last = ply + 1 == self.depth && self.depth == self.limits.depth;
        is_last && self.oversight.lot(self.line.position().hash(), mv.code()) % 100 < self.overlooked.into()
    }

    /// Counts a position, and checks the limits now and then.
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            let Limits { time, nodes, cancel, .. } = *self.limits;
            self.is_stopped |= nodes.is_some_and(|most| self.nodes >= most)
                || time.is_some_and(|most| self.started.elapsed() >= most)
                || cancel.is_some_and(|cancel| cancel.load(Relaxed));
        }
    }
}
