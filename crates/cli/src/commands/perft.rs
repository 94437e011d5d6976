//! `quadrille perft`: the number of legal games of so many plies.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use game::{Notation, divide, perft};
use games::{Error, GameSpec, Visitor};
use serde::Serialize;

use crate::failure::Failure;
use crate::input::{Answer, PositionArguments, Question, depth, to_json};

/// Count the legal games of exactly so many plies: the standard check of a move generator
///
/// A finished game has no moves, and a pass is a ply. In Congo only a lost lion ends the game here.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille perft crusher --depth 5
  quadrille perft congo --depth 4 --divide
  quadrille perft oska '--b-/--w/wb/---/-w-w w' --depth 3 --json")]
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

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        self.position.answer(&self, out)
    }
}

impl Question for Arguments {
    fn answer(&self, spec: GameSpec, position: &str) -> Result<Answer, String> {
        let count = Count { position, depth: self.depth, divide: self.divide };
        spec.visit(count).map_err(|error| error.to_string())
    }
}

struct Count<'p> {
    position: &'p str,
    depth: u32,
    divide: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Share>,
}

#[derive(Serialize)]
struct Share {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

impl Visitor for Count<'_> {
    type Output = Result<Answer, Error>;

    fn visit<G: Notation + 'static>(self, game: &G) -> Result<Answer, Error> {
        let mut line = game.parse_line(self.position)?;
        let mut shares = Vec::new();
        let nodes = if self.divide && self.depth > 0 {
            let split = divide(&mut line, self.depth);
            shares = split
                .iter()
                .map(|&(mv, nodes)| Share { mv: game.write_move(line.position(), mv), nodes })
                .collect();
            split.iter().map(|&(_, nodes)| nodes).sum()
        } else {
            perft(&mut line, self.depth)
        };
        let mut text = String::new();
        for Share { mv, nodes } in &shares {
            let _ = writeln!(text, "{mv}  {nodes}");
        }
        let _ = writeln!(text, "{nodes}");
        let report = Report { position: game.write_line(&line), depth: self.depth, nodes, divide: shares };
        Ok(Answer { json: to_json(&report), text, note: None })
    }
}
