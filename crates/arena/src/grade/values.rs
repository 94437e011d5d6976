//! The minimax values of the moves of a position.

use std::collections::BTreeSet;

use quadrille::{AnyGame, AnyLine, Evaluation, Limits, Question, Score, Session};

/// A move and its exact minimax value.
pub(super) type MoveValue = (String, Score);

/// The value of every legal move at this look-ahead, best first.
pub(super) fn of_moves(
    session: &mut Session,
    line: &dyn AnyLine,
    depth: u32,
    evaluation: Evaluation,
) -> Vec<MoveValue> {
    let question =
        Question { limits: Limits { depth, ..Limits::default() }, exact: true, evaluation, manner: None };
    let lines = session.best_lines(line, &question, usize::MAX);
    lines.into_iter().filter_map(|found| Some((found.play.into_iter().next()?, found.score))).collect()
}

/// The value of a position by the course of its game, if the course has values.
pub(super) fn by_course(game: &dyn AnyGame, position: &str, depth: u32) -> Option<i32> {
    let value = game.descriptor().course?.value?;
    value(position, depth).ok()
}

/// Whether the value by the course shows that a program looks one ply more or less than it should.
pub(super) fn value_shows_depth(line: &dyn AnyLine, depth: u32) -> bool {
    let (game, position) = (line.game(), line.text());
    let differs = |other| by_course(&*game, &position, other) != by_course(&*game, &position, depth);
    differs(depth - 1) && differs(depth + 1)
}

/// Makes all wins equal, and all losses, whatever their distance. The order of other values stays the same.
pub(super) fn without_distance(values: Vec<MoveValue>) -> Vec<MoveValue> {
    let plain = |score: Score| match score.plies_to_end() {
        Some(_) if score > Score::DRAW => Score::win_in(0),
        Some(_) => Score::loss_in(0),
        None => score,
    };
    values.into_iter().map(|(mv, score)| (mv, plain(score))).collect()
}

/// The moves with the highest value.
pub(super) fn best(values: &[MoveValue]) -> Vec<String> {
    let highest = values.iter().map(|&(_, score)| score).max();
    with_score(values, |score| Some(score) == highest)
}

/// Whether the answer shows that a program looks one ply more or less than it should: then none of its best moves is right.
pub(super) fn moves_show_depth(
    session: &mut Session,
    line: &dyn AnyLine,
    depth: u32,
    evaluation: Evaluation,
    wins_alike: bool,
) -> bool {
    let mut best = |depth| -> BTreeSet<String> {
        let values = of_moves(session, line, depth, evaluation);
        let values = if wins_alike { without_distance(values) } else { values };
        self::best(&values).into_iter().collect()
    };
    let right = best(depth);
    // The deepest search takes longest, so it comes last.
    right.len() < line.moves().len()
        && ((depth > 1 && right.is_disjoint(&best(depth - 1))) || right.is_disjoint(&best(depth + 1)))
}

/// The right moves where a move wins at once and another does not: the moves that win at once or, if all wins are alike, all that win
/// within the look-ahead. Empty if the position has no such moves.
pub(super) fn wins(session: &mut Session, line: &dyn AnyLine, depth: u32, wins_alike: bool) -> Vec<String> {
    let at_once = wins_in_one(session, line);
    if !wins_alike || depth == 1 || at_once.is_empty() {
        return at_once;
    }
    let values = of_moves(session, line, depth, Evaluation::Material);
    unless_all(&values, with_score(&values, |score| score.plies_to_end().is_some() && score > Score::DRAW))
}

/// The right moves where the enemy threatens to win at once, and that can be prevented. If all losses are alike, a program that sees
/// within its look-ahead that every move loses may choose any of them, so the position then has no right moves.
pub(super) fn defences(
    session: &mut Session,
    line: &dyn AnyLine,
    depth: u32,
    losses_alike: bool,
) -> Vec<String> {
    let right = no_loss_in_two(session, line);
    if !losses_alike || depth <= 2 || right.is_empty() {
        return right;
    }
    let values = of_moves(session, line, depth, Evaluation::Material);
    let is_lost = |score: Score| score.plies_to_end().is_some() && score < Score::DRAW;
    if values.iter().all(|&(_, score)| is_lost(score)) { Vec::new() } else { right }
}

/// The moves that win at once, unless all moves do.
pub(super) fn wins_in_one(session: &mut Session, line: &dyn AnyLine) -> Vec<String> {
    let values = of_moves(session, line, 1, Evaluation::Material);
    unless_all(&values, with_score(&values, |score| score == Score::win_in(1)))
}

/// The moves after which the enemy has not won and cannot win at once, unless all moves are like that.
fn no_loss_in_two(session: &mut Session, line: &dyn AnyLine) -> Vec<String> {
    let values = of_moves(session, line, 2, Evaluation::Material);
    unless_all(&values, with_score(&values, |score| score > Score::loss_in(2)))
}

fn with_score(values: &[MoveValue], wanted: impl Fn(Score) -> bool) -> Vec<String> {
    values.iter().filter(|&&(_, score)| wanted(score)).map(|(mv, _)| mv.clone()).collect()
}

fn unless_all(values: &[MoveValue], moves: Vec<String>) -> Vec<String> {
    if moves.len() == values.len() { Vec::new() } else { moves }
}
