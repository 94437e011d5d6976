//! Whether an answer is right.

use quadrille::course::AnswerForm;
use quadrille::{AnyLine, Refusal, Session, shorten};

use super::asker::Reply;
use super::assignment::{Assignment, Wanted};
use super::exercise::{Check, Exercise};
use super::reason::Reason;
use super::values::MoveValue;
use super::{notation, part, rules, values};

/// How many right moves are shown; the others are counted.
const SHOWN: usize = 6;
/// How many characters of an answer are shown.
const SHOWN_CHARACTERS: usize = 400;

/// A wrong answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wrong {
    pub(super) reason: Reason,
    pub(super) problem: String,
    pub(super) expected: String,
    pub(super) given: String,
}

/// The referee's judgement of an answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Judgement {
    Right,
    Wrong(Wrong),
    /// The answer came too late to be judged. It counts in the check of time, and nowhere else.
    Late,
    /// The program was not asked, with the reason.
    NotAsked(String),
    /// The position does not suit the check.
    DoesNotApply,
}

/// What is right in a position.
enum Expected {
    /// One of these moves; the values of all moves, if those decide.
    Moves { right: Vec<String>, values: Vec<MoveValue> },
    /// Anything in the right notation.
    Notation,
    /// This number.
    Value(i32),
    /// This text.
    Text(String),
}

/// Judges the reply to an exercise. The program is only asked if the position suits the check.
pub(super) fn judge(
    assignment: &Assignment,
    exercise: &Exercise,
    line: &dyn AnyLine,
    session: &mut Session,
    ask: impl FnOnce() -> Reply,
) -> Judgement {
    let Some(right) = expected(assignment, exercise, line, session) else {
        return Judgement::DoesNotApply;
    };
    let called = assignment.player.is_called();
    let answer = match ask() {
        Reply::Answer(answer) => Ok(answer),
        Reply::Fault(fault) if fault.is_late() => return Judgement::Late,
        Reply::Fault(fault) => Err(fault),
        Reply::NotAsked(why) => return Judgement::NotAsked(why),
    };
    let found = match (&right, &answer) {
        (_, Err(fault)) => Some((Reason::of_fault(fault), fault.to_string())),
        (Expected::Moves { right, values }, Ok(answer)) => wrong_move(exercise, line, answer, right, values),
        (Expected::Notation, Ok(answer)) => {
            notation::problem(line, answer, called).map(|problem| (Reason::Notation, problem))
        }
        (Expected::Value(value), Ok(answer)) => match answer.parse::<i32>() {
            Ok(number) if number == *value => None,
            Ok(_) => Some((Reason::Bad, "this is not the value".to_string())),
            Err(_) => Some((Reason::Notation, "this is not a number".to_string())),
        },
        (Expected::Text(text), Ok(answer)) => part::different_line(answer, text)
            .map(|line| (Reason::Bad, format!("line {line} of the answer is wrong"))),
    };
    let Some((reason, problem)) = found else { return Judgement::Right };
    let expected = match &right {
        Expected::Moves { right, .. } => in_words(line, right, called),
        Expected::Notation => notation::expected(&*exercise.game, called),
        Expected::Value(value) => value.to_string(),
        Expected::Text(text) => shorten(text.trim_end(), SHOWN_CHARACTERS).into_owned(),
    };
    let given =
        answer.map_or("nothing".to_string(), |answer| shorten(answer.trim(), SHOWN_CHARACTERS).into_owned());
    Judgement::Wrong(Wrong { reason, problem, expected, given })
}

fn expected(
    assignment: &Assignment,
    exercise: &Exercise,
    line: &dyn AnyLine,
    session: &mut Session,
) -> Option<Expected> {
    if line.ending().is_some() && exercise.check != Check::Values {
        return None;
    }
    let moves =
        |right: Vec<String>| (!right.is_empty()).then_some(Expected::Moves { right, values: Vec::new() });
    match exercise.check {
        Check::Notation => Some(Expected::Notation),
        Check::Legal | Check::Time => moves(line.moves()),
        Check::Win => moves(values::wins(session, line, exercise.depth, assignment.wins_alike())),
        Check::Loss => moves(values::defences(session, line, exercise.depth, assignment.wins_alike())),
        Check::Rules => rules::right_moves(line, exercise.depth).and_then(moves),
        Check::Best => Some(best(assignment, exercise, line, session)),
        Check::Values => {
            let value = values::by_course(&*exercise.game, &exercise.position, exercise.depth);
            value.map(Expected::Value)
        }
        Check::Part => {
            let part = assignment.part.as_ref()?;
            part.output(&part.input(line)).ok().map(Expected::Text)
        }
        Check::Own => match &assignment.own.get(exercise.own?)?.wanted {
            Wanted::Moves(right) => moves(right.clone()),
            Wanted::Others(wrong) => {
                moves(line.moves().into_iter().filter(|mv| !wrong.contains(mv)).collect())
            }
            Wanted::Best => Some(best(assignment, exercise, line, session)),
            Wanted::Value(value) => Some(Expected::Value(*value)),
        },
    }
}

fn best(assignment: &Assignment, exercise: &Exercise, line: &dyn AnyLine, session: &mut Session) -> Expected {
    let values = assignment.values_of(session, line, exercise.depth);
    Expected::Moves { right: values::best(&values), values }
}

/// What is wrong with an answer that should be one of these moves.
fn wrong_move(
    exercise: &Exercise,
    line: &dyn AnyLine,
    answer: &str,
    right: &[String],
    values: &[MoveValue],
) -> Option<(Reason, String)> {
    let mv = match line.read_answer(notation::answer_in(line, answer)) {
        Ok(mv) => mv,
        Err(refusal @ Refusal::Unreadable(_)) => return Some((Reason::Notation, refusal.to_string())),
        Err(refusal) => {
            return Some((Reason::of_refusal(line, &refusal), format!("illegal move: {refusal}")));
        }
    };
    if right.contains(&mv) {
        return None;
    }
    let value = |wanted: &str| values.iter().find(|(mv, _)| mv == wanted).map(|(_, score)| *score);
    let problem = match exercise.check {
        Check::Win => format!("{mv} does not win, but another move wins at once"),
        Check::Loss => {
            format!("{mv} loses at once, or lets the enemy win at once; another move avoids that")
        }
        Check::Rules => format!(
            "{mv} does not win within the look-ahead, or lets the enemy win; another move does better"
        ),
        _ => match (value(&mv), right.first().and_then(|best| value(best))) {
            (Some(given), Some(best)) => {
                let depth = exercise.depth;
                format!("the value of {mv} is {given} at look-ahead {depth}, that of the best move {best}")
            }
            _ => format!("{mv} is not one of the right answers"),
        },
    };
    Some((Reason::Bad, problem))
}

/// Moves, with the boards they make if the program answers with boards.
fn in_words(line: &dyn AnyLine, moves: &[String], called: bool) -> String {
    let by_board = called && line.game().descriptor().call_form().answer != AnswerForm::MoveOrPosition;
    let word = |mv: &String| {
        let mut next = line.duplicate();
        match next.play(mv) {
            Ok(()) if by_board => format!("{mv}: {}", next.board()),
            Ok(()) | Err(_) => mv.clone(),
        }
    };
    let mut words: Vec<String> = moves.iter().take(SHOWN).map(word).collect();
    if moves.len() > SHOWN {
        words.push(format!("or one of {} more", moves.len() - SHOWN));
    }
    words.join("\n")
}
