//! The tree that a search to a small depth looks at, kept whole so that it can be shown: by plain minimax, or by alpha-beta
//! with its windows and cut-offs.
//!
//! Nothing here is meant to be fast. Moves are tried in generation order, and alpha-beta is fail-soft: a value outside the
//! window is returned as it was found and is a bound. All values, windows included, are those of the side to move at the
//! root, and decided games count their plies from the root: any two numbers of a tree can be compared as they stand.
//!
//! [`grow`] makes a tree, [`Tree::named`] puts its moves into words, and [`text`], [`dot`] and [`svg`] write a [`Figure`] of
//! one or both algorithms.

pub mod dot;
mod grow;
mod layout;
mod panel;
pub mod svg;
pub mod text;
mod words;

use std::error::Error;
use std::fmt;

use game::{Ending, Line, Notation, Score, Side};

pub use grow::grow;

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every position to the full depth.
    Minimax,
    /// Fail-soft alpha-beta, moves in generation order.
    AlphaBeta,
}

/// What a search looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree<M> {
    /// How it was searched.
    pub algorithm: Algorithm,
    /// How many plies the search looked ahead.
    pub depth: u32,
    /// The side to move at the root, for which all values are.
    pub side: Side,
    /// The position asked about.
    pub root: Node<M>,
    /// How many positions were looked at: the nodes of the tree.
    pub positions: usize,
}

/// A position that the search looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<M> {
    /// The move that leads here; `None` at the root.
    pub mv: Option<M>,
    /// Whether the root's side is to move here, and wants the highest value.
    pub is_max: bool,
    /// The value found, for the root's side.
    pub value: Score,
    /// What the value says about the true minimax value.
    pub bound: Bound,
    /// The window that alpha-beta entered with.
    pub window: Option<Window>,
    /// Whether the node is on the principal variation.
    pub is_principal: bool,
    /// What comes after the position.
    pub kind: Kind,
    /// The positions after the moves that were searched, in generation order.
    pub children: Vec<Node<M>>,
    /// Why the other moves were not.
    pub cut: Option<Cut<M>>,
}

/// What comes after a position of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Moves that were searched.
    Inner,
    /// More moves, but the search looks no further: the position is evaluated.
    Horizon,
    /// Nothing: the game is over.
    Finished(Ending),
}

/// What a value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true value.
    Exact,
    /// The true value is this or higher.
    AtLeast,
    /// The true value is this or lower.
    AtMost,
}

/// The values that still matter to alpha-beta: those between alpha and beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the root's side can have elsewhere.
    pub alpha: Score,
    /// What the other side can hold it to elsewhere.
    pub beta: Score,
}

/// Why the rest of a node's moves were not searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut<M> {
    /// The moves that were not searched, in generation order.
    pub unsearched: Vec<M>,
    /// Whether the value reached beta, at a max node, or alpha, at a min node.
    pub by_beta: bool,
    /// The value that was enough.
    pub value: Score,
    /// Beta or alpha.
    pub limit: Score,
    /// The side that has something as good elsewhere.
    pub side: Side,
}

/// The tree has more positions than it may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// How it was searched.
    pub algorithm: Algorithm,
    /// How many plies ahead.
    pub depth: u32,
    /// How many positions it may have.
    pub most: usize,
}

/// The trees of one position, to be written side by side.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What the figure is about, in one line.
    pub title: String,
    /// The tree of plain minimax, if it is wanted.
    pub minimax: Option<Tree<String>>,
    /// The tree of alpha-beta, if it is wanted.
    pub alpha_beta: Option<Tree<String>>,
}

impl Figure {
    /// The trees of the figure, minimax first.
    pub fn trees(&self) -> impl Iterator<Item = &Tree<String>> {
        self.minimax.iter().chain(&self.alpha_beta)
    }
}

impl<M: Copy> Tree<M> {
    /// The tree with its moves in words.
    ///
    /// # Panics
    /// When the tree has not grown from this line.
    pub fn named<G: Notation<Move = M>>(&self, line: &Line<'_, G>) -> Tree<String> {
        let root = self.root.named(None, &mut line.clone());
        Tree {
            root,
            algorithm: self.algorithm,
            depth: self.depth,
            side: self.side,
            positions: self.positions,
        }
    }
}

impl<M: Copy> Node<M> {
    fn named<G: Notation<Move = M>>(&self, mv: Option<String>, line: &mut Line<'_, G>) -> Node<String> {
        let (game, position) = (line.game(), *line.position());
        let mut children = Vec::with_capacity(self.children.len());
        for child in &self.children {
            let mv = child.mv.expect("only the root has no move");
            let undo = line.try_play(mv).expect("a move of this line");
            children.push(child.named(Some(game.write_move(&position, mv)), line));
            line.undo(undo);
        }
        let cut = self.cut.as_ref().map(|cut| Cut {
            unsearched: cut.unsearched.iter().map(|&mv| game.write_move(&position, mv)).collect(),
            by_beta: cut.by_beta,
            value: cut.value,
            limit: cut.limit,
            side: cut.side,
        });
        Node {
            mv,
            is_max: self.is_max,
            value: self.value,
            bound: self.bound,
            window: self.window,
            is_principal: self.is_principal,
            kind: self.kind,
            children,
            cut,
        }
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

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { algorithm, depth, most } = self;
        write!(
            f,
            "the tree of {algorithm} to depth {depth} has more than {most} positions: choose a smaller depth"
        )
    }
}

impl Error for TooLarge {}
