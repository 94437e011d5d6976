//! Who can play: the engine, chance, and programs of others. A player answers with a text, and the referee judges it.

mod call;
mod engine;
mod haskell;
mod protocol;
mod spec;
mod template;

use quadrille::{AnyGame, AnyLine, Random};

pub(crate) use engine::SessionPool;
pub use spec::PlayerSpec;

use call::{CallCommand, CallPlayer};
use engine::EnginePlayer;
use protocol::{CoursePlayer, UgiPlayer};
use spec::Kind;

use crate::control::{Allowance, Control};
use crate::program::{Fault, Program};
use crate::resources::Resources;

/// A game as its players see it.
pub(crate) struct Situation<'s> {
    /// The position in which the game started.
    pub(crate) start: &'s str,
    /// The moves so far.
    pub(crate) moves: &'s [String],
    /// The present position with its history.
    pub(crate) line: &'s dyn AnyLine,
    /// What a called program reads from its standard input, if anything.
    pub(crate) input: Option<&'s str>,
}

/// What a player answers.
pub(crate) struct Answer {
    /// A move or the next board, in any notation.
    pub(crate) text: String,
    /// The player's own score of its position, if it gives one.
    pub(crate) score: Option<i32>,
}

/// A player of one game.
pub(crate) trait Player {
    /// The answer to the situation, within the allowance; a fault if the player has no answer.
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault>;
}

/// Plays any legal move, each with the same probability. The same seed plays the same game.
impl Player for Random {
    fn answer(&mut self, situation: &Situation<'_>, _: &Allowance) -> Result<Answer, Fault> {
        let mut moves = situation.line.moves();
        if moves.is_empty() {
            return Err(Fault::NoAnswer);
        }
        Ok(Answer { text: moves.swap_remove(self.below(moves.len())), score: None })
    }
}

impl PlayerSpec {
    /// A player for one game of this kind. Programs are started; those that are called once for each move start when a move is due.
    pub(crate) fn player(
        &self,
        game: &dyn AnyGame,
        resources: &Resources,
        seed: u64,
    ) -> Result<Box<dyn Player>, Fault> {
        let sandbox = &resources.sandbox;
        Ok(match &self.kind {
            &Kind::Engine(options) => Box::new(EnginePlayer::new(options, resources, seed)),
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Ugi(template) => Box::new(UgiPlayer::start(&template.launch(sandbox, &[]))?),
            Kind::Course { template, .. } => Box::new(CoursePlayer {
                program: Program::start(&template.launch(sandbox, &[]))?,
                known: None,
            }),
            Kind::Call(template) => {
                let command = CallCommand::Template(template.clone());
                Box::new(CallPlayer { command, sandbox: sandbox.clone() })
            }
            Kind::Haskell(file) => {
                // A reason is one line.
                let first_line = |problem: String| problem.lines().next().unwrap_or_default().to_string();
                let program = file
                    .compiled(game.descriptor().call_form(), resources)
                    .map_err(|problem| Fault::CannotStart(first_line(problem)))?;
                Box::new(CallPlayer { command: CallCommand::Compiled(program), sandbox: sandbox.clone() })
            }
        })
    }

    /// The player's own limit, if it has one.
    pub(crate) fn own_control(&self) -> Option<Control> {
        match &self.kind {
            Kind::Engine(options) => options.control,
            _ => None,
        }
    }
}
