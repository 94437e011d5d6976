//! Search sessions, reused from move to move: a session keeps its transposition table for the next search of the same game. All tables
//! together have a budget.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille::{AnyGame, GameRef, Session, Strength, Tables};

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

impl Purpose {
    /// The useful size of the transposition table.
    fn table_bytes(self, game: &dyn AnyGame) -> usize {
        match self {
            Purpose::Opponent(strength) => {
                Session::useful_table_bytes(&strength.question(game.descriptor(), 0, None).limits)
            }
            Purpose::Analysis => limits::ANALYSIS_TABLE_BYTES,
        }
    }
}

/// The sessions, and the solved tables that all of them ask.
pub(crate) struct Sessions {
    tables: Tables,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The one used last is the last.
    idle: Vec<Idle>,
    /// The bytes of the sessions that are searching.
    lent: usize,
}

/// A session that has searched a game.
struct Idle {
    purpose: Purpose,
    game: GameRef,
    bytes: usize,
    session: Session,
}

/// The bytes of a session that is searching. They are given back even if the search panics.
struct Loan<'a>(&'a Sessions, usize);

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        self.0.state().lent -= self.1;
    }
}

impl Sessions {
    pub(crate) fn new(tables: Tables) -> Sessions {
        Sessions { tables, state: Mutex::default() }
    }

    /// Searches with the session that last searched this game for the same purpose, or with a new one. A search that panics loses its
    /// session.
    pub(crate) fn with<R>(
        &self,
        purpose: Purpose,
        game: GameRef,
        search: impl FnOnce(&mut Session) -> R,
    ) -> R {
        let (bytes, session) = self.state().take(purpose, &game);
        let loan = Loan(self, bytes);
        let mut session =
            session.unwrap_or_else(|| Session::new(self.tables.clone()).with_table_bytes(bytes));
        let found = search(&mut session);
        drop(loan);
        self.state().put(Idle { purpose, game, bytes, session });
        found
    }

    /// The bytes of the transposition tables of all searches that are running, and of idle sessions.
    pub(crate) fn memory(&self) -> (usize, usize) {
        let state = self.state();
        (state.lent, state.idle_bytes())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The bytes for a search, and the session that has them already if there is one. If the budget is used up, idle sessions go, and
    /// if that is not enough, the table is smaller.
    fn take(&mut self, purpose: Purpose, game: &GameRef) -> (usize, Option<Session>) {
        let known = self.idle.iter().rposition(|idle| idle.purpose == purpose && &idle.game == game);
        if let Some(place) = known {
            let Idle { bytes, session, .. } = self.idle.remove(place);
            self.lent += bytes;
            return (bytes, Some(session));
        }
        let wanted = purpose.table_bytes(&**game);
        while !self.idle.is_empty() && self.lent + self.idle_bytes() + wanted > limits::SEARCH_BYTES {
            self.idle.remove(0);
        }
        let left = limits::SEARCH_BYTES.saturating_sub(self.lent);
        let bytes = wanted.min(left.max(limits::SMALLEST_TABLE_BYTES));
        self.lent += bytes;
        (bytes, None)
    }

    /// Keeps a session for the next search, and drops those that were not used for the longest time if there are too many.
    fn put(&mut self, session: Idle) {
        self.idle.push(session);
        while self.idle.len() > limits::IDLE_SESSIONS || self.idle_bytes() > limits::IDLE_SESSION_BYTES {
            self.idle.remove(0);
        }
    }

    fn idle_bytes(&self) -> usize {
        self.idle.iter().map(|idle| idle.bytes).sum()
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
        let opponents = [11, 12].map(|level| Purpose::Opponent(Strength::Level(level)));
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
            let idle = &sessions.state().idle;
            assert!(idle.len() <= limits::IDLE_SESSIONS);
            assert!(
                idle.iter().map(|idle| idle.session.memory()).sum::<usize>() <= limits::IDLE_SESSION_BYTES
            );
            assert_eq!(idle.last().map(|idle| &idle.game), Some(game));
        }
    }

    /// Searches within searches, so that all of them run at the same time; the bytes that are lent in each.
    fn nest(sessions: &Sessions, purpose: Purpose, games: &[GameRef]) -> Vec<usize> {
        let Some((game, rest)) = games.split_first() else { return Vec::new() };
        sessions.with(purpose, game.clone(), |_| {
            let lent = sessions.memory();
            assert!(lent.0 + lent.1 <= limits::SEARCH_BYTES + 20 * limits::SMALLEST_TABLE_BYTES);
            let mut all = vec![lent.0];
            all.extend(nest(sessions, purpose, rest));
            all
        })
    }

    #[test]
    fn all_searches_together_have_a_budget() {
        let sessions = Sessions::new(Tables::none());
        let games = games();
        let strongest = Purpose::Opponent(Strength::Time(limits::MOVE_TIME));
        search(&sessions, Purpose::Analysis, &games[0]);
        assert_eq!(sessions.memory(), (0, limits::ANALYSIS_TABLE_BYTES));
        let lent = nest(&sessions, strongest, &games);
        let sizes: Vec<_> =
            lent.iter().scan(0, |before, &now| Some(now - std::mem::replace(before, now))).collect();
        assert_eq!(sizes[0], strongest.table_bytes(&*games[0]));
        assert_eq!(sizes.last(), Some(&limits::SMALLEST_TABLE_BYTES), "{sizes:?}");
        assert_eq!(sessions.memory().0, 0);
        // A search that panics gives its memory back.
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            sessions.with(strongest, games[0].clone(), |_| panic!("planted"));
        }));
        assert!(panicked.is_err() && sessions.memory().0 == 0);
    }
}
