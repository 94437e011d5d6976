//! The engine. With a fixed depth it gives the same answer as plain minimax ([`game::best_move`]), only faster. With a
//! time limit it uses selective search and gives the best answer that it finds in time.
//!
//! * [`Engine`] is the type that callers use: a transposition table and a number of threads.
//! * `root` is iterative deepening at the root, in each thread.
//! * `node` searches one position with alpha-beta, `generate` makes its moves, and `horizon` searches its last ply; `selective` adds the
//!   rules of selective search.
//! * `known` asks an [`game::Oracle`], such as solved tables, in selective searches.
//! * `reach` keeps a short list of the earlier boards that can still matter. It decides legality under the no-repeat
//!   rule, and its hash distinguishes positions in the transposition table whose histories differ in a way that
//!   matters.
//! * `needs` is what a result needs of the earlier boards, so that it can be used with others.
//! * `table` is the transposition table, `busy` the marks of moves under search, and `team` the places of the threads in the tree; all
//!   threads share them without locks.
//! * `order` is the move ordering.
//! * `variety` lets an opponent choose differently from game to game among moves of nearly equal worth.

mod busy;
mod engine;
mod generate;
mod horizon;
mod known;
mod limits;
mod memory;
mod mode;
mod needs;
mod node;
mod order;
mod reach;
mod root;
mod selective;
mod table;
mod team;
mod variety;

pub use engine::{Engine, Report};
pub use limits::Limits;
pub use table::OutOfMemory;
pub use variety::Variety;
