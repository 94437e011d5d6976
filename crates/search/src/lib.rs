//! The engine. To a fixed depth it gives *the* plain minimax answer of [`game::best_move`], only sooner; with a time limit its answer
//! is as good as the time allows.
//!
//! * [`Engine`] is what callers use: a transposition table and a number of threads.
//! * `root` deepens the search of the root, one depth after the other, in each thread.
//! * `node` is the search of one position, alpha-beta with everything that makes it fast; `selective` is what a search with a
//!   time limit does beyond that.
//! * `known` asks an [`game::Oracle`], such as solved tables. Only a search with a time limit does.
//! * `reach` keeps the earlier boards that can still matter, so that legality under the no-repeat rule is a look at a short
//!   list, and so that the transposition table can tell apart positions whose histories differ in a way that matters.
//! * `table` is the transposition table and `busy` the marks of work in progress, both shared by all threads without locks.
//! * `order` guesses which moves to try first.

mod busy;
mod engine;
mod known;
mod limits;
mod memory;
mod mode;
mod node;
mod order;
mod reach;
mod root;
mod selective;
mod table;

pub use engine::{Engine, Report};
pub use limits::Limits;
