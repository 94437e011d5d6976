//! What the moves of a position are worth: the referee's own look at it.

use anyline::{AnyLine, Evaluation, Question};
use game::Score;
use search::{Engine, Limits};

/// A move and its exact minimax value.
pub(super) type Worth = (String, Score);

/// The value of every legal move at this look-ahead, best first.
pub(super) fn of_moves(line: &dyn AnyLine, depth: u32, evaluation: Evaluation) -> Vec<Worth> {
    let question = Question { limits: Limits { depth, ..Limits::default() }, exact: true, evaluation };
    let lines = line.best_lines(&mut Engine::for_depth(depth), &question, usize::MAX);
    lines.into_iter().filter_map(|found| Some((found.play.into_iter().next()?, found.score))).collect()
}

/// Counts all wins alike, and all losses, however far away they are. Minimax does not mind: the order of values is kept, with more of
/// them equal.
pub(super) fn without_distance(worths: Vec<Worth>) -> Vec<Worth> {
    let plain = |score: Score| match score.plies_to_end() {
        Some(_) if score > Score::DRAW => Score::win_in(0),
        Some(_) => Score::loss_in(0),
        None => score,
    };
    worths.into_iter().map(|(mv, score)| (mv, plain(score))).collect()
}

/// The moves with the highest value.
pub(super) fn best(worths: &[Worth]) -> Vec<String> {
    let highest = worths.iter().map(|&(_, score)| score).max();
    worths.iter().filter(|&&(_, score)| Some(score) == highest).map(|(mv, _)| mv.clone()).collect()
}

/// The moves that win at once; none if there are none or nothing else is possible.
pub(super) fn wins_in_one(line: &dyn AnyLine) -> Vec<String> {
    let worths = of_moves(line, 1, Evaluation::Material);
    let wins = pick(&worths, |score| score == Score::win_in(1));
    if wins.len() == worths.len() { Vec::new() } else { wins }
}

/// The moves after which the enemy has not won and cannot win at once; none if every move is like that, or none is.
pub(super) fn no_loss_in_two(line: &dyn AnyLine) -> Vec<String> {
    let worths = of_moves(line, 2, Evaluation::Material);
    let safe = pick(&worths, |score| score > Score::loss_in(2));
    if safe.len() == worths.len() { Vec::new() } else { safe }
}

fn pick(worths: &[Worth], wanted: impl Fn(Score) -> bool) -> Vec<String> {
    worths.iter().filter(|&&(_, score)| wanted(score)).map(|(mv, _)| mv.clone()).collect()
}
