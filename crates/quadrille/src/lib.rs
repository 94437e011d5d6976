//! Play, analyse and solve abstract board games by minimax search: those of a catalogue, and any game that you add.
//!
//! ```
//! use quadrille::{Catalogue, Question, Session, Tables};
//!
//! let catalogue = Catalogue::standard();
//! let mut line = catalogue.game("ctf:5")?.start();
//! line.play("c2c3")?;
//! let mut session = Session::new(Tables::in_memory());
//! let found = session.search(&*line, &Question::to_depth(6)).expect("the game is not over");
//! println!("{} is worth {}", found.play[0], found.score);
//! # assert_eq!(found.depth, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * A [`Catalogue`] knows games by name. [`Catalogue::add`] adds one of your own.
//! * [`AnyGame`] is a game on a board of one size, whichever game it is, and [`AnyLine`] a position of it with its history. Both work
//!   through texts; what stands behind them is compiled once for each game and width of board.
//! * A [`Session`] searches. It owns the transposition table and keeps it from move to move and from position to position.
//! * [`Tables`] are the solved games that a session may ask, and that answer [`Tables::probe`].
//! * [`drawing`] has boards and men as data that pages draw.
//! * A [`Refusal`] says why a move is not legal.
//! * [`Record`] is a game that was played; [`pgn`] reads and writes it as text.
//! * [`rules`] has what it takes to write a game of your own.

mod any_game;
mod any_line;
mod catalogue;
mod course_call;
pub mod drawing;
pub mod duration;
pub mod pgn;
mod question;
mod record;
mod session;
mod strength;
mod tables;
pub mod tree;

pub use any_game::{AnyGame, GameRef};
pub use any_line::{AnyLine, Candidate, OnReport};
pub use catalogue::{AnyFamily, Catalogue};
pub use course_call::CallAnswer;
pub use game::{
    Board, BoardText, Cell, EMPTY, Ending, Error, Evaluation, Ground, MAX_DEPTH, Outcome, Outline, Problem,
    Random, Refusal, Score, Side, Term, Verdict,
};
pub use games::family::{course, grading};
pub use games::{Descriptor, Edition, Man, Size, Sizes, haskell, parse_look_ahead, whole_number};
pub use question::{Finding, Question};
pub use record::{GameResult, Opening, Ply, Record, UNFINISHED, read_records};
pub use search::Limits;
pub use session::Session;
pub use strength::{LEVELS, Strength};
pub use tables::Tables;

/// Solving games outright: requests, reports and proofs. [`AnyGame::solver`] takes the requests.
pub mod solving {
    pub use solve::cluster::{Cluster, Hosts};
    pub use solve::prove;
    pub use solve::{
        AnySolver, AnyTables, Certainty, Probe, ProbeError, ProbedMove, Progress, Report, Request,
        RequestError, SolveError, Stage, Start, Summary, TierReport,
    };
}

/// What it takes to write a game: the traits it implements, the types they use, the checks that it keeps their promises, and a kit of
/// parts that board games share.
pub mod rules {
    pub use game::{
        BoardState, Game, Line, Mirror, MoveCode, Notation, Oracle, Outlook, OwnEvaluation, Repetition,
        Rules, SearchHints, laws, minimax, perft,
    };
    pub use games::kit::{bits, keys, layout, men, script, step, terms, text};
    pub use games::{Family, FamilyVisitor, Visitor, with_bits};
    pub use solve::{Placement, Solvable, Tier, laws as solver_laws};
}
