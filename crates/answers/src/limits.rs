//! How much one request may ask for.

use std::time::Duration;

/// The most plies of a game.
pub const PLIES: usize = 2000;
/// The most boards of a position with its history: those of a whole game that began where another had ended.
pub const BOARDS: usize = 2 * PLIES;
/// The longest text of one board or one move: the largest board has 1024 cells.
pub const BOARD_BYTES: usize = 4096;
/// The longest name of a game, strength of an engine, reason why a game ended, and text to search for.
pub const NAME_BYTES: usize = 200;
/// The longest name of a person, in characters.
pub const PERSON_LETTERS: usize = 20;
/// How many moves of a position are listed.
pub const LISTED_MOVES: usize = 2000;
/// The deepest fixed depth of an opponent or an analysis.
pub const DEPTH: u32 = 60;
/// The longest time of an analysis.
pub const ANALYSIS_TIME: Duration = Duration::from_mins(5);
/// The longest time of a review for each position.
pub const REVIEW_TIME: Duration = Duration::from_secs(5);
/// The longest time of a review for all positions of a game.
pub const WHOLE_REVIEW_TIME: Duration = Duration::from_mins(10);
/// How many best lines an analysis shows.
pub const LINES: usize = 5;
/// The deepest tree.
pub const TREE_DEPTH: u32 = 6;
/// How many positions a tree may have.
pub const TREE_POSITIONS: usize = 2000;
/// The most words to search for.
pub const SEARCH_WORDS: usize = 10;
/// How many games one text may bring.
pub const IMPORTED_GAMES: usize = 100;
/// How many moves all of them may have together: each is played to see whether it is legal.
pub const IMPORTED_PLIES: usize = 50_000;
/// How many games one list shows.
pub const LISTED_GAMES: u32 = 200;
/// The longest time that an opponent thinks about a move.
pub const MOVE_TIME: Duration = Duration::from_secs(30);
/// The longest time on a clock.
pub const CLOCK: Duration = Duration::from_hours(7 * 24);
