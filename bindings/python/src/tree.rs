//! The trees of small searches.

use std::str::FromStr;
use std::sync::Arc;

use pyo3::prelude::*;
use quadrille::Evaluation;
use quadrille::tree::{self, Algorithm, Bound as Relation, Figure, Kind, Order};

use crate::errors::{failed, parse_error};
use crate::interrupt::cancellable;
use crate::position::Position;

/// The tree that a search has visited. All values are for the side to move at the root.
///
/// >>> tree = Game("ctf:3").start().tree(depth=2, algorithm="minimax")
/// >>> tree.positions, len(tree.root.children)
/// (12, 3)
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Tree {
    tree: Arc<tree::Tree>,
    title: String,
}

impl Tree {
    pub(crate) fn grow(
        py: Python<'_>,
        position: &Position,
        depth: u32,
        algorithm: &str,
        eval: &str,
        order: &str,
        most: usize,
    ) -> PyResult<Tree> {
        let algorithm = match algorithm {
            "minimax" => Algorithm::Minimax,
            "alpha-beta" => Algorithm::AlphaBeta,
            _ => return Err(failed("the algorithm of a tree is minimax or alpha-beta")),
        };
        let order = match order {
            "generation" => Order::Generation,
            "best" => Order::BestFirst,
            "worst" => Order::WorstFirst,
            "deepening" => Order::Deepening,
            _ => return Err(failed("the order of a tree is generation, best, worst or deepening")),
        };
        let evaluation = Evaluation::from_str(eval).map_err(parse_error)?;
        let line = &*position.line;
        let grown =
            cancellable(py, |cancel| line.tree(depth, algorithm, evaluation, order, most, Some(cancel)))?;
        let title = format!("{}, {}, depth {depth}", line.game(), line.board());
        Ok(Tree { tree: Arc::new(grown.map_err(failed)?), title })
    }

    fn figure(&self) -> Figure {
        let tree = Some((*self.tree).clone());
        let (minimax, alpha_beta) =
            if self.tree.algorithm == Algorithm::Minimax { (tree, None) } else { (None, tree) };
        Figure { title: self.title.clone(), minimax, alpha_beta }
    }
}

#[pymethods]
impl Tree {
    /// The position asked about.
    #[getter]
    fn root(&self) -> Node {
        Node { tree: Arc::clone(&self.tree), path: Vec::new() }
    }

    /// How many positions the search has visited.
    #[getter]
    fn positions(&self) -> usize {
        self.tree.positions
    }

    /// The tree as text.
    fn text(&self) -> String {
        tree::text::write(&self.figure())
    }

    /// The tree for Graphviz.
    fn dot(&self) -> String {
        tree::dot::write(&self.figure())
    }

    /// The tree as a picture.
    fn svg(&self) -> String {
        tree::svg::write(&self.figure())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<Tree of {}: {}, {} positions>", self.tree.algorithm, self.title, self.tree.positions)
    }
}

/// A position that the search has visited.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Node {
    tree: Arc<tree::Tree>,
    /// Which child to take at each ply from the root.
    path: Vec<usize>,
}

impl Node {
    fn node(&self) -> &tree::Node {
        self.path.iter().fold(&self.tree.root, |node, &child| &node.children[child])
    }
}

#[pymethods]
impl Node {
    /// The move that leads here; None at the root.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.node().mv.as_deref()
    }

    /// The value found.
    #[getter]
    fn value(&self) -> i32 {
        self.node().value.value()
    }

    /// `exact`, or `at least` or `at most` for a bound.
    #[getter]
    fn bound(&self) -> &'static str {
        match self.node().bound {
            Relation::Exact => "exact",
            Relation::AtLeast => "at least",
            Relation::AtMost => "at most",
        }
    }

    /// Alpha and beta when the search came here; None in plain minimax.
    #[getter]
    fn window(&self) -> Option<(i32, i32)> {
        self.node().window.map(|window| (window.alpha.value(), window.beta.value()))
    }

    /// Whether the side of the root is to move here.
    #[getter]
    fn is_max(&self) -> bool {
        self.node().is_max
    }

    /// Whether the node is on the principal variation.
    #[getter]
    fn is_principal(&self) -> bool {
        self.node().is_principal
    }

    /// `inner`, `horizon` or `finished`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.node().kind {
            Kind::Inner => "inner",
            Kind::Horizon => "horizon",
            Kind::Finished(_) => "finished",
        }
    }

    /// The moves that a cut-off has left out.
    #[getter]
    fn unsearched(&self) -> Vec<String> {
        self.node().cut.as_ref().map_or_else(Vec::new, |cut| cut.unsearched.clone())
    }

    /// The positions after the moves that were searched, in the order of the search.
    #[getter]
    fn children(&self) -> Vec<Node> {
        let child = |index| Node {
            tree: Arc::clone(&self.tree),
            path: self.path.iter().copied().chain([index]).collect(),
        };
        (0..self.node().children.len()).map(child).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Node {}: {} {}>", self.r#move().unwrap_or("root"), self.bound(), self.value())
    }
}
