//! `quadrille congo`: the parts of the Congo course, byte for byte as it reads and writes them.

use std::io::Write;

use clap::{Args, Subcommand};
use games::congo::{self, Kind, course};
use games::{Error, Problem, whole_number};

use super::congo_tournament;
use crate::failure::Failure;
use crate::input::{plies, stdin_text};

/// Do a part of the Congo course: from stdin a count and as many positions, an answer for each to stdout
#[derive(Args)]
#[command(after_help = r"Example:
  printf '1\n3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4\n' | quadrille congo minimax")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Part 1: where the men stand and who is to play
    State,
    /// Part 2: the moves of one kind of man
    Moves {
        /// pawn, superpawn, giraffe, monkey, elephant, lion, crocodile or zebra
        #[arg(long)]
        piece: String,
    },
    /// Part 3: the position after a move, and whether the game goes on; each position is followed by a line with the move
    Apply,
    /// Part 4: the static evaluation
    Evaluate,
    /// Part 4: the minimax value
    Minimax {
        /// How many plies to look ahead
        #[arg(long, default_value = "2", allow_hyphen_values = true)]
        depth: String,
    },
    /// Part 5: material, mobility and attack
    EvaluateAdvanced,
    /// Play in the course's tournament: newgame, position FEN, moves M1 M2 …, go SECONDS; answers go with a move
    Tournament,
    /// Part 5: the alpha-beta value of the advanced evaluation
    Alphabeta {
        /// How many plies to look ahead
        #[arg(long, default_value = "4", allow_hyphen_values = true)]
        depth: String,
    },
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let answers = match self.part {
            Part::Tournament => return congo_tournament::run(out),
            Part::State => lines(&answer_each(|[fen]| course::state(fen))?, "\n\n"),
            Part::Moves { piece } => {
                let kind = Kind::from_name(&piece).ok_or_else(|| Error::whole(Problem::Piece, &piece))?;
                lines(&answer_each(|[fen]| course::moves(fen, kind))?, "\n")
            }
            Part::Apply => lines(
                &answer_each(|[fen, mv]| {
                    course::apply(fen, mv).map(|(next, state)| format!("{next}\n{state}"))
                })?,
                "\n",
            ),
            Part::Evaluate => numbers(congo::evaluate)?,
            Part::Minimax { depth } => {
                let depth = plies(&depth, 0)?;
                numbers(|fen| congo::minimax(fen, depth))?
            }
            Part::EvaluateAdvanced => numbers(course::evaluate_advanced)?,
            Part::Alphabeta { depth } => {
                let depth = plies(&depth, 0)?;
                numbers(|fen| course::alphabeta(fen, depth))?
            }
        };
        Ok(out.write_all(answers.as_bytes())?)
    }
}

/// The answers with a separator between them and a line end after the last; nothing if there are none.
fn lines(answers: &[String], separator: &str) -> String {
    if answers.is_empty() { String::new() } else { answers.join(separator) + "\n" }
}

fn numbers(value: impl Fn(&str) -> Result<i32, Error>) -> Result<String, Failure> {
    Ok(lines(&answer_each(|[fen]| value(fen).map(|number| number.to_string()))?, "\n"))
}

/// Reads the count and as many questions of so many lines each, and answers all of them or, if one is wrong, none.
fn answer_each<const LINES: usize>(
    answer: impl Fn([&str; LINES]) -> Result<String, Error>,
) -> Result<Vec<String>, Failure> {
    let text = stdin_text()?;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let announced = lines.first().copied().unwrap_or("");
    let count = whole_number(announced).ok_or_else(|| {
        Failure::Input(format!(
            "line 1: {announced:?} is no count: the first line says how many positions follow"
        ))
    })?;
    let given = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
    if count.checked_mul(LINES) != Some(given) {
        let each = if LINES == 1 { "one line".to_string() } else { format!("{LINES} lines") };
        let lines = if given == 1 { "1 line".to_string() } else { format!("{given} lines") };
        return Err(Failure::Input(format!(
            "line 1: the count {announced} asks for as many positions of {each} each after it, and {lines} came"
        )));
    }
    let mut answers = Vec::new();
    for (index, question) in lines[1..=given].chunks_exact(LINES).enumerate() {
        let question = question.try_into().expect("chunks have that many lines");
        let line = 2 + index * LINES;
        let place = |error: Error| {
            // Of several lines the error names the text of the one it is in.
            let wrong =
                lines[line - 1..].iter().take(LINES).position(|text| *text == error.input).unwrap_or(0);
            Failure::Input(format!("line {}: {error}", line + wrong))
        };
        answers.push(answer(question).map_err(place)?);
    }
    Ok(answers)
}
