//! Who can play: the engine, chance, and programs of others. A player answers with a text, and the referee judges it.

mod call;
mod course;
mod engine;
mod random;
mod spec;
mod ugi;

use quadrille::AnyLine;

pub(crate) use call::call_form;
pub use spec::PlayerSpec;

use crate::control::{Allowance, Control};
use crate::program::Fault;
use crate::resources::Resources;

/// A game as its players see it.
pub struct Situation<'s> {
    /// The position in which the game started.
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
    /// The player's own score of its position, if it gives one.
    pub score: Option<i32>,
}

/// A player of one game.
pub trait Player {
    /// The answer to the situation, within the allowance.
    ///
    /// # Errors
    /// The fault, if the player has no answer.
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault>;
}

impl PlayerSpec {
    /// A player for one game. Programs are started; those that are called once for each move start when a move is due.
    ///
    /// # Errors
    /// When a program cannot be started.
    pub fn player(&self, resources: &Resources, seed: u64) -> Result<Box<dyn Player>, Fault> {
        let sandbox = &resources.sandbox;
        Ok(match &self.kind {
            spec::Kind::Engine(options) => {
                Box::new(engine::EnginePlayer::new(*options, resources.tables.clone()))
            }
            spec::Kind::Random => Box::new(random::RandomPlayer::new(seed)),
            spec::Kind::Ugi(template) => Box::new(ugi::UgiPlayer::start(&template.launch(sandbox))?),
            spec::Kind::Course { template, .. } => {
                Box::new(course::CoursePlayer::start(&template.launch(sandbox))?)
            }
            spec::Kind::Call(template) => Box::new(call::CallPlayer::new(template.clone(), sandbox.clone())),
            spec::Kind::Haskell(template) => {
                if !is_installed(spec::HASKELL) {
                    let why = format!("{} is not installed, and it runs Haskell files", spec::HASKELL);
                    return Err(Fault::CannotStart(why));
                }
                Box::new(call::CallPlayer::new(template.clone(), sandbox.clone()))
            }
        })
    }

    /// The player's own limit, if it has one.
    pub fn own_control(&self) -> Option<Control> {
        match &self.kind {
            spec::Kind::Engine(options) => options.control,
            _ => None,
        }
    }
}

/// Whether the system finds a program of this name.
fn is_installed(name: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}
