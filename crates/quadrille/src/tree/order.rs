//! The order in which a search tries the moves, by what the moves are worth.
//!
//! A real engine guesses which move is best. A tree for teaching can know it: plain minimax is searched first, and the
//! second search tries the moves by the values that minimax has found. So best first is the smallest tree of alpha-beta
//! that an order can reach, and worst first shows what a bad order costs. Iterative deepening is between them: it knows
//! what minimax has found one ply shallower.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use game::{BoardState, Evaluate, Line, Notation, Score};

use super::visits::Visits;
use super::{Algorithm, Order, TreeError};

/// How many positions minimax may visit to find the order, for each position that the tree may have.
const VISITS_PER_POSITION: usize = 50;

/// The minimax value of a position for its side to move, with the positions after its moves in generation order.
pub(super) struct Valued {
    value: Score,
    children: Vec<Valued>,
}

impl Valued {
    /// The values of all positions that this order asks for, in a search of this depth. The tree may have at most `most` positions.
    /// `None` if the order needs no values.
    ///
    /// # Errors
    /// When minimax would visit too many positions, or is cancelled.
    pub(super) fn of<G: Notation>(
        line: &Line<'_, G>,
        depth: u32,
        evaluation: &impl Evaluate<G>,
        order: Order,
        most: usize,
        cancel: Option<&AtomicBool>,
    ) -> Result<Option<Valued>, TreeError> {
        let depth = match order {
            Order::Generation => return Ok(None),
            Order::BestFirst | Order::WorstFirst => depth,
            Order::Deepening => depth.saturating_sub(1),
        };
        let mut visits = Visits::new(most.saturating_mul(VISITS_PER_POSITION), cancel);
        let valued = value(&mut line.clone(), depth, evaluation, &mut visits);
        valued.map(Some).ok_or_else(|| visits.error(Algorithm::Minimax, depth))
    }

    /// The indices of so many moves in this order. Of equally good moves, the first in generation order comes first.
    pub(super) fn indices(&self, order: Order, moves: usize) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..moves).collect();
        // The value of a child is for the other side: the lower it is, the better is the move.
        match order {
            Order::Generation => {}
            Order::BestFirst => indices.sort_by_key(|&index| self.children[index].value),
            Order::WorstFirst => indices.sort_by_key(|&index| Reverse(self.children[index].value)),
            Order::Deepening => {
                // At its horizon the shallower search has evaluated the position, and knows nothing of its moves.
                let values = self.children.iter().map(|child| child.value);
                if let Some((best, _)) = values.enumerate().min_by_key(|&(_, value)| value) {
                    indices[..=best].rotate_right(1);
                }
            }
        }
        indices
    }

    /// The position after the move with this index in generation order, if its value is known.
    pub(super) fn child(&self, index: usize) -> Option<&Valued> {
        self.children.get(index)
    }
}

/// The values of a position and of all positions below it. `None` when the search has to end before.
fn value<G: Notation>(
    line: &mut Line<'_, G>,
    depth: u32,
    evaluation: &impl Evaluate<G>,
    visits: &mut Visits<'_>,
) -> Option<Valued> {
    visits.add()?;
    let position = *line.position();
    if let Some(ending) = line.ending() {
        let value = Score::finished(ending.outcome, position.side());
        return Some(Valued { value, children: Vec::new() });
    }
    if depth == 0 {
        let value = Score::units(evaluation.evaluate(line.game(), &position));
        return Some(Valued { value, children: Vec::new() });
    }
    let moves = visits.moves(line)?;
    let mut children = Vec::with_capacity(moves.len());
    let mut best = Score::MIN;
    for mv in moves {
        let undo = line.try_play(mv)?;
        let child = value(line, depth - 1, evaluation, visits)?;
        line.undo(undo);
        best = best.max(child.value.one_ply_earlier());
        children.push(child);
    }
    Some(Valued { value: best, children })
}
