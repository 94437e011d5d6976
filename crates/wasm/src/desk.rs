//! Where requests arrive: what is remembered between them, and the answer to each.

use std::collections::BTreeMap;

use answers::{Alone, Problem, StoredGame};
use quadrille::{Catalogue, GameRef, Session, Strength, Tables};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::running::Running;

/// The transposition table of a search. A phone has little memory, and a larger table gains little within a minute.
const TABLE_BYTES: usize = 16 << 20;
/// How many sessions are kept between searches, with their transposition tables.
const IDLE_SESSIONS: usize = 3;

/// A game as the browser stores it.
pub(crate) type LocalGame = StoredGame<Alone>;

/// A request of the page. The worker has taken its address apart.
#[derive(Deserialize)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The parts of the path after `/api/`.
    pub(crate) path: Vec<String>,
    #[serde(default)]
    pub(crate) query: Map<String, Value>,
    #[serde(default)]
    pub(crate) body: Value,
    /// The stored games that the request is about: one, or all of them for a list.
    #[serde(default)]
    pub(crate) games: Vec<LocalGame>,
    /// A random number with 16 hexadecimal digits, for the ids of new games.
    #[serde(default)]
    pub(crate) seed: String,
    /// The number of an analysis or a review, by which it is continued and stopped.
    #[serde(default)]
    pub(crate) stream: u32,
}

/// What a request has led to.
#[derive(Default, Serialize)]
pub(crate) struct Outcome {
    /// The answer in JSON, or a text.
    pub(crate) body: Value,
    /// Games to store, each unless another page has changed it meanwhile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) put: Vec<LocalGame>,
    /// Ids of games to delete.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) delete: Vec<String>,
}

/// What a session is for. A weak opponent must not know what a strong one has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Opponent(Strength),
    Analysis,
}

/// A session that has searched a game.
struct Idle {
    purpose: Purpose,
    game: GameRef,
    session: Session,
}

/// Answers requests, and remembers what searches have found.
pub struct Desk {
    pub(crate) catalogue: Catalogue,
    pub(crate) tables: Tables,
    pub(crate) running: BTreeMap<u32, Running>,
    /// The one used last is the last.
    idle: Vec<Idle>,
}

impl Default for Desk {
    /// With the games of the standard catalogue. Small games are solved when somebody first asks about them.
    fn default() -> Desk {
        Desk {
            catalogue: Catalogue::standard(),
            tables: Tables::in_memory(),
            running: BTreeMap::new(),
            idle: Vec::new(),
        }
    }
}

impl Desk {
    /// Answers a request: an object with the `status` of HTTP, the `body` of the answer, games to `put` and to `delete` in the store of the
    /// browser, and `more` if the answer comes in steps.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = serde_json::from_str::<Request>(request)
            .map_err(|error| Problem::new(400, format!("this is not a request: {error}")))
            .and_then(|request| self.route(request));
        match answer {
            Ok(outcome) => {
                let mut answer = json!(outcome);
                answer["status"] = json!(200);
                answer
            }
            Err(problem) => json!({ "status": problem.status, "body": problem }),
        }
        .to_string()
    }

    /// Goes on with an analysis or a review for about so many milliseconds: an object with the `events` that it tells, a name and data
    /// each, and whether there is `more`.
    pub fn step(&mut self, stream: u32, milliseconds: u32) -> String {
        let Some(mut running) = self.running.remove(&stream) else {
            return json!({ "events": [], "more": false }).to_string();
        };
        let (events, more) = running.step(milliseconds);
        if more {
            self.running.insert(stream, running);
        } else {
            self.keep(running);
        }
        let events = events.join(",");
        format!(r#"{{"events":[{events}],"more":{more}}}"#)
    }

    /// Ends an analysis or a review, and keeps its transposition table.
    pub fn stop(&mut self, stream: u32) {
        if let Some(running) = self.running.remove(&stream) {
            self.keep(running);
        }
    }

    fn keep(&mut self, running: Running) {
        let (game, session) = running.into_session();
        self.put_back(Purpose::Analysis, game, session);
    }

    /// The session that last searched this game for the same purpose, or a new one.
    pub(crate) fn session(&mut self, purpose: Purpose, game: &GameRef) -> Session {
        let known = self.idle.iter().rposition(|idle| idle.purpose == purpose && &idle.game == game);
        match known {
            Some(place) => self.idle.remove(place).session,
            None => Session::new(self.tables.clone()).with_table_bytes(TABLE_BYTES),
        }
    }

    pub(crate) fn put_back(&mut self, purpose: Purpose, game: GameRef, session: Session) {
        self.idle.push(Idle { purpose, game, session });
        if self.idle.len() > IDLE_SESSIONS {
            self.idle.remove(0);
        }
    }
}
