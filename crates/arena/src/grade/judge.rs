//! Whether an answer is right.

use anyline::{AnyLine, Evaluation};
use games::{GameSpec, congo};

use super::asker::Reply;
use super::assignment::{Assignment, Wanted};
use super::question::{Check, Question};
use super::worth::Worth;
use super::{notation, worth};

/// So many right moves are shown; of more, how many there are.
const SHOWN: usize = 6;

/// What can be wrong. Two failures of one kind have one cause, as far as can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// No answer at all.
    Fault,
    Notation,
    Illegal,
    /// Legal, but not what was wanted.
    Bad,
}

/// A wrong answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wrong {
    pub(super) kind: Kind,
    pub(super) problem: String,
    pub(super) expected: String,
    pub(super) given: String,
}

/// What the referee says to an answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Verdict {
    Right,
    Wrong(Wrong),
    /// The position is none for this check.
    DoesNotApply,
}

/// What a right answer is in a position.
enum Standard {
    /// One of these moves; what all moves are worth, if that is what counts.
    Moves { right: Vec<String>, worths: Vec<Worth> },
    /// Anything in the right notation.
    Notation,
    /// This number.
    Value(i32),
}

/// Judges the reply to a question. It is asked for only when there is something to judge.
pub(super) fn judge(
    assignment: &Assignment,
    question: &Question,
    line: &dyn AnyLine,
    ask: impl FnOnce() -> Reply,
) -> Verdict {
    let Some(standard) = standard(assignment, question, line) else {
        return Verdict::DoesNotApply;
    };
    let called = assignment.player.is_called();
    let expected = || match &standard {
        Standard::Moves { right, .. } => in_words(question.game, line, right, called),
        Standard::Notation => notation::expected(question.game, called).to_string(),
        Standard::Value(value) => value.to_string(),
    };
    let answer = match ask() {
        Ok(answer) => answer,
        Err(fault) => {
            let given = "nothing".to_string();
            return Verdict::Wrong(Wrong {
                kind: Kind::Fault,
                problem: fault.to_string(),
                expected: expected(),
                given,
            });
        }
    };
    let found = match &standard {
        Standard::Moves { right, worths } => wrong_move(question, line, &answer, right, worths),
        Standard::Notation => {
            notation::problem(question.game, line, &answer, called).map(|problem| (Kind::Notation, problem))
        }
        Standard::Value(value) => match answer.parse::<i32>() {
            Ok(number) if number == *value => None,
            Ok(_) => Some((Kind::Bad, "that is not the value".to_string())),
            Err(_) => Some((Kind::Notation, "that is no number".to_string())),
        },
    };
    match found {
        None => Verdict::Right,
        Some((kind, problem)) => {
            Verdict::Wrong(Wrong { kind, problem, expected: expected(), given: shown(&answer) })
        }
    }
}

fn standard(assignment: &Assignment, question: &Question, line: &dyn AnyLine) -> Option<Standard> {
    if line.ending().is_some() && question.check != Check::Values {
        return None;
    }
    let moves =
        |right: Vec<String>| (!right.is_empty()).then_some(Standard::Moves { right, worths: Vec::new() });
    match question.check {
        Check::Notation => Some(Standard::Notation),
        Check::Legal | Check::Time => moves(line.moves()),
        Check::Win => moves(worth::wins_in_one(line)),
        Check::Loss => moves(worth::no_loss_in_two(line)),
        Check::Best => Some(best(assignment, question, line)),
        Check::Values => congo::minimax(&question.position, question.depth).ok().map(Standard::Value),
        Check::Own => match &assignment.own.get(question.own?)?.wanted {
            Wanted::Moves(right) => moves(right.clone()),
            Wanted::Others(wrong) => {
                moves(line.moves().into_iter().filter(|mv| !wrong.contains(mv)).collect())
            }
            Wanted::Best => Some(best(assignment, question, line)),
            Wanted::Value(value) => Some(Standard::Value(*value)),
        },
    }
}

fn best(assignment: &Assignment, question: &Question, line: &dyn AnyLine) -> Standard {
    let evaluation = assignment.evaluation.unwrap_or(Evaluation::Material);
    let mut worths = worth::of_moves(line, question.depth, evaluation);
    if assignment.any_win {
        worths = worth::without_distance(worths);
    }
    Standard::Moves { right: worth::best(&worths), worths }
}

/// What is wrong with an answer that should be one of these moves.
fn wrong_move(
    question: &Question,
    line: &dyn AnyLine,
    answer: &str,
    right: &[String],
    worths: &[Worth],
) -> Option<(Kind, String)> {
    let mv = match line.read_answer(answer) {
        Ok(mv) => mv,
        Err(why) => return Some((Kind::Illegal, format!("illegal move: {why}"))),
    };
    if right.contains(&mv) {
        return None;
    }
    let worth = |wanted: &str| worths.iter().find(|(mv, _)| mv == wanted).map(|(_, score)| *score);
    let problem = match question.check {
        Check::Win => format!("{mv} does not win, and the game could be won at once"),
        Check::Loss => {
            format!("{mv} loses at once, or lets the enemy win at once, and that could be avoided")
        }
        _ => match (worth(&mv), right.first().and_then(|best| worth(best))) {
            (Some(given), Some(best)) => {
                format!(
                    "the value of {mv} is {given} at look-ahead {}, that of the best move {best}",
                    question.depth
                )
            }
            _ => format!("{mv} is not what is asked for"),
        },
    };
    Some((Kind::Bad, problem))
}

/// Moves with the boards they make.
fn in_words(game: GameSpec, line: &dyn AnyLine, moves: &[String], called: bool) -> String {
    let by_board = called && !matches!(game, GameSpec::Congo | GameSpec::CongoCourse);
    let word = |mv: &String| {
        let mut next = line.duplicate();
        match next.play(mv) {
            Ok(()) if by_board => format!("{mv}: {}", next.boards()[0]),
            Ok(()) | Err(_) => mv.clone(),
        }
    };
    let mut words: Vec<String> = moves.iter().take(SHOWN).map(word).collect();
    if moves.len() > SHOWN {
        words.push(format!("or one of {} more", moves.len() - SHOWN));
    }
    words.join("\n")
}

/// An answer as far as it is shown: what a program prints may be long.
fn shown(answer: &str) -> String {
    const MOST: usize = 400;
    match answer.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &answer[..end]),
        None => answer.to_string(),
    }
}
