//! The drawing of one tree in a figure.

use std::fmt::Write as _;

use super::layout::{Item, Layout, Placed, ROW_GAP, Row, STEM, TRIANGLE};
use super::svg::{escaped, line};
use super::{Cut, Kind, Node, Tree, Window, words};

/// The top of the panels, below the title.
pub(super) const TOP: f64 = 58.0;
/// From the top of a panel to the top of its tree.
const HEADING: f64 = 34.0;
/// A node's move, above its box.
const LABEL: f64 = 16.0;
const BOX: f64 = 20.0;
/// The height that the two lines of a window add to a box.
const WINDOW: f64 = 24.0;
/// From one row of a stack to the next.
const ROW: f64 = 25.0;

/// One tree of the figure and its place in it.
pub(super) struct Panel<'t> {
    tree: &'t Tree,
    layout: Layout<'t>,
    /// Its left edge in the drawing.
    pub(super) left: f64,
    /// The height of a node's box.
    height_of_box: f64,
    /// From the top of a layer to the top of the next.
    pub(super) pitch: f64,
}

impl<'t> Panel<'t> {
    pub(super) fn new(tree: &'t Tree) -> Panel<'t> {
        let height_of_box = if tree.root.window.is_some() { BOX + WINDOW } else { BOX };
        Panel { tree, layout: Layout::of(tree), left: 0.0, height_of_box, pitch: 0.0 }
    }

    /// The distance between layers. The edges of wide trees need more height to be distinguishable.
    pub(super) fn least_pitch(&self) -> f64 {
        LABEL + self.height_of_box + (self.layout.width / 25.0).clamp(36.0, 140.0)
    }

    pub(super) fn width(&self) -> f64 {
        self.layout.width.max(self.tree.heading().chars().count() as f64 * 9.5)
    }

    pub(super) fn bottom(&self) -> f64 {
        let bottom = |placed: &Placed<'_>| match placed.row {
            Some(row) => self.row(placed.layer, row) + BOX,
            None => self.layer(placed.layer) + LABEL + self.height_of_box,
        };
        self.layout.placed.iter().map(bottom).fold(TOP, f64::max)
    }

    /// The top of a row of a stack.
    fn row(&self, layer: usize, row: Row) -> f64 {
        self.layer(layer) + row.index as f64 * ROW
    }

    /// The top of a layer.
    fn layer(&self, layer: usize) -> f64 {
        TOP + HEADING + layer as f64 * self.pitch
    }

