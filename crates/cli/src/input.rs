//! What several commands read: positions, look-aheads, directories of tables, stdin.

use std::io::{self, BufRead, Read, StdinLock, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quadrille::{
    AnyLine, Catalogue, Descriptor, Error, Evaluation, Tables, parse_look_ahead, quote, without_mark,
};
use serde::Serialize;

use crate::failure::{Failure, say};
use crate::files::unmarked;
use crate::process::Interrupt;

/// The game and the position that a command is about.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// %games%
    game: String,
    /// The position, `startpos` for the starting position, or `-` for positions from stdin, one a line, answered as JSON; blank lines are skipped
    #[arg(default_value = "startpos", allow_hyphen_values = true)]
    position: String,
    /// Answer as JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// An answer about a position, in both forms.
pub(crate) struct PositionAnswer {
    /// The JSON object.
    pub(crate) json: String,
    /// For people.
    pub(crate) text: String,
    /// What people should know besides, on stderr.
    pub(crate) note: Option<String>,
    /// That the answer was interrupted, and after how much.
    pub(crate) interrupted: Option<String>,
}

/// Answers about one position, or says why it cannot.
pub(crate) type Answering<'a> = &'a mut dyn FnMut(&dyn AnyLine) -> Result<PositionAnswer, String>;

/// The JSON form of an error: the position as it was given, and the message.
#[derive(Serialize)]
struct ErrorJson<'a> {
    position: &'a str,
    error: String,
}

impl PositionArguments {
    /// Answers about the position, or about each position of stdin until an answer is interrupted.
    pub(crate) fn answer(
        &self,
        catalogue: &Catalogue,
        out: &mut dyn Write,
        interrupt: Option<&Interrupt>,
        answering: Answering<'_>,
    ) -> Result<(), Failure> {
        if self.position != "-" {
            let line = line_of_argument(catalogue, &self.game, &self.position)?;
            let answer = answering(&*line).map_err(Failure::Input)?;
            if let Some(note) = answer.note {
                say(&note);
            }
            let text = if self.json { answer.json + "\n" } else { answer.text };
            out.write_all(text.as_bytes())?;
            return ended(answer.interrupted, out);
        }
        // The game's name is not part of any line: when it is wrong, that is an error of the call.
        catalogue.game(&self.game)?;
        let mut lines = Lines::of_stdin();
        let mut next = || match interrupt {
            Some(interrupt) => interrupt.waiting(|| lines.next()),
            None => lines.next(),
        };
        while let Some(line) = next()? {
            let position = line.trim();
            if position.is_empty() {
                continue;
            }
            let opened = open_line(catalogue, &self.game, position).map_err(|error| error.to_string());
            let (json, interrupted) = match opened.and_then(|line| answering(&*line)) {
                Ok(answer) => (answer.json, answer.interrupted),
                Err(error) => (to_json(&ErrorJson { position, error }), None),
            };
            writeln!(out, "{json}")?;
            out.flush()?;
            ended(interrupted, out)?;
        }
        Ok(())
    }
}

/// The end of a command that was interrupted after it has written this much, or was not.
pub(crate) fn ended(interrupted: Option<String>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(message) = interrupted else {
        return Ok(());
    };
    out.flush()?;
    Err(Failure::Interrupted(message))
}

/// The position of a game; a size that the name leaves open is that of the position.
fn open_line(catalogue: &Catalogue, game: &str, position: &str) -> Result<Box<dyn AnyLine>, Error> {
    catalogue.game_for(game, position)?.line(position)
}

/// The position that an argument gives.
pub(crate) fn line_of_argument(
    catalogue: &Catalogue,
    game: &str,
    position: &str,
) -> Result<Box<dyn AnyLine>, Failure> {
    refuse_option(catalogue.family(game)?.descriptor(), position)?;
    Ok(open_line(catalogue, game, position)?)
}

