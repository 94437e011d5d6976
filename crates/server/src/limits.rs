//! What a client may ask for. A whole class may use one small machine, so each client gets only a part of it.

use std::time::Duration;

/// The largest body of a request. A position carries its history, a record its moves.
pub(crate) const BODY_BYTES: usize = 1 << 20;
/// How long a client may take to send the head of its next request, and how long to send the body.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(30);
pub(crate) const BODY_TIME: Duration = Duration::from_secs(30);
/// How many connections are open at a time: six for each browser of a class, and fewer than the files that a process may open.
pub(crate) const CONNECTIONS: usize = 800;
/// The most plies of a game.
pub(crate) const PLIES: usize = 2000;
/// How many moves of a position are listed.
pub(crate) const LISTED_MOVES: usize = 2000;
/// How many games one text may bring.
pub(crate) const IMPORTED_GAMES: usize = 100;
/// How many games are stored.
pub(crate) const STORED_GAMES: u64 = 100_000;
/// How many games one list shows.
pub(crate) const LISTED_GAMES: u32 = 200;

/// The deepest fixed depth of an opponent or an analysis.
pub(crate) const DEPTH: u32 = 60;
/// The longest time that an opponent thinks about a move.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(30);
/// The longest time of an analysis.
pub(crate) const ANALYSIS_TIME: Duration = Duration::from_mins(5);
/// The longest time of a review for each position.
pub(crate) const REVIEW_TIME: Duration = Duration::from_secs(5);
/// The longest time of a review for all positions of a game.
pub(crate) const WHOLE_REVIEW_TIME: Duration = Duration::from_mins(10);
/// How many best lines an analysis shows.
pub(crate) const LINES: usize = 5;
/// How many analyses and reviews may be open at a time.
pub(crate) const OPEN_ANALYSES: usize = 16;
/// The transposition table of an analysis or a review.
pub(crate) const ANALYSIS_TABLE_BYTES: usize = 16 << 20;
/// How many idle sessions are kept for the next search, and how much memory their transposition tables may take.
pub(crate) const IDLE_SESSIONS: usize = 16;
pub(crate) const IDLE_SESSION_BYTES: usize = 256 << 20;
/// How many positions are looked up in solved tables at a time: small games are solved first.
pub(crate) const PROBES: usize = 2;
/// How many clients may wait for an answer while others are being computed.
pub(crate) const WAITING_ANSWERS: usize = 2000;
/// Threads for everything besides the network: searches, waiting for them, the file of games.
pub(crate) const BLOCKING_THREADS: usize = OPEN_ANALYSES + 32;

/// The deepest tree, and how many positions it may have.
pub(crate) const TREE_DEPTH: u32 = 6;
pub(crate) const TREE_POSITIONS: usize = 2000;

/// The longest time on a clock.
pub(crate) const CLOCK: Duration = Duration::from_hours(7 * 24);
