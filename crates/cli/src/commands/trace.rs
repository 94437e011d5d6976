//! The terms of the standard evaluation, for `quadrille analyze --trace`.

use std::fmt::Write;

use quadrille::{AnyLine, Side, Term};
use serde::Serialize;

/// What the evaluation of the position itself is made of, without any look-ahead.
#[derive(Serialize)]
pub(crate) struct Trace {
    /// Each term in the order of the rules page.
    list: Vec<TermJson>,
    /// What they add up to for the side to move.
    sum: i32,
    #[serde(skip)]
    mover: Side,
}

#[derive(Serialize)]
struct TermJson {
    name: &'static str,
    weight: i32,
    white: SideJson,
    black: SideJson,
}

/// What one side has.
#[derive(Serialize)]
struct SideJson {
    count: i32,
    share: i32,
}

impl Trace {
    /// The terms of a position that is not decided.
    pub(crate) fn new(line: &dyn AnyLine) -> Trace {
        let (mover, terms) = (line.side(), line.terms());
        let part =
            |term: &Term, side: Side| SideJson { count: term.counts[side.index()], share: term.share(side) };
        let row = |term: &Term| TermJson {
            name: term.name,
            weight: term.weight,
            white: part(term, Side::White),
            black: part(term, Side::Black),
        };
        Trace {
            list: terms.iter().map(row).collect(),
            sum: terms.iter().map(|term| term.worth(mover)).sum(),
            mover,
        }
    }

    pub(crate) fn text(&self) -> String {
        let total =
            |part: fn(&TermJson) -> &SideJson| self.list.iter().map(|row| part(row).share).sum::<i32>();
        let (white, black) = (total(|row| &row.white), total(|row| &row.black));
        let last = format!("{} to move: {:+}", self.mover, self.sum);
        let width = self.list.iter().map(|row| row.name.len()).max().unwrap_or(0).max(last.len());
        let mut text = format!("{:<width$}  worth     White   share     Black   share\n", "evaluation");
        for TermJson { name, weight, white, black } in &self.list {
            let _ = writeln!(
                text,
                "{name:<width$}  {weight:>5}  {:>8}  {:>6}  {:>8}  {:>6}",
                white.count, white.share, black.count, black.share
            );
        }
        let _ = writeln!(text, "{last:<width$}  {:>5}  {:>8}  {white:>6}  {:>8}  {black:>6}", "", "", "");
        text
    }
}