/// A position may start with a hyphen as an option does: what looks like an option and cannot be a board is refused.
pub(crate) fn refuse_option(game: &Descriptor, position: &str) -> Result<(), Failure> {
    let may_stand = |letter: char| {
        "-/, ".contains(letter) || game.players.contains(&letter) || game.owner(letter).is_some()
    };
    if position.starts_with("--") && !position.chars().all(may_stand) {
        return Err(Failure::Input(format!("there is no option {}: see --help", quote(position))));
    }
    Ok(())
}

/// Where solved tables are found.
#[derive(Args, Default)]
pub(crate) struct TablesArgument {
    /// The directory of solved tables [default: what `QUADRILLE_TABLES` names, or tables in the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

impl TablesArgument {
    /// The directory, unless this user has no home.
    pub(crate) fn directory(&self) -> Option<PathBuf> {
        self.tables.clone().or_else(Tables::usual_directory)
    }

    pub(crate) fn open(&self) -> Tables {
        self.directory().map_or_else(Tables::in_memory, Tables::in_directory)
    }
}

pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers always have a JSON form")
}

/// Reads the `--depth` of a count, which may be 0.
pub(crate) fn depth(text: &str) -> Result<u32, String> {
    parse_look_ahead(text, 0).map_err(|error| error.problem.to_string())
}

/// Reads the `--depth` of a search.
pub(crate) fn search_depth(text: &str) -> Result<u32, String> {
    parse_look_ahead(text, 1).map_err(|error| error.problem.to_string())
}

/// Reads the `--eval` of a search.
pub(crate) fn evaluation() -> impl TypedValueParser<Value = Evaluation> {
    let standard = PossibleValue::new("standard").help("Our own, described in the game's rules page");
    let material =
        PossibleValue::new("material").help("Own men minus enemy men, counted as the game's rules page says");
    let net = PossibleValue::new("net")
        .help("The game's neural network, or the standard evaluation on boards without one");
    PossibleValuesParser::new([standard, material, net]).try_map(|name| name.parse::<Evaluation>())
}

/// Plays all of these moves or, if one of them is not legal, none.
pub(crate) fn play_all<'n>(
    line: &mut Box<dyn AnyLine>,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<(), String> {
    let mut played = line.duplicate();
    for name in names {
        played.play(name).map_err(|refusal| format!("move {}: {refusal}", quote(name)))?;
    }
    *line = played;
    Ok(())
}

/// The longest line that is read. A position with a history of thousands of boards is much shorter.
const LONGEST_LINE: u64 = 16 << 20;
/// The longest input that is read as a whole.
const LONGEST_INPUT: u64 = 256 << 20;
/// How many lines it may have: a list of them takes more memory than the text of short ones.
const MOST_LINES: usize = 10_000_000;

/// The lines of stdin, one at a time. Bytes that are not text are replaced, and a byte order mark is left out.
pub(crate) struct Lines {
    stdin: StdinLock<'static>,
    /// How many lines have been read.
    count: usize,
}

impl Lines {
    pub(crate) fn of_stdin() -> Lines {
        Lines { stdin: io::stdin().lock(), count: 0 }
    }

    /// The next line; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        if (&mut self.stdin).take(LONGEST_LINE + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        // The end of a line does not count.
        if line.len() as u64 > LONGEST_LINE && line.last() != Some(&b'\n') {
            let problem = format!("line {} of the input is too long: a line has at most 16 MB", self.count);
            return Err(Failure::Input(problem));
        }
        let line = String::from_utf8_lossy(&line);
        Ok(Some(if self.count == 1 { without_mark(&line) } else { &line }.to_string()))
    }
}

/// All of stdin, which must be text.
pub(crate) fn stdin_text() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(LONGEST_INPUT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_INPUT {
        return Err(Failure::Input("the input is too long: it has at most 256 MB".to_string()));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].split(|&byte| byte == b'\n').count();
        Failure::Input(format!("line {line} of the input is not text (UTF-8)"))
    })?;
    if text.matches('\n').count() > MOST_LINES {
        return Err(Failure::Input(format!("the input is too long: it has at most {MOST_LINES} lines")));
    }
    Ok(unmarked(text))
}
