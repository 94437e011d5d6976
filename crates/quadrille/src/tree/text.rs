//! The figure as text: one tree of moves, and a column of values for each algorithm.

use std::fmt::Write as _;

use super::{Figure, Kind, Node, Window, words};

/// Writes the figure.
///
/// Alpha-beta visits some of the nodes of minimax, so both fit into one tree. Moves that alpha-beta has cut off are
/// marked in its column.
pub fn write(figure: &Figure) -> String {
    let mut writer = Writer { figure, rows: Vec::new() };
    let mut header = vec!["move".to_string()];
    if figure.minimax.is_some() {
        header.push("minimax".to_string());
    }
    if figure.alpha_beta.is_some() {
        header.extend(["alpha-beta", "alpha", "beta"].map(String::from));
    }
    writer.rows.push((header, String::new()));
    let pair = Pair {
        minimax: figure.minimax.as_ref().map(|tree| &tree.root),
        alpha_beta: figure.alpha_beta.as_ref().map(|tree| &tree.root),
    };
    writer.node(pair, "", "");
    let legend = figure.legend("▲", "▼");
    let mut text = format!("{}\n\n{}\n", figure.title, writer.table());
    for line in legend {
        let _ = writeln!(text, "{line}");
    }
    let _ = write!(text, "* marks the principal variation");
    if figure.alpha_beta.is_some() {
        text += ", ✂ what is cut off";
    }
    let _ = writeln!(text, ".\n\n{}", figure.counts());
    text
}

/// A position in the trees of one or both algorithms.
#[derive(Clone, Copy)]
struct Pair<'f> {
    minimax: Option<&'f Node>,
    alpha_beta: Option<&'f Node>,
}

struct Writer<'f> {
    figure: &'f Figure,
    /// The cells of each row, and the remark after them.
    rows: Vec<(Vec<String>, String)>,
}

impl<'f> Writer<'f> {
    /// Adds the rows of a position and of all below it, with `branch` before its move and `trunk` before its children.
    fn node(&mut self, pair: Pair<'f>, branch: &str, trunk: &str) {
        let Some(node) = pair.minimax.or(pair.alpha_beta) else { return };
        self.row(node, pair, branch);
        let stub = node.cut.as_ref();
        for (index, child) in node.children.iter().enumerate() {
            let is_last = index + 1 == node.children.len() && stub.is_none();
            let (corner, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let children = Pair {
                minimax: pair.minimax.and(Some(child)),
                alpha_beta: pair.alpha_beta.and_then(|node| node.children.get(index)),
            };
            self.node(children, &format!("{trunk}{corner}"), &format!("{trunk}{below}"));
        }
        if let Some(cut) = stub {
            self.rows.push((vec![format!("{trunk}└╌ ✂ {}", cut.count())], cut.in_full()));
        }
    }

    fn row(&mut self, node: &Node, pair: Pair<'f>, branch: &str) {
        let mark = match node.kind {
            Kind::Inner if node.is_max => "▲ ",
            Kind::Inner => "▼ ",
            Kind::Horizon | Kind::Finished(_) => "",
        };
        let principal = if node.is_principal { " *" } else { "" };
        let mv = node.mv.as_deref().unwrap_or("root");
        let mut cells = vec![format!("{branch}{mark}{mv}{principal}")];
        cells.extend(pair.minimax.map(words::value));
        let mut notes = Vec::new();
        if let Kind::Finished(ending) = node.kind {
            notes.push(ending.to_string());
        }
        match pair.alpha_beta {
            Some(node) => {
                cells.push(words::value(node));
                if let Some(Window { alpha, beta }) = node.window {
                    cells.extend([words::score(alpha), words::score(beta)]);
                }
                // If the moves that are cut off have rows, the reason does not need a row.
                if let (Some(_), Some(cut)) = (pair.minimax, &node.cut) {
                    notes.push(format!("✂ {} cut off: {}", cut.count(), cut.reason()));
                }
            }
            None if self.figure.alpha_beta.is_some() => cells.push("✂".to_string()),
            None => {}
        }
        self.rows.push((cells, notes.join("; ")));
    }

    /// The rows with their cells below each other.
    fn table(&self) -> String {
        let columns = self.rows[0].0.len();
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|(cells, _)| cells.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let mut table = String::new();
        for (cells, note) in &self.rows {
            let mut row = String::new();
            for (column, width) in widths.iter().enumerate() {
                let cell = cells.get(column).map_or("", String::as_str);
                let _ = write!(row, "{cell:<width$}  ");
            }
            row += note;
            let _ = writeln!(table, "{}", row.trim_end());
        }
        table
    }
}
