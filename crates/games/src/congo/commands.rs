//! The parts of the course as commands. They read a count and as many positions, and print an answer for each, byte for
//! byte as the course defines.

use game::{Error, Problem, quote};

use super::{Kind, course, evaluate, minimax};
use crate::family::Size;
use crate::family::course::{
    AnswerForm, Argument, ArgumentKind, CallForm, Course, CourseAnswer, CourseCommand, CourseValue, Given,
    ReadInput, Task, parse_look_ahead,
};
use crate::whole_number;

/// The course.
pub(super) const COURSE: Course = Course {
    commands: &[CourseCommand {
        name: "congo",
        about: "Do a part of the Congo course: reads a number and that many positions, and prints an answer for each",
        examples: r"printf '1\n3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4\n' | quadrille congo minimax",
        task: Task::Parts(PARTS),
        ..PART
    }],
    call: CallForm { given: Given::Position, answer: AnswerForm::MoveOrPosition, size_last: false },
    tournament: true,
    size: Some(Size::Edition(1)),
    value: Some(minimax),
};

/// The defaults of a part.
const PART: CourseCommand =
    CourseCommand { name: "", about: "", details: "", examples: "", arguments: &[], task: Task::Parts(&[]) };

/// The kinds of men, in words.
const PIECES: &str = "pawn, superpawn, giraffe, monkey, elephant, lion, crocodile or zebra";

const PARTS: &[CourseCommand] = &[
    CourseCommand {
        name: "state",
        about: "Part 1: where the men stand and who is to play",
        task: Task::Answer(|_, read| Ok(lines(&answer_each(read, |[fen]| course::state(fen))?, "\n\n"))),
        ..PART
    },
    CourseCommand {
        name: "moves",
        about: "Part 2: the moves of one kind of man",
        arguments: &[Argument { name: "piece", help: PIECES, kind: ArgumentKind::Required }],
        task: Task::Answer(|arguments, read| {
            let piece = &arguments[0];
            let problem = || Problem::Other(format!("{:?} is not a man: use {PIECES}", quote(piece)));
            let kind = Kind::from_name(piece).ok_or_else(|| Error::whole(problem(), piece).to_string())?;
            Ok(lines(&answer_each(read, |[fen]| course::moves(fen, kind))?, "\n"))
        }),
        ..PART
    },
    CourseCommand {
        name: "apply",
        about: "Part 3: the position after a move, and whether the game goes on; each position is followed by a line with the move",
        task: Task::Answer(|_, read| {
            let answer =
                |[fen, mv]: [&str; 2]| course::apply(fen, mv).map(|(next, state)| format!("{next}\n{state}"));
            Ok(lines(&answer_each(read, answer)?, "\n"))
        }),
        ..PART
    },
    CourseCommand {
        name: "evaluate",
        about: "Part 4: the static evaluation",
        task: Task::Answer(|_, read| numbers(read, evaluate)),
        ..PART
    },
    CourseCommand {
        name: "minimax",
        about: "Part 4: the minimax value",
        arguments: &[Argument { kind: ArgumentKind::Default("2"), ..DEPTH }],
        task: Task::Answer(|arguments, read| searched(arguments, read, minimax)),
        ..PART
    },
    CourseCommand {
        name: "evaluate-advanced",
        about: "Part 5: material, mobility and attack",
        task: Task::Answer(|_, read| numbers(read, course::evaluate_advanced)),
        ..PART
    },
    CourseCommand {
        name: "alphabeta",
        about: "Part 5: the alpha-beta value of the advanced evaluation",
        arguments: &[Argument { kind: ArgumentKind::Default("4"), ..DEPTH }],
        task: Task::Answer(|arguments, read| searched(arguments, read, course::alphabeta)),
        ..PART
    },
];

const DEPTH: Argument =
    Argument { name: "depth", help: "How many plies to look ahead", kind: ArgumentKind::Required };

/// Joins the answers with a separator and adds a line end; empty if there are no answers.
fn lines(answers: &[String], separator: &str) -> CourseAnswer {
    let output = if answers.is_empty() { String::new() } else { answers.join(separator) + "\n" };
    CourseAnswer { output, note: None }
}

fn numbers(read: ReadInput<'_>, value: impl Fn(&str) -> Result<i32, Error>) -> Result<CourseAnswer, String> {
    let answers = answer_each(read, |[fen]| value(fen).map(|number| number.to_string()))?;
    Ok(lines(&answers, "\n"))
}

/// The values of a search, whose depth is the first argument.
fn searched(arguments: &[String], read: ReadInput<'_>, search: CourseValue) -> Result<CourseAnswer, String> {
    let depth = parse_look_ahead(&arguments[0], 0).map_err(|error| error.to_string())?;
    numbers(read, |fen| search(fen, depth))
}

/// Reads a count and as many questions of `LINES` lines each. Answers all of them or returns an error.
fn answer_each<const LINES: usize>(
    read: ReadInput<'_>,
    answer: impl Fn([&str; LINES]) -> Result<String, Error>,
) -> Result<Vec<String>, String> {
    let text = read()?;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let announced = lines.first().copied().unwrap_or("");
    let count = whole_number(announced).ok_or_else(|| {
        let announced = quote(announced);
        format!("line 1: {announced:?} is not a count: the first line says how many positions follow")
    })?;
    let given = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
    if count.checked_mul(LINES) != Some(given) {
        let each = if LINES == 1 { "1 line".to_string() } else { format!("{LINES} lines") };
        let wanted =
            if count == 1 { format!("position ({each})") } else { format!("positions ({each} each)") };
        let came = if given == 1 { "1 line follows".to_string() } else { format!("{given} lines follow") };
        return Err(format!("line 1 announces {} {wanted}, but {came}", quote(announced)));
    }
    let mut answers = Vec::new();
    for (index, question) in lines[1..=given].chunks_exact(LINES).enumerate() {
        let place = |error: Error| {
            // The error contains the text of its line.
            let wrong = question.iter().position(|text| *text == error.input).unwrap_or(0);
            format!("line {}: {error}", 2 + index * LINES + wrong)
        };
        let question = question.try_into().expect("chunks have that many lines");
        answers.push(answer(question).map_err(place)?);
    }
    Ok(answers)
}
