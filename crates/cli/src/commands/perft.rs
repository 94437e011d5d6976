//! `quadrille perft`: the number of legal games of a given length.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use quadrille::{AnyLine, Catalogue};
use serde::Serialize;

use super::Run;
use crate::failure::Failure;
use crate::input::{PositionAnswer, PositionArguments, depth, to_json};

/// Count the legal games of exactly this many plies: the standard check of a move generator
///
/// A finished game has no moves, and a pass is a ply. Rules that draw a game only when people play it are left out here.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille perft %game% --depth 5
  quadrille perft %game% --depth 4 --divide
  quadrille perft %game% '%position%' --depth 3 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How many plies
    #[arg(long, default_value_t = 4, value_parser = depth, allow_hyphen_values = true)]
    depth: u32,
    /// Split the count by the first move
    #[arg(long)]
    divide: bool,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        self.position.answer(catalogue, out, None, &mut |line| Ok(self.count(line)))
    }
}

impl Arguments {
    fn count(&self, line: &dyn AnyLine) -> PositionAnswer {
        let depth = self.depth;
        let split = if self.divide { line.divide(depth) } else { Vec::new() };
        let divide: Vec<ShareJson> = split.into_iter().map(|(mv, nodes)| ShareJson { mv, nodes }).collect();
        let nodes = if self.divide && depth > 0 {
            divide.iter().map(|share| share.nodes).sum()
        } else {
            line.perft(depth)
        };
        let mut text = String::new();
        for ShareJson { mv, nodes } in &divide {
            let _ = writeln!(text, "{mv}  {nodes}");
        }
        let _ = writeln!(text, "{nodes}");
        let json = to_json(&CountJson { position: line.text(), depth, nodes, divide });
        PositionAnswer { json, text, note: None, interrupted: None }
    }
}

#[derive(Serialize)]
struct CountJson {
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<ShareJson>,
}

#[derive(Serialize)]
struct ShareJson {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}
