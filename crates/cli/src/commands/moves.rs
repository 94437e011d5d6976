//! `quadrille moves`: the legal moves of a position.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use quadrille::{AnyLine, Catalogue, MOST_MOVES};
use serde::Serialize;

use super::Run;
use crate::failure::Failure;
use crate::input::{PositionAnswer, PositionArguments, to_json};

/// List the legal moves of a position, each with the position it leads to
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille moves %game%
  quadrille moves %game% '%position%' --json
  quadrille moves %game% - < positions.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        self.position.answer(catalogue, out, None, &mut answer)
    }
}

#[derive(Serialize)]
struct MovesJson {
    position: String,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    next: String,
}

fn answer(line: &dyn AnyLine) -> Result<PositionAnswer, String> {
    let successors = line
        .successors()
        .ok_or_else(|| format!("this position has more than {MOST_MOVES} moves, too many to list"))?;
    let moves: Vec<MoveJson> = successors.into_iter().map(|(mv, next)| MoveJson { mv, next }).collect();
    let mut text = String::new();
    for MoveJson { mv, next } in &moves {
        let _ = writeln!(text, "{mv}  {next}");
    }
    let note = line.ending().map(|ending| ending.to_string());
    let json = to_json(&MovesJson { position: line.text(), moves });
    Ok(PositionAnswer { json, text, note, interrupted: None })
}
