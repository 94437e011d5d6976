//! The complete tree of a small search, to show how plain minimax works, or alpha-beta with its windows and cut-offs.
//!
//! The code is simple and slow. Moves are tried in generation order, unless another [`Order`] is asked for. Alpha-beta is
//! fail-soft: a returned value outside the window is a bound. All values and windows are for the side to move at the root, and distances of wins and losses
//! count from the root, so all numbers of a tree can be compared with each other.
//!
//! [`grow`] makes a tree, and [`text`], [`dot`] and [`svg`] write a [`Figure`] of one or both algorithms.

pub mod dot;
mod grow;
mod layout;
mod order;
mod panel;
pub mod svg;
pub mod text;
mod visits;
mod words;

use std::fmt;

use game::{Ending, Score, Side};

pub use grow::grow;

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every position to the full depth.
    Minimax,
    /// Fail-soft alpha-beta.
    AlphaBeta,
}

/// In which order the moves of each position are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As the game generates them.
    #[default]
    Generation,
    /// The best move for the side to move first, by its minimax value to the full depth.
    BestFirst,
    /// The worst move for the side to move first.
    WorstFirst,
    /// The best move by the search that is one ply shallower first, then the others as the game generates them: what iterative deepening
    /// knows.
    Deepening,
}

/// The tree of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// How it was searched.
    pub algorithm: Algorithm,
    /// In which order the moves were tried.
    pub order: Order,
    /// How many plies the search looked ahead.
    pub depth: u32,
    /// The side to move at the root. All values are for this side.
    pub side: Side,
    /// The position asked about.
    pub root: Node,
    /// The number of positions visited: the nodes of the tree.
    pub positions: usize,
}

/// A position that the search visited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The move that leads here; `None` at the root.
    pub mv: Option<String>,
    /// Whether the root's side is to move here, so that this is a max node.
    pub is_max: bool,
    /// The value found, for the root's side.
    pub value: Score,
    /// How the value relates to the true minimax value.
    pub bound: Bound,
    /// The window that alpha-beta entered with.
    pub window: Option<Window>,
    /// Whether the node is on the principal variation.
    pub is_principal: bool,
    /// How the search went on after the position.
    pub kind: Kind,
    /// The positions after the moves that were searched, in the order of the search.
    pub children: Vec<Node>,
    /// The cut-off, if not all moves were searched.
    pub cut: Option<Cut>,
}

/// How the search went on after a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Moves that were searched.
    Inner,
    /// The position is at the full depth and was evaluated.
    Horizon,
    /// The game is over.
    Finished(Ending),
}

/// How a value relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true value.
    Exact,
    /// The true value is at least this value.
    AtLeast,
    /// The true value is at most this value.
    AtMost,
}

/// The window of alpha-beta: only values between alpha and beta still matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The value that the root's side can already get elsewhere.
    pub alpha: Score,
    /// The value to which the other side can already limit it elsewhere.
    pub beta: Score,
}

/// The reason why the rest of a node's moves were not searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The moves that were not searched, in the order of the search.
    pub unsearched: Vec<String>,
    /// Whether the value reached beta, at a max node, or alpha, at a min node.
    pub by_beta: bool,
    /// The value that caused the cut-off.
    pub value: Score,
    /// Beta or alpha.
    pub limit: Score,
    /// The side that has something at least as good elsewhere.
    pub side: Side,
}

/// Why there is no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// It has more positions than allowed.
    #[error(
        "the tree of {algorithm} to depth {depth} has more than {most} positions: choose a smaller depth"
    )]
    TooLarge {
        /// How it was searched.
        algorithm: Algorithm,
        /// How many plies ahead.
        depth: u32,
        /// The maximum number of positions.
        most: usize,
    },
    /// Another thread has cancelled the search.
    #[error("the search of the tree was cancelled")]
    Cancelled,
}

/// The trees of one position, to be written side by side.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The title of the figure, in one line.
    pub title: String,
    /// The tree of plain minimax, if it is wanted.
    pub minimax: Option<Tree>,
    /// The tree of alpha-beta, if it is wanted.
    pub alpha_beta: Option<Tree>,
}

impl Figure {
    /// The trees of the figure, minimax first.
    pub fn trees(&self) -> impl Iterator<Item = &Tree> {
        self.minimax.iter().chain(&self.alpha_beta)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alpha-beta",
        })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Generation => "in generation order",
            Order::BestFirst => "best first",
            Order::WorstFirst => "worst first",
            Order::Deepening => "previous best first",
        })
    }
}
