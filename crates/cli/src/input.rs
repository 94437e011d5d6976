//! What several commands read: positions, look-aheads, directories of tables, stdin.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quadrille::{AnyLine, Catalogue, Descriptor, Error, Evaluation, Tables, parse_look_ahead};
use serde::Serialize;

use crate::failure::{Failure, say};

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
    /// Answers about the position, or about each position of stdin.
    pub(crate) fn answer(
        &self,
        catalogue: &Catalogue,
        out: &mut dyn Write,
        answering: Answering<'_>,
    ) -> Result<(), Failure> {
        if self.position != "-" {
            let line = line_of_argument(catalogue, &self.game, &self.position)?;
            let answer = answering(&*line).map_err(Failure::Input)?;
            if let Some(note) = answer.note {
                say(&note);
            }
            let text = if self.json { answer.json + "\n" } else { answer.text };
            return Ok(out.write_all(text.as_bytes())?);
        }
        // The game's name is not part of any line: when it is wrong, that is an error of the call.
        catalogue.game(&self.game)?;
        for line in io::stdin().lock().split(b'\n') {
            let line = line?;
            let position = String::from_utf8_lossy(&line);
            let position = position.trim();
            if position.is_empty() {
                continue;
            }
            let opened = open_line(catalogue, &self.game, position).map_err(|error| error.to_string());
            let json = match opened.and_then(|line| answering(&*line)) {
                Ok(answer) => answer.json,
                Err(error) => to_json(&ErrorJson { position, error }),
            };
            writeln!(out, "{json}")?;
            out.flush()?;
        }
        Ok(())
    }
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
        return Err(Failure::Input(format!("there is no option {position}: see --help")));
    }
    Ok(())
}

/// Where solved tables are found.
#[derive(Args, Default)]
pub(crate) struct TablesArgument {
    /// The directory of solved tables [default: what `QUADRILLE_TABLES` names, or tables in the user's data directory]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
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
    PossibleValuesParser::new([standard, material]).try_map(|name| name.parse::<Evaluation>())
}

/// Plays all of these moves or, if one of them is not legal, none.
pub(crate) fn play_all<'n>(
    line: &mut Box<dyn AnyLine>,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<(), String> {
    let mut played = line.duplicate();
    for name in names {
        played.play(name).map_err(|refusal| format!("move {name}: {refusal}"))?;
    }
    *line = played;
    Ok(())
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
    // Some editors begin a text with an invisible mark.
    Ok(text.trim_start_matches('\u{FEFF}').to_string())
}
