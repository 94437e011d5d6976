//! The vocabulary that every game, search and interface of Quadrille shares, with no dependency of its own.
//!
//! * [`Game`] is what a set of rules gives; [`Notation`] is how it is written down.
//! * [`Line`] is a position with the boards that led to it. It is the only source of legality: a move is legal
//!   when a [`Line`] says so.
//! * [`minimax`](mod@minimax) is the reference search. It is slow and plain on purpose: every faster search must
//!   give the same answers.
//! * [`perft`](mod@perft) counts games, and [`laws`] checks what must hold for every game.

mod board;
pub mod error;
mod evaluate;
mod game;
pub mod laws;
mod line;
pub mod minimax;
mod outcome;
pub mod perft;
mod random;
mod refusal;
mod score;
mod verdict;

pub use board::{Board, BoardText, Cell, EMPTY, Ground, Outline, cell_name, column_name};
pub use error::{Error, Problem};
pub use evaluate::{Evaluate, Material, Outlook, Standard, Term};
pub use game::{Game, Notation};
pub use line::{Line, LineOf, OwnedLine, Undo};
pub use minimax::{Choice, best_move, minimax};
pub use outcome::{Ending, Outcome, Side};
pub use perft::{divide, perft};
pub use random::Random;
pub use refusal::Refusal;
pub use score::{MAX_DEPTH, Score};
pub use verdict::{Oracle, Verdict};
