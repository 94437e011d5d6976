//! What a client may ask for. A whole class may use one small machine, so each client gets only a part of it.

use std::ops::RangeInclusive;
use std::time::Duration;

pub(crate) use answers::limits::*;

/// The largest body of a request. A position carries its history, a record its moves.
pub(crate) const BODY_BYTES: usize = 1 << 20;
/// How long a client may take to send the head of its next request, and how long to send the body.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(30);
pub(crate) const BODY_TIME: Duration = Duration::from_secs(30);
/// How many connections are open at a time: six for each browser of a class, and fewer than the files that a process may open.
pub(crate) const CONNECTIONS: usize = 800;
/// How many of them one network address beyond this machine may have.
pub(crate) const CONNECTIONS_OF_A_NETWORK: usize = 64;
/// How many games are stored.
pub(crate) const STORED_GAMES: u64 = 100_000;
/// How many of them one client, and one network address beyond this machine, may have: several clients may share an address.
pub(crate) const GAMES_OF_A_CLIENT: u64 = 1000;
pub(crate) const GAMES_OF_A_NETWORK: u64 = 10_000;
/// How many games that were deleted can be brought back. The one that was deleted first makes room for a new one.
pub(crate) const DELETED_GAMES: u64 = 1000;
/// How many codes that invite people to a game are valid at a time. The oldest makes room for a new one.
pub(crate) const INVITATIONS: usize = 1000;
/// How long the secret of a client may be: not so short that somebody guesses it.
pub(crate) const SECRET_BYTES: RangeInclusive<usize> = 16..=200;
/// How many games that wait for a player, and how many that can be watched, the lobby shows.
pub(crate) const LOBBY_GAMES: usize = 100;

/// How many analyses and reviews may be open at a time.
pub(crate) const OPEN_ANALYSES: usize = 16;
/// The transposition table of an analysis or a review. All that may be open, of positions with tens of thousands of moves, leave the
/// server below 300 MB.
pub(crate) const ANALYSIS_TABLE_BYTES: usize = 8 << 20;
/// How many idle sessions are kept for the next search, and how much memory their transposition tables may take.
pub(crate) const IDLE_SESSIONS: usize = 16;
pub(crate) const IDLE_SESSION_BYTES: usize = 256 << 20;
/// How many of them one client may have, and how many one network address beyond this machine.
pub(crate) const ANALYSES_OF_A_CLIENT: usize = 4;
pub(crate) const ANALYSES_OF_A_NETWORK: usize = 12;
/// The transposition tables of all searches together, with those of idle sessions. If it is used up, searches get smaller tables, of
/// this size at least.
pub(crate) const SEARCH_BYTES: usize = 512 << 20;
pub(crate) const SMALLEST_TABLE_BYTES: usize = 1 << 20;
/// How many positions are looked up in solved tables at a time: small games are solved first.
pub(crate) const PROBES: usize = 2;
/// How many requests may wait for a turn while others are being answered, and how many of one client.
pub(crate) const WAITING: usize = 2000;
pub(crate) const WAITING_OF_A_CLIENT: usize = 64;
/// What a moment is: opponents up to these strengths do not wait for others that think for longer.
pub(crate) const QUICK_NODES: u64 = 20_000;
pub(crate) const QUICK_DEPTH: u32 = 3;
pub(crate) const QUICK_TIME: Duration = Duration::from_millis(100);
/// How many opponents search at a time, however many processors there are; and as many quick answers.
pub(crate) const SEARCHES: usize = 64;
/// Threads for everything besides the network: all that has a place at the same time, and some for the file of games.
pub(crate) const BLOCKING_THREADS: usize = OPEN_ANALYSES + PROBES + 2 * SEARCHES + 16;
