//! Plays, analyses and solves abstract board games with minimax search. It contains four games, and you can add others.
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
//! * A [`Catalogue`] finds games by name. [`Catalogue::add`] adds a game.
//! * [`AnyGame`] is the trait object of a game with a fixed board size ([`GameRef`] is an `Arc` of it). [`AnyLine`] is
//!   a position of such a game together with its history. Positions and moves are strings. The generic code behind the
//!   traits is compiled once for each game and each type of bit set.
//! * A [`Session`] searches: it takes a [`Question`] and returns a [`Finding`]. It owns the transposition table and
//!   reuses it for later moves and positions.
//! * [`Tables`] gives access to the tables of solved games. A session looks up positions there, and so does
//!   [`Tables::probe`].
//! * [`ShownScore`] is the score of a finding for people. [`Strength`] is the strength of an opponent, and [`Evaluation`] chooses the static evaluation.
//! * A [`Refusal`] says why a move is not legal.
//! * [`Record`] is a game that was played; [`pgn`] reads and writes it as text.
//! * [`puzzles`] makes and proves positions with exactly one right move.
//! * [`drawing`] describes boards and men for programs that draw them, and [`tree`] shows the tree of a small search.
//! * [`Encoding`] writes positions and moves as numbers, for programs that learn.
//! * [`course`] describes the calls of the courses, and [`grading`] how programs are graded.
//! * [`rules`] contains the traits and helpers for writing a game.

mod any_game;
mod any_line;
mod casual;
mod catalogue;
mod course_call;
pub mod drawing;
pub mod duration;
mod encoding;
pub mod pgn;
pub mod puzzles;
mod question;
mod record;
mod session;
mod shown;
mod strength;
mod tables;
pub mod tree;

pub use any_game::{AnyGame, GameRef};
pub use any_line::{AnyLine, Candidate, OnFinding};
pub use catalogue::{AnyFamily, Catalogue};
pub use course_call::CallAnswer;
pub use encoding::Encoding;
pub use game::{
    Board, BoardText, Cell, EMPTY, Ending, Error, Evaluation, Ground, MAX_DEPTH, MOST_MOVES, Outcome,
    Outline, Problem, QUOTED, Random, Refusal, Score, Side, Term, Verdict, clock, quote, shorten,
    without_mark,
};
pub use games::family::{course, grading, guide, letters, suspects};
pub use games::{
    Descriptor, Edition, Effort, LEVELS, Man, Size, Sizes, haskell, parse_look_ahead, whole_number,
};
pub use question::{Finding, Manner, Question};
pub use record::{GameResult, Opening, Ply, Record, UNFINISHED, read_records};
pub use search::{Limits, OutOfMemory, Variety};
pub use session::Session;
pub use shown::ShownScore;
pub use strength::Strength;
pub use tables::Tables;

/// Solves games completely: requests, reports and proofs. [`AnyGame::solver`] returns the solver, which takes a
/// [`Request`](solving::Request).
pub mod solving {
    pub use solve::cluster::{Cluster, Hosts};
    pub use solve::prove;
    pub use solve::{
        AnySolver, AnyTables, Certainty, Probe, ProbeError, ProbedMove, Progress, Report, Request,
        RequestError, SolveError, Stage, Start, Summary, TierReport,
    };
}

/// The traits that a game implements, the types they use, the checks of an implementation ([`laws`](rules::laws)), and
/// code that many board games share.
pub mod rules {
    pub use game::{
        Board, BoardState, BoardText, EMPTY, Ending, Error, Game, Line, Mirror, MoveCode, Notation, Oracle,
        Outline, Outlook, OwnEvaluation, Problem, Prospect, Random, Repetition, Rules, Score, SearchHints,
        Side, Term, laws, minimax, perft,
    };
    pub use games::kit::{bits, keys, layout, men, script, step, terms, text};
    pub use games::{Family, FamilyVisitor, Visitor, with_bits};
    pub use solve::{Placement, Solvable, Tier, laws as solver_laws};
}
