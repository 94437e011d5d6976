//! Who can play: the engine, chance, and programs of others. Each player gives an answer as text; what it is worth is for the
//! referee to say.

mod call;
mod congo_course;
mod engine;
mod random;
mod spec;
mod ugi;

use anyline::AnyLine;

pub use spec::PlayerSpec;

use crate::control::{Allowance, Control};
use crate::program::{CommandLine, Fault};

/// A game as its players see it.
pub struct Situation<'s> {
    /// The game and its size.
    pub game: games::GameSpec,
    /// The position from which all moves count.
    pub start: &'s str,
    /// The moves so far.
    pub moves: &'s [String],
    /// The present position with its history.
    pub line: &'s dyn AnyLine,
}

/// What a player answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// A move or the next board, in any notation.
    pub text: String,
    /// What the player thinks of its position, if it says so.
    pub score: Option<i32>,
}

/// Somebody who plays one game.
pub trait Player {
    /// The answer to the situation, within the allowance.
    ///
    /// # Errors
    /// When there is none, by the name of the fault.
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault>;
}

/// What running a program takes, the same for all programs of an event.
#[derive(Clone, Debug)]
pub struct House {
    /// The command that runs programs for us: see [`crate::program::supervise`].
    pub supervisor: CommandLine,
    /// How many bytes of memory each process of a program may fill.
    pub memory: Option<u64>,
}

impl PlayerSpec {
    /// A player for one game. Programs are started, those that are called once a move when their first move is due.
    ///
    /// # Errors
    /// When a program cannot be started.
    pub fn player(&self, house: &House, seed: u64) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.kind {
            spec::Kind::Engine(options) => Box::new(engine::EnginePlayer::new(options)),
            spec::Kind::Random => Box::new(random::RandomPlayer::new(seed)),
            spec::Kind::Ugi(template) => Box::new(ugi::UgiPlayer::start(&template.launch(house))?),
            spec::Kind::CongoCourse(template) => {
                Box::new(congo_course::CongoCoursePlayer::start(&template.launch(house))?)
            }
            spec::Kind::Call(template) => Box::new(call::CallPlayer::new(template.clone(), house.clone())),
            spec::Kind::Haskell(template) => {
                if !is_installed(spec::HASKELL) {
                    let why =
                        format!("{} is not installed, and Haskell files are run with it", spec::HASKELL);
                    return Err(Fault::CannotStart { why });
                }
                Box::new(call::CallPlayer::new(template.clone(), house.clone()))
            }
        })
    }

    /// What ends this player's thinking, if it says so itself.
    pub fn own_control(&self) -> Option<Control> {
        match &self.kind {
            spec::Kind::Engine(options) => options.control,
            _ => None,
        }
    }
}

/// Whether a program of this name can be found where the system looks for programs.
fn is_installed(name: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}
