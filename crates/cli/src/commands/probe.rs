//! `quadrille probe`: what tables say of a position.

use std::cell::OnceCell;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use game::{Side, Verdict};
use games::GameSpec;
use serde::Serialize;
use solve::{AnyTables, Certainty, Probe, any_tables};

use crate::failure::Failure;
use crate::input::{Answer, PositionArguments, Question, to_json};

/// Tell what perfect play makes of a position and of each of its moves, from solved tables
///
/// Tables are made by `quadrille solve`; small ones, such as oska:4, ctf:3 and Congo with three men, are made on the spot.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille probe oska:4
  quadrille probe congo '7/7/3l3/7/7/3Z3/3L3 w 0'
  quadrille probe ctf:3 --json
  quadrille probe oska:4 - < positions.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The directory of tables [default: what `QUADRILLE_TABLES` names, or tables in the user's data directory]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let tables = self.tables.or_else(solve::home);
        self.position.answer(&Asked { tables, open: OnceCell::new() }, out)
    }
}

/// The tables of the game at hand, once somebody has asked.
struct Asked {
    tables: Option<PathBuf>,
    open: OnceCell<(GameSpec, Box<dyn AnyTables>)>,
}

#[derive(Serialize)]
struct Known<'a> {
    position: &'a str,
    outcome: &'static str,
    win_in: Option<i64>,
    certainty: &'static str,
    moves: Vec<KnownMove<'a>>,
}

#[derive(Serialize)]
struct KnownMove<'a> {
    #[serde(rename = "move")]
    name: &'a str,
    next: &'a str,
    outcome: &'static str,
    win_in: Option<i64>,
    certainty: &'static str,
}

impl Question for Asked {
    fn answer(&self, spec: GameSpec, position: &str) -> Result<Answer, String> {
        // Positions of one call are of one game, but a game without a size takes that of each board.
        let fresh;
        let open = match self.open.get() {
            Some((open, tables)) if *open == spec => tables,
            Some(_) => {
                fresh = self.open_tables(spec)?;
                &fresh
            }
            None => {
                let tables = self.open_tables(spec)?;
                &self.open.get_or_init(|| (spec, tables)).1
            }
        };
        let probe = open.probe(position).map_err(|error| error.to_string())?;
        Ok(Answer { json: to_json(&known(&probe)), text: text(&probe), note: None })
    }
}

impl Asked {
    fn open_tables(&self, spec: GameSpec) -> Result<Box<dyn AnyTables>, String> {
        any_tables(spec, self.tables.as_deref()).map_err(|error| error.to_string())
    }
}

fn known(probe: &Probe) -> Known<'_> {
    let moves = probe.moves.iter().map(|mv| KnownMove {
        name: &mv.name,
        next: &mv.next,
        outcome: mv.verdict.outcome(probe.to_move).code(),
        win_in: mv.verdict.win_in(),
        certainty: mv.certainty.code(),
    });
    Known {
        position: &probe.position,
        outcome: probe.verdict.outcome(probe.to_move).code(),
        win_in: probe.verdict.win_in(),
        certainty: probe.certainty.code(),
        moves: moves.collect(),
    }
}

fn text(probe: &Probe) -> String {
    let mut text =
        verdict_in_words(probe.verdict, probe.to_move) + &certainty_in_words(probe.certainty) + "\n";
    let width = probe.moves.iter().map(|mv| mv.name.chars().count()).max().unwrap_or(0);
    for mv in &probe.moves {
        // What is as certain as the position need not be said again.
        let doubt = if mv.certainty == probe.certainty { "" } else { ", if boards may come back" };
        let _ = writeln!(text, "{:width$}  {}{doubt}", mv.name, mv.verdict);
    }
    text
}

/// Who wins, and how soon.
pub(crate) fn verdict_in_words(verdict: Verdict, to_move: Side) -> String {
    let wins = |side: Side, plies: u32| match plies {
        0 => format!("{side} has won"),
        1 => format!("{side} wins in 1 ply"),
        _ => format!("{side} wins in {plies} plies"),
    };
    match verdict {
        Verdict::Win(plies) => wins(to_move, plies),
        Verdict::Loss(plies) => wins(!to_move, plies),
        Verdict::Draw => "a draw".to_string(),
    }
}

/// What there is to say on how far a verdict holds.
pub(crate) fn certainty_in_words(certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => "",
        Certainty::Outcome => " (for certain; boards must not come back, so the plies may differ)",
        Certainty::WithRepeats => " (if boards may come back, and endless play is a draw)",
    }
    .to_string()
}
