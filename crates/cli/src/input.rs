//! What several commands read: look-aheads, positions, lines of stdin.

use std::io::{self, BufRead, Read, Write};

use anyline::Evaluation;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use game::MAX_DEPTH;
use games::{Error, GameSpec, Problem, whole_number};
use serde::Serialize;

use crate::failure::{Failure, say};

/// The game and the position a command is about.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// ctf, crusher, oska or congo, with a size if you like: ctf:6, crusher:4, oska:5, congo:course
    game: String,
    /// The position, `startpos` for the start, or `-` for positions from stdin, one a line, answered as JSON; blank lines are skipped
    #[arg(default_value = "startpos", allow_hyphen_values = true, value_parser = position)]
    position: String,
    /// Answer as JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// What a command wants to know of positions.
pub(crate) trait Question {
    /// The answer about this position, or what is wrong with it.
    fn answer(&self, spec: GameSpec, position: &str) -> Result<Answer, String>;
}

/// An answer in both forms.
pub(crate) struct Answer {
    /// The JSON object.
    pub(crate) json: String,
    /// For people.
    pub(crate) text: String,
    /// What people should know besides, on stderr.
    pub(crate) note: Option<String>,
}

/// The JSON form of an error: the position as it was given, and the message.
#[derive(Serialize)]
struct Wrong<'a> {
    position: &'a str,
    error: String,
}

impl PositionArguments {
    /// Answers about the position, or about each position of stdin.
    pub(crate) fn answer(&self, question: &impl Question, out: &mut impl Write) -> Result<(), Failure> {
        if self.position != "-" {
            let answer = ask(&self.game, &self.position, question).map_err(Failure::Input)?;
            if let Some(note) = answer.note {
                say(&note);
            }
            let text = if self.json { answer.json + "\n" } else { answer.text };
            return Ok(out.write_all(text.as_bytes())?);
        }
        // The game's name is not part of any line: when it is wrong, that is an error of the call.
        self.game.parse::<GameSpec>()?;
        for line in io::stdin().lock().split(b'\n') {
            let line = line?;
            let position = String::from_utf8_lossy(&line);
            let position = position.trim();
            if position.is_empty() {
                continue;
            }
            let json = match ask(&self.game, position, question) {
                Ok(answer) => answer.json,
                Err(error) => to_json(&Wrong { position, error }),
            };
            writeln!(out, "{json}")?;
            out.flush()?;
        }
        Ok(())
    }
}

fn ask(game: &str, position: &str, question: &impl Question) -> Result<Answer, String> {
    let spec = GameSpec::for_position(game, position).map_err(|error| error.to_string())?;
    question.answer(spec, position)
}

/// The value as one line of JSON.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers always have a JSON form")
}

/// Reads a look-ahead of at least `least` plies.
pub(crate) fn plies(text: &str, least: u32) -> Result<u32, Error> {
    let plies = whole_number(text.trim()).and_then(|plies| plies.try_into().ok());
    plies
        .filter(|plies| (least..=MAX_DEPTH).contains(plies))
        .ok_or_else(|| Error::whole(Problem::LookAhead { least }, text))
}

/// Reads the `--depth` of a count, which may be 0.
pub(crate) fn depth(text: &str) -> Result<u32, String> {
    plies(text, 0).map_err(|error| error.problem.to_string())
}

/// Reads the `--depth` of a search.
pub(crate) fn search_depth(text: &str) -> Result<u32, String> {
    plies(text, 1).map_err(|error| error.problem.to_string())
}

/// Reads the `--eval` of a search.
pub(crate) fn evaluation() -> impl TypedValueParser<Value = Evaluation> {
    let standard = PossibleValue::new("standard").help("Our own, described in the game's rules page");
    let material = PossibleValue::new("material")
        .help("Own men minus enemy men: pawns only in ctf, by the course's table in congo");
    PossibleValuesParser::new([standard, material]).try_map(|name| name.parse::<Evaluation>())
}

/// A position, which may start with a hyphen as an option does: what looks like an option and is no board is refused.
pub(crate) fn position(text: &str) -> Result<String, String> {
    let option = text.starts_with("--") && text.contains(|c: char| !"-wWbB/, ".contains(c));
    if option { Err("there is no such option: see --help".to_string()) } else { Ok(text.to_string()) }
}

/// All of stdin, which must be text.
pub(crate) fn stdin_text() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].split(|&byte| byte == b'\n').count();
        Failure::Input(format!("line {line} of the input is not text (UTF-8)"))
    })?;
    // Some editors begin a text with a mark that nobody sees.
    Ok(text.trim_start_matches('\u{FEFF}').to_string())
}
