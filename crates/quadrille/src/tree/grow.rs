//! Makes a tree: both algorithms in one simple recursion.

use std::sync::atomic::AtomicBool;

use game::{BoardState, Evaluate, Line, Notation, Score};

use super::order::Valued;
use super::visits::Visits;
use super::{Algorithm, Bound, Cut, Kind, Node, Order, Tree, TreeError, Window};

/// The tree of a search of the line with this depth.
///
/// # Errors
/// When it has more than `most` positions, when so many positions have to be visited to find the order that it would
/// take too long, or when another thread has cancelled it by the flag.
pub fn grow<G: Notation>(
    line: &Line<'_, G>,
    depth: u32,
    evaluation: &impl Evaluate<G>,
    algorithm: Algorithm,
    order: Order,
    most: usize,
    cancel: Option<&AtomicBool>,
) -> Result<Tree, TreeError> {
    let valued = Valued::of(line, depth, evaluation, order, most, cancel)?;
    let visits = Visits::new(most, cancel);
    let mut grower = Grower { line: line.clone(), evaluation, algorithm, order, visits };
    let everything = Window { alpha: Score::MIN, beta: Score::MAX };
    let Some(mut root) = grower.node(None, 0, depth, everything, valued.as_ref()) else {
        return Err(grower.visits.error(algorithm, depth));
    };
    mark_principal(&mut root);
    let side = line.position().side();
    Ok(Tree { algorithm, order, depth, side, root, positions: grower.visits.made() })
}

struct Grower<'g, 'e, G: Notation, E> {
    line: Line<'g, G>,
    evaluation: &'e E,
    algorithm: Algorithm,
    order: Order,
    visits: Visits<'e>,
}

impl<G: Notation, E: Evaluate<G>> Grower<'_, '_, G, E> {
    /// The node of the current position with everything that is searched below it. `None` when the tree gets too large or is cancelled.
    fn node(
        &mut self,
        mv: Option<String>,
        ply: u32,
        depth: u32,
        window: Window,
        valued: Option<&Valued>,
    ) -> Option<Node> {
        self.visits.add()?;
        let is_max = ply.is_multiple_of(2);
        let mut node = Node {
            mv,
            is_max,
            value: if is_max { Score::MIN } else { Score::MAX },
            bound: Bound::Exact,
            window: (self.algorithm == Algorithm::AlphaBeta).then_some(window),
            is_principal: false,
            kind: Kind::Inner,
            children: Vec::new(),
            cut: None,
        };
        let position = *self.line.position();
        if let Some(ending) = self.line.ending() {
            node.kind = Kind::Finished(ending);
            node.value = for_root(Score::finished(ending.outcome, position.side()), ply);
        } else if depth == 0 {
            node.kind = Kind::Horizon;
            node.value = for_root(Score::units(self.evaluation.evaluate(self.line.game(), &position)), ply);
        } else {
            self.children(&mut node, ply, depth, window, valued)?;
            node.bound = bound(&node);
        }
        Some(node)
    }

    /// Searches the moves of an unfinished game until one causes a cut-off.
    fn children(
        &mut self,
        node: &mut Node,
        ply: u32,
        depth: u32,
        mut window: Window,
        valued: Option<&Valued>,
    ) -> Option<()> {
        let (game, position) = (self.line.game(), *self.line.position());
        let generated = self.visits.moves(&self.line)?;
        let order = valued.map_or_else(
            || (0..generated.len()).collect(),
            |valued| valued.indices(self.order, generated.len()),
        );
        let moves: Vec<_> = order.iter().map(|&index| generated[index]).collect();
        for (index, &mv) in moves.iter().enumerate() {
            let undo = self.line.try_play(mv).expect("a legal move");
            let name = Some(game.write_move(&position, mv));
            let below = valued.and_then(|valued| valued.child(order[index]));
            let child = self.node(name, ply + 1, depth - 1, window, below)?;
            self.line.undo(undo);
            node.value = if node.is_max { node.value.max(child.value) } else { node.value.min(child.value) };
            node.children.push(child);
            if self.algorithm == Algorithm::Minimax {
                continue;
            }
            if node.is_max {
                window.alpha = window.alpha.max(node.value);
            } else {
                window.beta = window.beta.min(node.value);
            }
            let unsearched = &moves[index + 1..];
            if window.alpha >= window.beta && !unsearched.is_empty() {
                node.cut = Some(Cut {
                    unsearched: unsearched.iter().map(|&mv| game.write_move(&position, mv)).collect(),
                    by_beta: node.is_max,
                    value: node.value,
                    limit: if node.is_max { window.beta } else { window.alpha },
                    side: !position.side(),
                });
                break;
            }
        }
        Some(())
    }
}

/// The score for the root's side of a position that is this many plies below the root.
fn for_root(score: Score, ply: u32) -> Score {
    (0..ply).fold(score, |score, _| score.one_ply_earlier())
}

/// The bound of an inner node's value, from the bounds of its children.
///
/// The window alone would give a correct bound, but it would call many values a bound that a reader can see to be exact.
fn bound(node: &Node) -> Bound {
    // For one bound the best child is enough; the other bound needs all moves.
    let (by_one, by_all) =
        if node.is_max { (Bound::AtLeast, Bound::AtMost) } else { (Bound::AtMost, Bound::AtLeast) };
    let reached = node.children.iter().any(|child| child.value == node.value && child.bound != by_all);
    let limited = node.cut.is_none() && node.children.iter().all(|child| child.bound != by_one);
    match (reached, limited) {
        (true, true) => Bound::Exact,
        (true, false) => by_one,
        (false, _) => by_all,
    }
}

/// Marks the best play: at each node the first move that reaches its value.
fn mark_principal(node: &mut Node) {
    node.is_principal = true;
    let value = node.value;
    if let Some(best) = node.children.iter_mut().find(|child| child.value == value) {
        mark_principal(best);
    }
}
