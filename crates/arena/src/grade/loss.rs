//! What the moves of a program give away: the chance of winning of the best move, less that of the program's own.
//!
//! Both are found in solved tables if there are any, and otherwise by a search that is deeper than the program's. It looks at a fixed number of
//! positions, so the same answers always lose the same. This brings no points: a program that looks two plies ahead has to lose something.

use std::collections::BTreeSet;

use quadrille::{AnyLine, Evaluation, Limits, Outcome, Question as Search, Session, ShownScore, Tables};
use serde::Serialize;

use super::asker::Question;
use super::diagnosis::Answered;

/// How many positions each search looks at.
const NODES: u64 = 2000;
/// How many moves are measured at most.
const MOST_MOVES: usize = 20;

/// What moves give away, in percentage points of the chance to win.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ValueLost {
    /// The mean of all moves.
    pub mean: f64,
    /// Each move that was measured.
    pub moves: Vec<LostByMove>,
}

/// What one move gives away.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LostByMove {
    /// The game and the position.
    pub position: String,
    /// The program's move.
    pub played: String,
    /// The best move.
    pub best: String,
    /// The chance of winning with the best move, in percent.
    pub chance: f64,
    /// How much of it the program's move gives away.
    pub lost: f64,
}

/// Measures the legal moves of a program, each position once; `None` if there are none.
pub(super) fn value_lost(answered: &[Answered], tables: &Tables) -> Option<ValueLost> {
    let mut session = Session::new(tables.clone());
    let mut seen = BTreeSet::new();
    let new = answered.iter().filter(|answered| seen.insert(&answered.question.position));
    let moves: Vec<LostByMove> =
        new.filter_map(|answered| lost_by(answered, &mut session)).take(MOST_MOVES).collect();
    let sum: f64 = moves.iter().map(|mv| mv.lost).sum();
    (!moves.is_empty()).then(|| ValueLost { mean: in_tenths(sum / moves.len() as f64), moves })
}

fn lost_by(answered: &Answered, session: &mut Session) -> Option<LostByMove> {
    let Question { game, position, .. } = &answered.question;
    let mut line = game.line(position).ok()?;
    let played = line.read_answer(&answered.answer).ok()?;
    if line.moves().len() < 2 {
        return None;
    }
    let (best, chance) = best_move(session, &*line)?;
    line.play(&played).ok()?;
    let left = match line.ending() {
        _ if played == best => chance,
        Some(ending) => match ending.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner != line.side())),
        },
        None => 1.0 - best_move(session, &*line)?.1,
    };
    let position = format!("{game} {position}");
    let lost = in_tenths(100.0 * (chance - left).max(0.0));
    Some(LostByMove { position, played, best, chance: in_tenths(100.0 * chance), lost })
}

/// The best move, and the chance of the side to move to win with it.
fn best_move(session: &mut Session, line: &dyn AnyLine) -> Option<(String, f64)> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let search = Search { limits, exact: false, evaluation: Evaluation::Standard, manner: None };
    // What is known of other positions would make the result depend on the order of the questions.
    session.forget();
    let finding = session.search(line, &search)?;
    let shown = ShownScore::new(line.game().descriptor(), finding.score, finding.before);
    Some((finding.play.into_iter().next()?, shown.chance))
}

fn in_tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
