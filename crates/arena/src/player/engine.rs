//! The engine as a player, and the sessions that its games use one after the other.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille::{AnyLine, Evaluation, Limits, OutOfMemory, Question, Session, Strength, Tables};

use super::spec::EngineOptions;
use super::{Answer, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::Fault;
use crate::resources::Resources;

/// How many sessions wait for the next game at most. Each may have a large transposition table.
const MOST_WAITING: usize = 8;

/// Sessions of games that have ended. The next game of the same engine takes one over, because the system needs longer to provide new
/// memory than a short game lasts. What a session has found is forgotten, so that a game does not depend on the games before it.
#[derive(Clone, Default)]
pub(crate) struct SessionPool(Arc<Mutex<Vec<(Key, Session)>>>);

/// The game, and how the engine plays it.
type Key = (String, EngineOptions);

impl SessionPool {
    fn waiting(&self) -> MutexGuard<'_, Vec<(Key, Session)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, key: &Key) -> Option<Session> {
        let mut waiting = self.waiting();
        let index = waiting.iter().position(|(other, _)| other == key)?;
        Some(waiting.remove(index).1)
    }

    fn give_back(&self, key: Key, mut session: Session) {
        session.forget();
        let mut waiting = self.waiting();
        if waiting.len() >= MOST_WAITING {
            waiting.remove(0);
        }
        waiting.push((key, session));
    }
}

/// The engine in one game.
pub(super) struct EnginePlayer {
    options: EngineOptions,
    tables: Tables,
    stop: Arc<AtomicBool>,
    /// Chooses among moves of nearly equal worth, at a level.
    seed: u64,
    pool: SessionPool,
    /// Since the first move.
    session: Option<(Key, Session)>,
}

impl EnginePlayer {
    pub(super) fn new(options: EngineOptions, resources: &Resources, seed: u64) -> EnginePlayer {
        EnginePlayer {
            options,
            tables: resources.tables.clone(),
            stop: Arc::clone(&resources.sandbox.stop),
            seed,
            pool: resources.sessions.clone(),
            session: None,
        }
    }

    fn new_session(&self) -> Result<Session, OutOfMemory> {
        let session = Session::new(self.tables.clone()).with_threads(self.options.threads);
        Ok(match self.options.megabytes {
            Some(megabytes) => session.try_with_table_bytes(megabytes << 20)?,
            None => session,
        })
    }

    /// The session of this game.
    fn session(&mut self, game: &str) -> Result<&mut Session, OutOfMemory> {
        let key = (game.to_string(), self.options);
        let known = self.session.take().filter(|(other, _)| *other == key).map(|(_, session)| session);
        let session = match known.or_else(|| self.pool.take(&key)) {
            Some(session) => session,
            None => self.new_session()?,
        };
        Ok(&mut self.session.insert((key, session)).1)
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if let Some((key, session)) = self.session.take() {
            self.pool.give_back(key, session);
        }
    }
}

impl EngineOptions {
    /// What the engine is asked: at its level, or within the allowance.
    fn question(&self, line: &dyn AnyLine, seed: u64, allowance: &Allowance) -> Question<'static> {
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

impl Player for EnginePlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let stop = Arc::clone(&self.stop);
        let mut question = self.options.question(situation.line, self.seed, allowance);
        question.limits.cancel = Some(&stop);
        let game = situation.line.game();
        let session = self.session(game.name()).map_err(|error| Fault::CannotStart(error.to_string()))?;
        if let Some(mut found) = session.search(situation.line, &question) {
            return Ok(Answer { text: found.play.swap_remove(0), score: Some(found.score.value()) });
        }
        // An exact search may not have had the time for a single depth.
        let first = situation.line.moves().into_iter().next().ok_or(Fault::NoAnswer)?;
        Ok(Answer { text: first, score: None })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quadrille::{Catalogue, Tables};

    use super::*;
    use crate::program::CommandLine;
    use crate::resources::Sandbox;

    #[test]
    fn a_session_serves_one_game_after_the_other() {
        let sandbox = Sandbox::new(CommandLine::new("none", [""; 0]));
        let resources = Resources::new(Catalogue::standard(), Tables::none(), sandbox);
        let waiting = || resources.sessions.waiting().len();
        let options = EngineOptions { megabytes: Some(1), ..EngineOptions::default() };
        let allowance = Allowance {
            control: Control::Depth(4),
            clocks: [Duration::ZERO; 2],
            most: Duration::ZERO,
            processor: None,
        };
        for game in ["oska:4", "oska:4", "ctf:3"] {
            let line = Catalogue::standard().game(game).expect("a game").start();
            let mut players = [0, 1].map(|seed| EnginePlayer::new(options, &resources, seed));
            for player in &mut players {
                let situation = Situation { start: "startpos", moves: &[], line: &*line, input: None };
                player.answer(&situation, &allowance).expect("a move");
            }
        }
        // Two of each game. The second game of Oska has used those of the first.
        assert_eq!(waiting(), 4);
        let forgets = |(_, session): &(Key, Session)| session.memory() <= 256 << 10;
        assert!(resources.sessions.waiting().iter().all(forgets));
    }
}
