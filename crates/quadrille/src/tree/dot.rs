//! The figure for Graphviz: `dot -Tpdf`.

use std::fmt::Write as _;

use super::{Figure, Kind, Node, Tree, Window, words};

/// Writes the figure, each algorithm as a cluster.
pub fn write(figure: &Figure) -> String {
    let mut legend = figure.legend("a house", "an upturned house");
    legend.push("Bold is the principal variation, a double frame a finished game.".to_string());
    let label = format!("{}\n{}", figure.title, legend.join("\n"));
    let mut text = "digraph tree {\n".to_string();
    let _ = writeln!(
        text,
        "  graph [label={}, labelloc=t, ordering=out, fontname=\"sans-serif\"];",
        quoted(&label)
    );
    text += "  node [fontname=\"sans-serif\", fontsize=11, margin=\"0.06,0.03\", height=0.3, width=0.3];\n";
    text += "  edge [fontname=\"sans-serif\", fontsize=10, arrowhead=none];\n";
    for (index, tree) in figure.trees().enumerate() {
        let _ = writeln!(text, "  subgraph cluster_{index} {{");
        let _ = writeln!(text, "    graph [label={}, color=gray70];", quoted(&tree.heading()));
        let mut writer = Writer { tree, index, next: 0, text: &mut text };
        writer.node(&tree.root);
        text += "  }\n";
    }
    text += "}\n";
    text
}

struct Writer<'f> {
    tree: &'f Tree,
    /// The index of the tree in the figure.
    index: usize,
    /// The number of the next node.
    next: usize,
    text: &'f mut String,
}

impl Writer<'_> {
    /// Writes a node and all nodes below it, and returns its identifier.
    fn node(&mut self, node: &Node) -> String {
        let name = self.name();
        let mut label = words::value(node);
        if let Some(Window { alpha, beta }) = node.window {
            let _ = write!(label, "\nα {}\nβ {}", words::score(alpha), words::score(beta));
        }
        let shape = match node.kind {
            Kind::Inner if node.is_max => "shape=house",
            Kind::Inner => "shape=invhouse",
            Kind::Horizon => "shape=box",
            Kind::Finished(_) => "shape=box, peripheries=2",
        };
        let bold = if node.is_principal { ", penwidth=3" } else { "" };
        let tooltip = quoted(&words::in_full(self.tree, node));
        let _ =
            writeln!(self.text, "    {name} [label={}, {shape}{bold}, tooltip={tooltip}];", quoted(&label));
        for child in &node.children {
            let below = self.node(child);
            let mv = quoted(child.mv.as_deref().unwrap_or(""));
            let bold = if child.is_principal { ", penwidth=3" } else { "" };
            let _ = writeln!(self.text, "    {name} -> {below} [label={mv}{bold}];");
        }
        if let Some(cut) = &node.cut {
            let below = self.name();
            let label = quoted(&format!("✂ {}\n{}", cut.count(), cut.comparison()));
            let tooltip = quoted(&cut.in_full());
            let grey = "color=gray60, fontcolor=gray40";
            let _ = writeln!(
                self.text,
                "    {below} [label={label}, shape=plaintext, {grey}, tooltip={tooltip}];"
            );
            let _ = writeln!(
                self.text,
                "    {name} -> {below} [style=dashed, {grey}, arrowhead=tee, tooltip={tooltip}];"
            );
        }
        name
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("n{}_{}", self.index, self.next)
    }
}

/// A text in quotation marks, its lines centred.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
