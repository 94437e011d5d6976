//! Who can play: the engine, chance, and programs of others. A player answers with a text, and the referee judges it.

mod call;
mod protocol;
mod spec;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille::{AnyLine, Evaluation, Limits, OutOfMemory, Question, Random, Session, Strength, Tables};

pub use spec::PlayerSpec;

use call::CallPlayer;
use protocol::{CoursePlayer, UgiPlayer};
use spec::{EngineOptions, Kind};

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

/// The engine with a session for one game.
struct EnginePlayer {
    options: EngineOptions,
    tables: Tables,
    stop: Arc<AtomicBool>,
    /// Chooses among moves of nearly equal worth, at a level.
    seed: u64,
    /// Made when the first move is due and the control is known.
    session: Option<Session>,
}

impl EngineOptions {
    /// What the engine is asked: at its level, or within the allowance.
    fn question(&self, line: &dyn AnyLine, seed: u64, allowance: &Allowance) -> Question<'_> {
        if let Some(level) = self.level {
            return Strength::Level(level).question(line.game().descriptor(), seed, None);
        }
        let mut limits = Limits { time: allowance.time_for(line.side()), ..Limits::default() };
        match allowance.control {
            Control::Depth(depth) => limits.depth = depth,
            Control::Nodes(nodes) => limits.nodes = Some(nodes),
            Control::Time(_) | Control::Clock { .. } => {}
        }
        let exact = self.exact || matches!(allowance.control, Control::Depth(_));
        let evaluation = self.evaluation.unwrap_or(Evaluation::for_search(exact));
        Question { limits, exact, evaluation, manner: None }
    }
}

impl EnginePlayer {
    fn session(&self) -> Result<Session, OutOfMemory> {
        let session = Session::new(self.tables.clone()).with_threads(self.options.threads);
        Ok(match self.options.megabytes {
            Some(megabytes) => session.try_with_table_bytes(megabytes << 20)?,
            None => session,
        })
    }
}

impl Player for EnginePlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let mut question = self.options.question(situation.line, self.seed, allowance);
        question.limits.cancel = Some(&self.stop);
        let session = match self.session.take() {
            Some(session) => session,
            None => self.session().map_err(|error| Fault::CannotStart(error.to_string()))?,
        };
        let session = self.session.insert(session);
        if let Some(mut found) = session.search(situation.line, &question) {
            return Ok(Answer { text: found.play.swap_remove(0), score: Some(found.score.value()) });
        }
        // An exact search may not have had the time for a single depth.
        let first = situation.line.moves().into_iter().next().ok_or(Fault::NoAnswer)?;
        Ok(Answer { text: first, score: None })
    }
}

impl PlayerSpec {
    /// A player for one game. Programs are started; those that are called once for each move start when a move is due.
    pub(crate) fn player(&self, resources: &Resources, seed: u64) -> Result<Box<dyn Player>, Fault> {
        let sandbox = &resources.sandbox;
        Ok(match &self.kind {
            &Kind::Engine(options) => {
                let (tables, stop) = (resources.tables.clone(), Arc::clone(&sandbox.stop));
                Box::new(EnginePlayer { options, tables, stop, seed, session: None })
            }
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Ugi(template) => Box::new(UgiPlayer::start(&template.launch(sandbox, &[]))?),
            Kind::Course { template, .. } => Box::new(CoursePlayer {
                program: Program::start(&template.launch(sandbox, &[]))?,
                told: None,
            }),
            Kind::Haskell(_) if !is_installed(spec::HASKELL) => {
                let why = format!("{} is not installed, and it runs Haskell files", spec::HASKELL);
                return Err(Fault::CannotStart(why));
            }
            Kind::Call(template) | Kind::Haskell(template) => {
                Box::new(CallPlayer { template: template.clone(), sandbox: sandbox.clone() })
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

/// Whether the system finds a program of this name.
fn is_installed(name: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}
