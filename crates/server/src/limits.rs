//! What a client may ask for. The page serves whole classes from small machines: nobody may take all of it.

use std::time::Duration;

/// The largest body of a request. A position carries its history, a record its moves.
pub(crate) const BODY_BYTES: usize = 1 << 20;
/// How long a client may take to send the head of a request, or to think of the next one, and how long to send the body.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(30);
pub(crate) const BODY_TIME: Duration = Duration::from_secs(30);
/// How many connections are open at a time: a class with six of each browser, and fewer than the files that a process may open.
pub(crate) const CONNECTIONS: usize = 800;
/// The most plies of a game.
pub(crate) const PLIES: usize = 2000;
/// How many moves of a position are listed.
pub(crate) const LISTED_MOVES: usize = 2000;
/// How many games one text may bring.
pub(crate) const IMPORTED_GAMES: usize = 100;
/// How many games are kept.
pub(crate) const KEPT_GAMES: u64 = 100_000;
/// How many games one list shows.
pub(crate) const LISTED_GAMES: u32 = 200;

/// The deepest fixed depth that an opponent or an analysis may have.
pub(crate) const DEPTH: u32 = 60;
/// The longest that an opponent thinks about a move.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(30);
/// The longest that an analysis goes on.
pub(crate) const ANALYSIS_TIME: Duration = Duration::from_mins(5);
/// The longest that a review looks at each position.
pub(crate) const REVIEW_TIME: Duration = Duration::from_secs(5);
/// The longest that a review looks at all positions of a game.
pub(crate) const WHOLE_REVIEW_TIME: Duration = Duration::from_mins(10);
/// How many best lines an analysis shows.
pub(crate) const LINES: usize = 5;
/// How many analyses and reviews may be open at a time.
pub(crate) const OPEN_ANALYSES: usize = 16;
/// The table of an analysis.
pub(crate) const TABLE_BYTES: usize = 16 << 20;
/// How many positions are looked up in tables at a time: small games are solved for it.
pub(crate) const PROBES: usize = 2;
/// The games whose tables are kept at hand, and how much memory those of one game may hold before they are read or solved anew.
pub(crate) const GAMES_WITH_TABLES: usize = 8;
pub(crate) const TABLES_BYTES: usize = 64 << 20;
/// How many answers may be waited for while others are being thought about.
pub(crate) const WAITING_ANSWERS: usize = 2000;
/// Threads for everything that is not network: searches, waiting for them, the file of games.
pub(crate) const BLOCKING_THREADS: usize = OPEN_ANALYSES + 32;

/// The deepest tree, and how many positions it may have.
pub(crate) const TREE_DEPTH: u32 = 6;
pub(crate) const TREE_POSITIONS: usize = 2000;

/// Longer times on a clock than a week are a mistake.
pub(crate) const CLOCK: Duration = Duration::from_hours(7 * 24);
