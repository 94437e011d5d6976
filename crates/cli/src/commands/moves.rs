//! `quadrille moves`: the legal moves of a position.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use game::Notation;
use games::{Error, GameSpec, Visitor};
use serde::Serialize;

use crate::failure::Failure;
use crate::input::{Answer, PositionArguments, Question, to_json};

/// List the legal moves of a position, each with the position it leads to
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille moves ctf
  quadrille moves oska:4 'wwww/---/--/---/bbbb w' --json
  quadrille moves crusher - < positions.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        self.position.answer(&EveryMove, out)
    }
}

struct EveryMove;

impl Question for EveryMove {
    fn answer(&self, spec: GameSpec, position: &str) -> Result<Answer, String> {
        spec.visit(List { position }).map_err(|error| error.to_string())
    }
}

struct List<'p> {
    position: &'p str,
}

#[derive(Serialize)]
struct Report {
    position: String,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    mv: String,
    next: String,
}

impl Visitor for List<'_> {
    type Output = Result<Answer, Error>;

    fn visit<G: Notation + 'static>(self, game: &G) -> Result<Answer, Error> {
        let mut line = game.parse_line(self.position)?;
        let mut moves = Vec::new();
        for legal in line.moves() {
            let mv = game.write_move(line.position(), legal);
            if let Some(undo) = line.try_play(legal) {
                moves.push(Move { mv, next: game.write_line(&line) });
                line.undo(undo);
            }
        }
        let mut text = String::new();
        for Move { mv, next } in &moves {
            let _ = writeln!(text, "{mv}  {next}");
        }
        let note = line.ending().map(|ending| ending.to_string());
        let report = Report { position: game.write_line(&line), moves };
        Ok(Answer { json: to_json(&report), text, note })
    }
}
