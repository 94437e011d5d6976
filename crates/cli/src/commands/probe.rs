//! `quadrille probe`: what solved tables say of a position.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use quadrille::Catalogue;
use quadrille::solving::Probe;
use serde::Serialize;

use super::Run;
use crate::failure::Failure;
use crate::input::{PositionAnswer, PositionArguments, TablesArgument, to_json};
use crate::words;

/// Look up in solved tables who wins a position with perfect play, and after each of its moves
///
/// `quadrille solve` makes tables. Small ones are solved in memory when they are needed.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille probe %small%
  quadrille probe %small% --json
  quadrille probe %small% - < positions.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    tables: TablesArgument,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let tables = self.tables.open();
        self.position.answer(catalogue, out, None, &mut |line| {
            let probe = tables.probe(line).map_err(|error| error.to_string())?;
            Ok(PositionAnswer { json: json(&probe), text: text(&probe), note: None, interrupted: None })
        })
    }
}

#[derive(Serialize)]
struct ProbeJson<'a> {
    position: &'a str,
    outcome: &'static str,
    win_in: Option<i64>,
    certainty: &'static str,
    moves: Vec<ProbedMoveJson<'a>>,
}

#[derive(Serialize)]
struct ProbedMoveJson<'a> {
    #[serde(rename = "move")]
    name: &'a str,
    next: &'a str,
    outcome: &'static str,
    win_in: Option<i64>,
    certainty: &'static str,
}

fn json(probe: &Probe) -> String {
    let moves = probe.moves.iter().map(|mv| ProbedMoveJson {
        name: &mv.name,
        next: &mv.next,
        outcome: mv.verdict.outcome(probe.to_move).code(),
        win_in: mv.verdict.win_in(),
        certainty: mv.certainty.code(),
    });
    to_json(&ProbeJson {
        position: &probe.position,
        outcome: probe.verdict.outcome(probe.to_move).code(),
        win_in: probe.verdict.win_in(),
        certainty: probe.certainty.code(),
        moves: moves.collect(),
    })
}

fn text(probe: &Probe) -> String {
    let mut text = words::verdict(probe.verdict, probe.certainty, probe.to_move) + "\n";
    let width = probe.moves.iter().map(|mv| mv.name.chars().count()).max().unwrap_or(0);
    for mv in &probe.moves {
        // What is as certain as the position need not be said again.
        let condition = if mv.certainty == probe.certainty { "" } else { " if boards may repeat" };
        let _ = writeln!(text, "{:width$}  {}{condition}", mv.name, mv.verdict);
    }
    text
}
