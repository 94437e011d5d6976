//! The vocabulary that every game, search and interface of Quadrille shares, with no dependency of its own.
//!
//! * [`Rules`] is what every game gives, and [`Game`] the sum of that and of parts with defaults; [`Notation`] is how positions and moves
//!   are written.
//! * [`Line`] is a position with the boards that led to it. It is the only source of legality: a move is legal
//!   when a [`Line`] says so.
//! * [`minimax`](mod@minimax) is the reference search. It is slow and plain on purpose: every faster search must
//!   give the same answers.
//! * [`perft`](mod@perft) counts games, and [`laws`] checks what must hold for every game.

mod board;
pub mod error;
mod evaluate;
mod hints;
pub mod laws;
mod line;
pub mod minimax;
mod mirror;
mod notation;
mod outcome;
pub mod perft;
mod random;
mod refusal;
mod repetition;
mod rules;
mod score;
mod state;
mod verdict;

pub use board::{Board, BoardText, Cell, EMPTY, Ground, Outline, cell_name, column_name};
pub use error::{Error, Problem};
pub use evaluate::{Evaluate, Evaluation, OwnEvaluation, Term};
pub use hints::{Outlook, SearchHints};
pub use line::{Line, LineOf, OwnedLine, Undo};
pub use minimax::{Choice, best_move, minimax};
pub use mirror::Mirror;
pub use notation::Notation;
pub use outcome::{Ending, Outcome, Side};
pub use perft::{divide, perft};
pub use random::Random;
pub use refusal::Refusal;
pub use repetition::Repetition;
pub use rules::{Game, Rules};
pub use score::{MAX_DEPTH, Score};
pub use state::{BoardState, MoveCode};
pub use verdict::{Oracle, Verdict};
