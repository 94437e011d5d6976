//! How players are written on the command line.

use std::str::FromStr;

use quadrille::{AnyGame, Error, Evaluation, LEVELS, quote};

use super::call::NAMES;
use super::haskell::HaskellFile;
use super::template::Template;
use crate::control::Control;
use crate::resources::Resources;

/// A player by its description: `engine:depth=6`, `random`, `ugi:./engine --flag`, `call:./student {history} {player} {depth}`,
/// `haskell:Student.hs:function`, `GAME-course:./engine`. A name may stand before it: `anna=call:./anna.py {history}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Its name in tables: the text before the equals sign, or the whole description.
    pub name: String,
    pub(super) kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Engine(EngineOptions),
    Random,
    Ugi(Template),
    Call(Template),
    /// By the tournament protocol of a game's course.
    Course {
        game: String,
        template: Template,
    },
    Haskell(HaskellFile),
}

/// What follows the name of a game in the kind of a player that speaks the tournament protocol of its course.
const COURSE: &str = "-course";

/// How the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EngineOptions {
    /// Its own limit, if it differs from that of the event.
    pub(super) control: Option<Control>,
    /// The evaluation; by default it depends on the kind of search.
    pub(super) evaluation: Option<Evaluation>,
    pub(super) threads: usize,
    /// The size of the transposition table; by default as the limit needs.
    pub(super) megabytes: Option<usize>,
    /// Whether it searches exactly even with a time limit.
    pub(super) exact: bool,
    /// The level of an opponent of people, which replaces limits and evaluation.
    pub(super) level: Option<u32>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            control: None,
            evaluation: None,
            threads: 1,
            megabytes: None,
            exact: false,
            level: None,
        }
    }
}

impl PlayerSpec {
    /// Whether the player is a command that is run, and not a part of this program.
    pub fn is_program(&self) -> bool {
        !matches!(self.kind, Kind::Engine(_) | Kind::Random)
    }

    /// Whether the player can play this game, or why it cannot.
    pub(crate) fn check(&self, game: &dyn AnyGame) -> Result<(), String> {
        let descriptor = game.descriptor();
        let has_protocol = descriptor.course.is_some_and(|course| course.tournament);
        match &self.kind {
            Kind::Course { game: wanted, .. } if wanted != descriptor.name => {
                Err(format!("{}: a program of the {wanted} course cannot play {}", self.name, game.name()))
            }
            Kind::Course { .. } if !has_protocol => {
                Err(format!("{}: {} has no course with a tournament protocol", self.name, descriptor.name))
            }
            _ => Ok(()),
        }
    }

    /// Gets the program ready for this game: its files have to be there, and what has to be compiled is compiled.
    ///
    /// # Errors
    /// What is missing, or the message of the compiler. None of that is a fault in a game or in an answer.
    pub(crate) fn prepare(&self, game: &dyn AnyGame, resources: &Resources) -> Result<(), String> {
        match &self.kind {
            Kind::Engine(_) | Kind::Random => Ok(()),
            Kind::Ugi(template) | Kind::Call(template) | Kind::Course { template, .. } => {
                template.check_files()
            }
            Kind::Haskell(file) => file.compiled(game.descriptor().call_form(), resources).map(drop),
        }
        .map_err(|problem| format!("{}: {problem}", quote(&self.name)))
    }

    /// Whether the player can be told how many plies to look ahead.
    pub(crate) fn knows_depth(&self) -> bool {
        !matches!(self.kind, Kind::Course { .. })
    }

    /// Whether the player is called once for each move, and answers in the notation of its course.
    pub(crate) fn is_called(&self) -> bool {
        matches!(self.kind, Kind::Call(_) | Kind::Haskell(_))
    }
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        let head = text.split(':').next().unwrap_or("");
        let (name, description) = match head.split_once('=') {
            Some((name, _)) => (name, &text[name.len() + 1..]),
            None => (text, text),
        };
        let (kind, rest) = description.split_once(':').unwrap_or((description, ""));
        let kind = match (kind, kind.strip_suffix(COURSE)) {
            ("engine", _) => engine_options(rest).map(Kind::Engine),
            ("random", _) if rest.is_empty() => Ok(Kind::Random),
            ("ugi", _) => Template::read(rest, &[]).map(Kind::Ugi),
            ("call", _) => Template::read(rest, &NAMES).map(Kind::Call),
            ("haskell", _) => rest.parse().map(Kind::Haskell),
            (_, Some(game)) if !game.is_empty() => {
                Template::read(rest, &[]).map(|template| Kind::Course { game: game.to_string(), template })
            }
            // The strength of an opponent of people is written without the engine.
            _ if engine_options(text).is_ok() => Err(format!("for the engine, write engine:{}", quote(text))),
            _ => Err("a player is engine, random, ugi:COMMAND, call:COMMAND, haskell:FILE:FUNCTION or \
                      GAME-course:COMMAND"
                .to_string()),
        };
        let kind = kind.map_err(|problem| format!("{}: {problem}", quote(text)))?;
        if name.is_empty() {
            return Err(format!("{}: the player's name is missing before the equals sign", quote(text)));
        }
        if name.contains(char::is_control) {
            return Err(format!("{:?}: a player's name is one line of plain text", quote(text)));
        }
        Ok(PlayerSpec { name: name.to_string(), kind })
    }
}

/// Reads `depth=6,eval=material,threads=2,hash=16,exact`, or `level=3`.
fn engine_options(text: &str) -> Result<EngineOptions, String> {
    let mut options = EngineOptions::default();
    for option in text.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let number = |most: usize| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{name} is a whole number from 1 to {most}"))
        };
        match name {
            "depth" | "nodes" | "time" | "clock" if options.control.is_some() => {
                return Err(format!("{}: the engine already has a limit", quote(option)));
            }
            "depth" | "nodes" | "time" | "clock" => options.control = Some(option.parse()?),
            "eval" => {
                options.evaluation = Some(value.parse().map_err(|error: Error| error.problem.to_string())?);
            }
            "threads" => options.threads = number(256)?,
            "hash" => options.megabytes = Some(number(65_536)?),
            "exact" if value.is_empty() => options.exact = true,
            "level" => options.level = Some(number(LEVELS)? as u32),
            _ => {
                let option = quote(option);
                return Err(format!(
                    "{option:?} is not an option of the engine: use depth=, nodes=, time=, clock=, eval=, threads=, hash=, level= or exact"
                ));
            }
        }
    }
    let has_more = EngineOptions { level: None, ..options } != EngineOptions::default();
    if options.level.is_some() && has_more {
        return Err("a level has no other options".to_string());
    }
    Ok(options)
}

#[cfg(test)]
mod tests;
