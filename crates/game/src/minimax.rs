//! The reference search: plain minimax without pruning and without a table. Every faster search must give the same answers.

use crate::{BoardState, Evaluate, Game, Line, Score};

/// The minimax value of a line for the side to move, looking `depth` plies ahead. `nodes` counts the positions seen.
///
/// The value of a finished game is its result. All other positions are evaluated only at depth 0.
pub fn minimax<G: Game>(
    line: &mut Line<'_, G>,
    depth: u32,
    evaluation: &impl Evaluate<G>,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let (game, position) = (line.game(), *line.position());
    if let Some(ending) = line.ending() {
        return Score::finished(ending.outcome, position.side());
    }
    if depth == 0 {
        return Score::units(evaluation.evaluate(game, &position));
    }
    let mut value = Score::MIN;
    for mv in game.moves(&position) {
        if let Some(undo) = line.try_play(mv) {
            value = value.max(minimax(line, depth - 1, evaluation, nodes).one_ply_earlier());
            line.undo(undo);
        }
    }
    value
}

/// The answer of a fixed-depth search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The minimax value for the side to move.
    pub score: Score,
    /// The first best move and the best play that follows it.
    pub variation: Vec<M>,
    /// The positions seen.
    pub nodes: u64,
}

impl<M: Copy> Choice<M> {
    /// The first best move in generation order.
    pub fn mv(&self) -> M {
        self.variation[0]
    }
}

/// The first best move in generation order, its value and the play that follows; `None` when the game is over.
///
/// # Panics
/// When `depth` is 0: a move cannot be chosen without looking one ply ahead.
pub fn best_move<G: Game>(
    line: &mut Line<'_, G>,
    depth: u32,
    evaluation: &impl Evaluate<G>,
) -> Option<Choice<G::Move>> {
    assert!(depth > 0, "a move cannot be chosen without looking one ply ahead");
    if line.ending().is_some() {
        return None;
    }
    let mut nodes = 1;
    let mut best = None;
    for mv in line.moves() {
        let undo = line.try_play(mv)?;
        let score = minimax(line, depth - 1, evaluation, &mut nodes).one_ply_earlier();
        line.undo(undo);
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, mv));
        }
    }
    let (score, mv) = best?;
    let mut variation = vec![mv];
    if depth > 1 {
        let undo = line.try_play(mv)?;
        if let Some(reply) = best_move(line, depth - 1, evaluation) {
            variation.extend(reply.variation);
            nodes += reply.nodes;
        }
        line.undo(undo);
    }
    Some(Choice { score, variation, nodes })
}
