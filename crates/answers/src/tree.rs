//! The tree that a small search visits, node by node, for teaching.

use quadrille::tree::{Algorithm, Bound, Figure, Kind, Node, Order, Tree, Window, svg};
use quadrille::{AnyLine, Catalogue, Evaluation};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::limits;
use crate::line::LineRequest;
use crate::problem::Problem;

/// How a tree is searched.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Search {
    /// Every position.
    Minimax,
    /// With cut-offs.
    #[default]
    AlphaBeta,
}

/// How positions at the horizon are evaluated.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Valuation {
    /// By the game's own evaluation.
    #[default]
    Standard,
    /// By own men minus enemy men.
    Material,
}

/// In which order the moves of each position are tried.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ordering {
    /// As the game generates them.
    #[default]
    Generation,
    /// The best move first, by its minimax value to the full depth.
    Best,
    /// The worst move first.
    Worst,
    /// The best move of the search one ply shallower first, then the others as the game generates them.
    Deepening,
}

/// A position whose tree is wanted.
#[derive(Deserialize, ToSchema)]
pub struct TreeRequest {
    /// Where it starts.
    #[serde(flatten)]
    pub line: LineRequest,
    /// How to search it.
    #[serde(flatten)]
    pub options: TreeOptions,
}

/// How to search a tree.
#[derive(Clone, Copy, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TreeOptions {
    /// How many plies ahead.
    #[serde(default = "default_depth")]
    #[schema(minimum = 1, maximum = 6)]
    #[param(minimum = 1, maximum = 6)]
    depth: u32,
    #[serde(default)]
    #[param(inline)]
    algorithm: Search,
    #[serde(default)]
    #[param(inline)]
    evaluation: Valuation,
    #[serde(default)]
    #[param(inline)]
    order: Ordering,
}

fn default_depth() -> u32 {
    2
}

impl TreeOptions {
    fn grow(self, line: &dyn AnyLine) -> Result<Tree, Problem> {
        if !(1..=limits::TREE_DEPTH).contains(&self.depth) {
            return Err(Problem::wrong(format!(
                "the depth of a tree is a number from 1 to {}",
                limits::TREE_DEPTH
            )));
        }
        let algorithm = match self.algorithm {
            Search::Minimax => Algorithm::Minimax,
            Search::AlphaBeta => Algorithm::AlphaBeta,
        };
        let evaluation = match self.evaluation {
            Valuation::Standard => Evaluation::Standard,
            Valuation::Material => Evaluation::Material,
        };
        let order = match self.order {
            Ordering::Generation => Order::Generation,
            Ordering::Best => Order::BestFirst,
            Ordering::Worst => Order::WorstFirst,
            Ordering::Deepening => Order::Deepening,
        };
        let grown = line.tree(self.depth, algorithm, evaluation, order, limits::TREE_POSITIONS, None);
        grown.map_err(|error| Problem::wrong(error.to_string()))
    }
}

/// A searched tree.
#[derive(Serialize, ToSchema)]
pub struct TreeView {
    depth: u32,
    /// The side to move at the root, for which all values are.
    side: char,
    /// How many positions were visited.
    positions: usize,
    /// In the order in which they are entered.
    nodes: Vec<NodeView>,
}

/// A position of the tree.
#[derive(Serialize, ToSchema)]
struct NodeView {
    id: usize,
    /// The node before it; null for the root.
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<String>,
    ply: usize,
    /// Whether the highest value counts here.
    max: bool,
    /// The value for the side to move at the root.
    value: i32,
    /// The value in words.
    text: String,
    /// What the value says: it is `exact`, or the `least` or the `most` that the true value can be.
    bound: &'static str,
    /// The window that alpha-beta entered with.
    alpha: Option<String>,
    beta: Option<String>,
    /// Whether it belongs to the best play.
    principal: bool,
    /// `inner`, `horizon` or `finished`.
    kind: &'static str,
    /// How the game has ended here.
    reason: Option<String>,
    cut: Option<CutView>,
}

/// Moves that were not searched.
#[derive(Serialize, ToSchema)]
struct CutView {
    unsearched: Vec<String>,
    /// Why, in words.
    text: String,
}

impl From<&Tree> for TreeView {
    fn from(tree: &Tree) -> TreeView {
        let mut nodes = Vec::with_capacity(tree.positions);
        list(&tree.root, None, 0, &mut nodes);
        TreeView { depth: tree.depth, side: tree.side.letter(), positions: tree.positions, nodes }
    }
}

fn list(node: &Node, parent: Option<usize>, ply: usize, nodes: &mut Vec<NodeView>) {
    let id = nodes.len();
    let (alpha, beta) = node.window.as_ref().map(|window| (window.alpha, window.beta)).unzip();
    let (kind, reason) = match node.kind {
        Kind::Inner => ("inner", None),
        Kind::Horizon => ("horizon", None),
        Kind::Finished(ending) => ("finished", Some(ending.to_string())),
    };
    nodes.push(NodeView {
        id,
        parent,
        mv: node.mv.clone(),
        ply,
        max: node.is_max,
        value: node.value.value(),
        text: node.value.to_string(),
        bound: match node.bound {
            Bound::Exact => "exact",
            Bound::AtLeast => "least",
            Bound::AtMost => "most",
        },
        alpha: alpha.map(Window::words),
        beta: beta.map(Window::words),
        principal: node.is_principal,
        kind,
        reason,
        cut: node.cut.as_ref().map(|cut| CutView { unsearched: cut.unsearched.clone(), text: cut.reason() }),
    });
    for child in &node.children {
        list(child, Some(id), ply + 1, nodes);
    }
}

impl TreeRequest {
    /// The tree that a plain search visits, node by node.
    pub fn answer(&self, catalogue: &Catalogue) -> Result<TreeView, Problem> {
        let tree = self.options.grow(&*self.line.open(catalogue)?)?;
        Ok(TreeView::from(&tree))
    }

    /// The tree as a picture, in SVG.
    pub fn picture(&self, catalogue: &Catalogue) -> Result<String, Problem> {
        let line = self.line.open(catalogue)?;
        let tree = self.options.grow(&*line)?;
        let title = format!("{}, {}, depth {}", line.game(), line.board(), self.options.depth);
        let (minimax, alpha_beta) = match tree.algorithm {
            Algorithm::Minimax => (Some(tree), None),
            Algorithm::AlphaBeta => (None, Some(tree)),
        };
        Ok(svg::write(&Figure { title, minimax, alpha_beta }))
    }
}
