//! Search sessions, reused from move to move: a session keeps its transposition table for the next search of the same game.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille::{GameRef, Session, Strength, Tables};

use crate::limits;

/// What a session is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The moves of an opponent. Each strength has its own sessions: a weak opponent must not know what a strong one has found. The
    /// transposition table is as large as the strength can make use of.
    Opponent(Strength),
    /// Analyses and reviews, many at a time: each has a small transposition table.
    Analysis,
}

/// The sessions that are idle, and the solved tables that all of them ask.
pub(crate) struct Sessions {
    tables: Tables,
    /// The one used last is the last.
    idle: Mutex<Vec<Idle>>,
}

/// A session that has searched a game.
struct Idle {
    purpose: Purpose,
    game: GameRef,
    session: Session,
}

impl Sessions {
    pub(crate) fn new(tables: Tables) -> Sessions {
        Sessions { tables, idle: Mutex::default() }
    }

    /// Searches with the session that last searched this game for the same purpose, or with a new one. A search that panics loses its
    /// session.
    pub(crate) fn with<R>(
        &self,
        purpose: Purpose,
        game: GameRef,
        search: impl FnOnce(&mut Session) -> R,
    ) -> R {
        let mut session = self.take(purpose, &game);
        let found = search(&mut session);
        self.put(Idle { purpose, game, session });
        found
    }

    fn take(&self, purpose: Purpose, game: &GameRef) -> Session {
        let mut idle = self.idle();
        let known = idle.iter().rposition(|idle| idle.purpose == purpose && &idle.game == game);
        if let Some(place) = known {
            return idle.remove(place).session;
        }
        let session = Session::new(self.tables.clone());
        match purpose {
            Purpose::Opponent(_) => session,
            Purpose::Analysis => session.with_table_bytes(limits::ANALYSIS_TABLE_BYTES),
        }
    }

    /// Keeps a session for the next search, and drops those that were not used for the longest time if there are too many.
    fn put(&self, session: Idle) {
        let mut idle = self.idle();
        idle.push(session);
        let bytes = |idle: &[Idle]| idle.iter().map(|idle| idle.session.memory()).sum::<usize>();
        while idle.len() > limits::IDLE_SESSIONS || bytes(&idle) > limits::IDLE_SESSION_BYTES {
            idle.remove(0);
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use quadrille::{Catalogue, Question};

    use super::*;

    fn games() -> Vec<GameRef> {
        let names = (3..12).flat_map(|size| [format!("ctf:{size}"), format!("oska:{size}")]);
        names.map(|name| Catalogue::standard().game(&name).expect("a game")).collect()
    }

    /// Searches the start of a game; the positions that were visited.
    fn search(sessions: &Sessions, purpose: Purpose, game: &GameRef) -> u64 {
        let line = game.start();
        let question = Question::to_depth(4);
        sessions.with(purpose, line.game(), |session| {
            session.search(&*line, &question).map_or(0, |found| found.nodes)
        })
    }

    #[test]
    fn the_next_search_of_a_game_remembers_the_last() {
        let sessions = Sessions::new(Tables::none());
        let games = games();
        let opponents = [5, 6].map(|level| Purpose::Opponent(Strength::Level(level)));
        for purpose in [opponents[0], opponents[1], Purpose::Analysis] {
            let first = search(&sessions, purpose, &games[3]);
            search(&sessions, purpose, &games[4]);
            let second = search(&sessions, purpose, &games[3]);
            assert!(second < first, "{purpose:?}: {first} positions, then {second}");
            let alone = search(&Sessions::new(Tables::none()), purpose, &games[3]);
            assert_eq!(first, alone, "{purpose:?} knows nothing of the others");
        }
    }

    #[test]
    fn idle_sessions_are_bounded_in_number_and_memory() {
        let sessions = Sessions::new(Tables::none());
        let games = games();
        assert!(games.len() > limits::IDLE_SESSIONS);
        for game in &games {
            search(&sessions, Purpose::Analysis, game);
            let idle = sessions.idle();
            assert!(idle.len() <= limits::IDLE_SESSIONS);
            assert!(
                idle.iter().map(|idle| idle.session.memory()).sum::<usize>() <= limits::IDLE_SESSION_BYTES
            );
            assert_eq!(idle.last().map(|idle| &idle.game), Some(game));
        }
    }
}
