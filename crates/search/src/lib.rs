//! The engine: a fixed-depth answer is *the* plain minimax answer of [`game::best_move`], only sooner.
//!
//! * [`Engine`] is what callers use: a game, a table and a number of threads.
//! * `node` is the search of one position, alpha-beta with everything that makes it fast.
//! * `reach` keeps the old boards that can still matter, so that legality under the no-repeat rule is a look at a short
//!   list, and so that the table can tell apart positions whose histories differ in a way that matters.
//! * `table` is the transposition table, shared by all threads without locks.
//! * `order` guesses which moves to try first.

mod engine;
mod node;
mod order;
mod reach;
mod table;

pub use engine::Engine;
