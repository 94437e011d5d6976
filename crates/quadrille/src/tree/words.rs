//! Texts that all figures share.

use std::fmt::Write as _;

use game::Score;

use super::{Bound, Cut, Figure, Kind, Node, Tree, Window};

/// A score, or the end of an open window.
pub(super) fn score(score: Score) -> String {
    match score {
        Score::MIN => "-∞".to_string(),
        Score::MAX => "+∞".to_string(),
        score => score.to_string(),
    }
}

/// The value of a node with the sign of its bound.
pub(super) fn value(node: &Node) -> String {
    match node.bound {
        Bound::Exact => score(node.value),
        Bound::AtLeast => format!("≥ {}", score(node.value)),
        Bound::AtMost => format!("≤ {}", score(node.value)),
    }
}

impl Window {
    /// One end of a window in words; an open end has no number.
    pub fn words(end: Score) -> String {
        score(end)
    }
}

/// A window on one line.
pub(super) fn window(Window { alpha, beta }: Window) -> String {
    format!("α {} β {}", score(alpha), score(beta))
}

impl Cut {
    /// The reason in words: `beta cut-off: +3 ≥ +2, Black has better elsewhere and would not allow this`.
    pub fn reason(&self) -> String {
        let why = if self.value == self.limit {
            "has as good elsewhere and gains nothing here"
        } else {
            "has better elsewhere and would not allow this"
        };
        format!("{}, {} {why}", self.in_short(), self.side)
    }

    /// The comparison that made the cut: `+3 ≥ +2`.
    pub fn comparison(&self) -> String {
        let sign = if self.by_beta { '≥' } else { '≤' };
        format!("{} {sign} {}", score(self.value), score(self.limit))
    }

    /// `alpha cut-off`.
    pub(super) fn name(&self) -> &'static str {
        if self.by_beta { "beta cut-off" } else { "alpha cut-off" }
    }

    /// The reason of the cut on one line: `alpha cut-off: +1 ≤ +2`.
    pub(super) fn in_short(&self) -> String {
        format!("{}: {}", self.name(), self.comparison())
    }

    /// How many moves were cut off.
    pub(super) fn count(&self) -> String {
        match self.unsearched.len() {
            1 => "1 move".to_string(),
            moves => format!("{moves} moves"),
        }
    }

    /// The moves that were not searched, and why.
    pub(super) fn in_full(&self) -> String {
        format!("{}; not searched: {}", self.reason(), self.unsearched.join(" "))
    }
}

/// Everything about a node, on several lines.
pub(super) fn in_full(tree: &Tree, node: &Node) -> String {
    let mut text = match &node.mv {
        // The other side made the move.
        Some(mv) => format!("{} plays {mv}", if node.is_max { !tree.side } else { tree.side }),
        None => format!("{} to move", tree.side),
    };
    let _ = write!(text, "\nvalue for {}: {}", tree.side, value(node));
    if let Some(Window { alpha, beta }) = node.window {
        let _ = write!(text, "\nalpha {}, beta {}", score(alpha), score(beta));
    }
    match node.kind {
        Kind::Finished(ending) => {
            let _ = write!(text, "\n{ending}");
        }
        Kind::Horizon => text += "\nevaluated: the search looks no further",
        Kind::Inner => {}
    }
    if node.is_principal {
        text += "\non the principal variation";
    }
    text
}

impl Tree {
    /// `minimax: 15 positions`.
    pub(super) fn heading(&self) -> String {
        let Tree { algorithm, positions, .. } = self;
        format!("{algorithm}: {positions} position{}", if *positions == 1 { "" } else { "s" })
    }
}

impl Figure {
    /// `minimax looked at 15 positions, alpha-beta at 9`.
    pub fn counts(&self) -> String {
        let mut text = String::new();
        for tree in self.trees() {
            let Tree { algorithm, positions, .. } = tree;
            let _ = match text.as_str() {
                "" if *positions == 1 => write!(text, "{algorithm} looked at 1 position"),
                "" => write!(text, "{algorithm} looked at {positions} positions"),
                _ => write!(text, ", {algorithm} at {positions}"),
            };
        }
        text
    }

    /// How to read the figure, one or two sentences per line. The marks of max and min nodes depend on the kind of figure.
    pub(super) fn legend(&self, max: &str, min: &str) -> Vec<String> {
        let Some(tree) = self.trees().next() else { return Vec::new() };
        let (side, other) = (tree.side, !tree.side);
        let mut lines = vec![format!(
            "Values are for {side}. {side} moves at {max} and takes the highest, {other} at {min} and takes the lowest."
        )];
        if self.trees().any(|tree| has_decided(&tree.root)) {
            lines.push("Won and lost count the plies from the root.".to_string());
        }
        if self.alpha_beta.is_some() {
            lines.push(format!(
                "Alpha-beta tries moves {} and is fail-soft: ≥ and ≤ mark values that are bounds.",
                tree.order
            ));
            lines.push(
                "Alpha and beta are those with which a position is entered; a value at or outside them cannot matter."
                    .to_string(),
            );
        }
        lines
    }
}

fn has_decided(node: &Node) -> bool {
    node.value.plies_to_end().is_some() || node.children.iter().any(has_decided)
}
