//! The traits and types that every game, search and interface of Quadrille shares.
//!
//! * Every game implements [`Rules`]. [`Game`] combines them with traits that have defaults. [`Notation`] reads and
//!   writes positions and moves.
//! * [`Line`] is a position with the earlier boards of its game. A line decides whether a move is legal.
//! * [`minimax`](mod@minimax) is the simple, slow reference search. Every faster search must give the same answers.
//! * [`perft`](mod@perft) counts games, and [`laws`] checks properties that every game must have.

mod board;
pub mod clock;
pub mod error;
mod evaluate;
mod hints;
pub mod laws;
mod line;
mod memory;
pub mod minimax;
mod mirror;
mod notation;
mod outcome;
pub mod perft;
mod quote;
mod random;
mod refusal;
mod repetition;
mod rules;
mod score;
mod sort;
mod state;
mod verdict;

pub use board::{Board, BoardText, Cell, EMPTY, Ground, Outline, cell_name, column_name};
pub use error::{Error, Problem};
pub use evaluate::{Evaluate, Evaluation, NetInputs, NetShape, OwnEvaluation, Term};
pub use hints::{Outlook, Prospect, SearchHints};
pub use line::{Line, LineOf, MOST_MOVES, OwnedLine, Undo};
pub use memory::free_memory;
pub use minimax::{Choice, best_move, minimax};
pub use mirror::Mirror;
pub use notation::Notation;
pub use outcome::{Ending, Outcome, Side};
pub use perft::{divide, perft};
pub use quote::{QUOTED, quote, shorten, without_mark};
pub use random::Random;
pub use refusal::Refusal;
pub use repetition::Repetition;
pub use rules::{Game, Rules};
pub use score::{MAX_DEPTH, Score};
pub use sort::sort_by_number;
pub use state::{BoardState, MoveCode};
pub use verdict::{Oracle, Verdict};