    pub(super) fn draw(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            r#"<text class="heading" x="{}" y="{:.1}">{}</text>"#,
            self.left,
            TOP + 14.0,
            escaped(&self.tree.heading())
        );
        // First all edges, of these the bold ones last, so that they do not cover anything.
        for is_best in [false, true] {
            for placed in &self.layout.placed {
                if matches!(placed.item, Item::Node(node) if node.is_principal) == is_best {
                    self.edge(&mut text, placed);
                }
            }
        }
        for placed in &self.layout.placed {
            match placed.item {
                Item::Node(node) => self.node(&mut text, placed, node),
                Item::Cut(cut) => self.stub(&mut text, placed, cut),
            }
        }
        text
    }

    fn edge(&self, text: &mut String, placed: &Placed<'_>) {
        let Some(parent) = placed.parent.map(|index| &self.layout.placed[index]) else { return };
        let (x, y) = (self.left + parent.x, self.layer(parent.layer) + LABEL + self.height_of_box);
        let (to_x, to_y) = (self.left + placed.x, self.layer(placed.layer));
        let (path, mark_x, mark_y) = if let Some(row) = placed.row {
            // A stack hangs from a stem along its left side, with a twig to each row.
            let (bend, twig) = (to_y - 10.0, self.row(placed.layer, row) + BOX / 2.0);
            let path = format!("M{x:.1} {y:.1}V{bend:.1}H{to_x:.1}V{twig:.1}h{:.1}", STEM - 3.0);
            (path, to_x, twig - BOX / 2.0)
        } else {
            // The mark is near the lower end, where edges are furthest apart.
            let path = format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
            (path, x + (to_x - x) * 0.7, y + (to_y - y) * 0.7)
        };
        match placed.item {
            Item::Node(node) => {
                let class = if node.is_principal { "edge best" } else { "edge" };
                let _ = writeln!(text, r#"<path class="{class}" d="{path}"/>"#);
            }
            Item::Cut(cut) => {
                let title = escaped(&cut.in_full());
                let (x, y) = (mark_x - 5.0, mark_y + 1.0);
                let mark = format!("M{x:.1} {y:.1}l10 -6M{x:.1} {:.1}l10 -6", y + 5.0);
                let _ = writeln!(
                    text,
                    r#"<g><title>{title}</title><path class="cut" d="{path}"/><path class="mark" d="{mark}"/></g>"#
                );
            }
        }
    }

    fn node(&self, text: &mut String, placed: &Placed<'_>, node: &Node) {
        let best = if node.is_principal { "best" } else { "" };
        let mv = node.mv.as_deref().unwrap_or("");
        let x = self.left + placed.x;
        let _ = write!(text, "<g><title>{}</title>", escaped(&words::in_full(self.tree, node)));
        if let Some(row) = placed.row {
            let top = self.row(placed.layer, row);
            let left = x + STEM;
            let box_left = left + row.label + ROW_GAP;
            line(text, &format!("{best} start"), left, top + 14.5, mv);
            frame(text, node, [box_left, top, placed.width, BOX]);
            line(text, best, box_left + placed.width / 2.0, top + 14.5, &words::value(node));
            if let Some(window) = node.window {
                let right = box_left + placed.width + ROW_GAP;
                line(text, "small start", right, top + 13.5, &words::window(window));
            }
        } else {
            let top = self.layer(placed.layer) + LABEL;
            let left = x - placed.width / 2.0;
            line(text, best, x, top - 4.0, mv);
            frame(text, node, [left, top, placed.width, self.height_of_box]);
            let middle = if node.kind == Kind::Inner { x + TRIANGLE / 2.0 } else { x };
            line(text, best, middle, top + 14.5, &words::value(node));
            if let Some(Window { alpha, beta }) = node.window {
                line(text, "small", x, top + 27.0, &format!("α {}", words::score(alpha)));
                line(text, "small", x, top + 38.5, &format!("β {}", words::score(beta)));
            }
        }
        *text += "</g>\n";
    }

    /// The moves that were cut off.
    fn stub(&self, text: &mut String, placed: &Placed<'_>, cut: &Cut) {
        let x = self.left + placed.x;
        let _ = write!(text, "<g><title>{}</title>", escaped(&cut.in_full()));
        if let Some(row) = placed.row {
            let top = self.row(placed.layer, row);
            line(text, "small start cut", x + STEM, top + 9.0, &cut.count());
            line(text, "small start cut", x + STEM, top + 20.0, &cut.in_short());
        } else {
            let top = self.layer(placed.layer);
            line(text, "small cut", x, top + 11.0, &cut.count());
            line(text, "small cut", x, top + 23.0, cut.name());
            line(text, "small cut", x, top + 35.0, &cut.comparison());
        }
        *text += "</g>\n";
    }
}

/// The box of a node, with the triangle of a max or min node and the second frame of a finished game.
fn frame(text: &mut String, node: &Node, [left, top, width, height]: [f64; 4]) {
    let (class, round) = match node.kind {
        Kind::Inner if node.is_max => ("max", 6),
        Kind::Inner => ("min", 6),
        Kind::Horizon | Kind::Finished(_) => ("leaf", 0),
    };
    let best = if node.is_principal { " best" } else { "" };
    let mut rect = |class: &str, inset: f64| {
        let _ = write!(
            text,
            r#"<rect class="{class}" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="{round}"/>"#,
            left + inset,
            top + inset,
            width - 2.0 * inset,
            height - 2.0 * inset
        );
    };
    rect(&format!("{class}{best}"), 0.0);
    match node.kind {
        Kind::Horizon => {}
        Kind::Finished(_) => rect("leaf", 3.0),
        Kind::Inner => {
            let (class, foot, tip) = if node.is_max { ("up", 15.0, -9) } else { ("down", 6.0, 9) };
            let (x, y) = (left + 6.0, top + foot);
            let _ = write!(text, r#"<path class="{class}" d="M{x:.1} {y:.1}h9l-4.5 {tip}z"/>"#);
        }
    }
}
