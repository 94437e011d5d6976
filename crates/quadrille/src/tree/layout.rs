//! The places of the nodes in a drawing: one layer per ply, and a separate strip for each subtree.
//!
//! A strip is as wide as the strips of the children together, or as the node if that is wider. So nodes never overlap.
//! If a node has more than a few moves and all of them end the search, they are drawn below each other as the rows of a
//! stack: otherwise the drawing of a game with many moves would be too wide to read.

use super::{Cut, Node, Tree, Window, words};

/// The space between neighbours.
const APART: f64 = 8.0;
/// The width of a character in the font of values, and in the smaller font of windows.
const CHARACTER: f64 = 7.4;
const SMALL_CHARACTER: f64 = 5.6;
/// The space between a box's sides and its text.
const PADDING: f64 = 6.0;
/// The space that the triangle of a max or min node takes.
pub(super) const TRIANGLE: f64 = 15.0;

/// If a node has more moves than this and all end the search, they are drawn as a stack.
const UNSTACKED: usize = 3;
/// From the left edge of a stack, where its stem goes down, to its rows.
pub(super) const STEM: f64 = 10.0;
/// Between the parts of a row.
pub(super) const ROW_GAP: f64 = 8.0;

/// An item of the drawing.
#[derive(Clone, Copy)]
pub(super) enum Item<'t> {
    Node(&'t Node),
    /// The moves that were cut off, all at one place.
    Cut(&'t Cut),
}

/// An item and its place.
pub(super) struct Placed<'t> {
    pub(super) item: Item<'t>,
    /// The index of the item above.
    pub(super) parent: Option<usize>,
    pub(super) layer: usize,
    /// The middle, from the left edge of the tree.
    pub(super) x: f64,
    /// Of the box; labels may be as wide as that too.
    pub(super) width: f64,
    /// Its place in a stack; `x` is then the left edge of the stack.
    pub(super) row: Option<Row>,
}

/// A row of a stack: the move, the box with the value, and the window.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// Counted from the top.
    pub(super) index: usize,
    /// The width of the column of moves.
    pub(super) label: f64,
}

/// A tree with the place of everything in it.
pub(super) struct Layout<'t> {
    /// Parents come before their children.
    pub(super) placed: Vec<Placed<'t>>,
    pub(super) width: f64,
    pub(super) layers: usize,
}

impl<'t> Layout<'t> {
    pub(super) fn of(tree: &'t Tree) -> Layout<'t> {
        let mut layout = Layout { placed: Vec::new(), width: 0.0, layers: 0 };
        layout.width = layout.place(Item::Node(&tree.root), None, 0, 0.0);
        layout
    }

    /// Places an item and all items below it to the right of `left`, and returns the width of their strip.
    fn place(&mut self, item: Item<'t>, parent: Option<usize>, layer: usize, left: f64) -> f64 {
        let index = self.placed.len();
        let own = width(item);
        self.placed.push(Placed { item, parent, layer, x: 0.0, width: own, row: None });
        self.layers = self.layers.max(layer + 1);
        let mut children: Vec<Item<'t>> = Vec::new();
        if let Item::Node(node) = item {
            children.extend(node.children.iter().map(Item::Node));
            children.extend(node.cut.iter().map(Item::Cut));
        }
        if children.len() > UNSTACKED && children.iter().all(|&child| is_end(child)) {
            return self.stack(index, &children, left);
        }
        let mut right = left;
        let mut heads = Vec::with_capacity(children.len());
        for child in children {
            heads.push(self.placed.len());
            right += self.place(child, Some(index), layer + 1, right);
        }
        let strip = (right - left).max(own + APART);
        let spare = strip - (right - left);
        for below in &mut self.placed[index + 1..] {
            below.x += spare / 2.0;
        }
        // Above the middle of its children, as far as its strip allows.
        let half = f64::midpoint(own, APART);
        let middle = match (heads.first(), heads.last()) {
            (Some(&first), Some(&last)) => f64::midpoint(self.placed[first].x, self.placed[last].x),
            _ => left + half,
        };
        self.placed[index].x = middle.max(left + half).min(left + strip - half);
        strip
    }

    /// Places the children of an item below each other, and the item above the middle of them.
    fn stack(&mut self, parent: usize, children: &[Item<'t>], left: f64) -> f64 {
        let widest =
            |part: fn(Item<'_>) -> f64| children.iter().map(|&child| part(child)).fold(0.0, f64::max);
        let (label, value, window) = (widest(label_width), widest(value_width), widest(window_width));
        let width = value + 2.0 * PADDING;
        let of_nodes = STEM + label + ROW_GAP + width + ROW_GAP + window;
        let stack = of_nodes.max(STEM + widest(cut_width));
        let own = self.placed[parent].width;
        // Marks of cut-offs are on the left of their stem.
        let strip = stack.max(own) + 2.0 * APART;
        let layer = self.placed[parent].layer + 1;
        self.layers = self.layers.max(layer + 1);
        self.placed[parent].x = left + strip / 2.0;
        for (index, &item) in children.iter().enumerate() {
            let row = Some(Row { index, label });
            let x = left + (strip - stack) / 2.0;
            self.placed.push(Placed { item, parent: Some(parent), layer, x, width, row });
        }
        strip
    }
}

/// Whether nothing is drawn below the item.
fn is_end(item: Item<'_>) -> bool {
    match item {
        Item::Node(node) => node.children.is_empty(),
        Item::Cut(_) => true,
    }
}

/// The width of the box of an item outside of a stack, from its longest text.
fn width(item: Item<'_>) -> f64 {
    let stacked_window = match item {
        Item::Node(Node { window: Some(Window { alpha, beta }), .. }) => {
            (2 + chars(&words::score(*alpha)).max(chars(&words::score(*beta)))) as f64 * SMALL_CHARACTER
        }
        _ => 0.0,
    };
    let cut = match item {
        Item::Cut(cut) => chars(&cut.comparison()).max(chars("alpha cut-off")) as f64 * SMALL_CHARACTER,
        Item::Node(_) => 0.0,
    };
    [value_width(item), label_width(item), stacked_window, cut].into_iter().fold(0.0, f64::max)
        + 2.0 * PADDING
}

fn value_width(item: Item<'_>) -> f64 {
    let Item::Node(node) = item else { return 0.0 };
    let triangle = if is_end(item) { 0.0 } else { TRIANGLE };
    triangle + chars(&words::value(node)) as f64 * CHARACTER
}

fn label_width(item: Item<'_>) -> f64 {
    let Item::Node(Node { mv: Some(mv), .. }) = item else { return 0.0 };
    chars(mv) as f64 * CHARACTER
}

/// The width of a window on one line.
fn window_width(item: Item<'_>) -> f64 {
    let Item::Node(Node { window: Some(window), .. }) = item else { return 0.0 };
    chars(&words::window(*window)) as f64 * SMALL_CHARACTER
}

/// The width of a cut-off in a stack.
fn cut_width(item: Item<'_>) -> f64 {
    let Item::Cut(cut) = item else { return 0.0 };
    chars(&cut.in_short()) as f64 * SMALL_CHARACTER
}

fn chars(text: &str) -> usize {
    text.chars().count()
}
