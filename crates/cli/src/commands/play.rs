//! `quadrille play`: a recorded game, move by move.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyline::AnyLine;
use arena::{Record, read_records};
use clap::Args;
use games::GameSpec;

use crate::event::unreadable;
use crate::failure::Failure;

/// Show a recorded game move by move
///
/// Reads what `match` and `tournament` write with --pgn or --jsonl. Every move is checked against the rules.
#[derive(Args)]
#[command(after_help = r"Example:
  quadrille match oska random engine:depth=3 --games 2 --pgn games.pgn
  quadrille play --record games.pgn --game 2")]
pub(crate) struct Arguments {
    /// The file with the games
    #[arg(long, value_name = "FILE")]
    record: PathBuf,
    /// Which of them, counted from 1
    #[arg(long, default_value_t = 1)]
    game: usize,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let text = fs::read_to_string(&self.record).map_err(|error| unreadable(&self.record, &error))?;
        let wrong = |problem: String| Failure::Input(format!("{}: {problem}", self.record.display()));
        let records = read_records(&text).map_err(wrong)?;
        let record = self.game.checked_sub(1).and_then(|index| records.get(index)).ok_or_else(|| {
            wrong(format!("there is no game {}: the file has {}, counted from 1", self.game, records.len()))
        })?;
        let game: GameSpec = record.game.parse()?;
        let shown = anyline::open(game, &record.opening.position, |line| show(line, record))?;
        Ok(out.write_all(shown.map_err(wrong)?.as_bytes())?)
    }
}

/// The whole game, drawn.
fn show(line: &mut dyn AnyLine, record: &Record) -> Result<String, String> {
    let [white, black] = &record.players;
    let mut text = format!("{}: {white} (White) against {black} (Black)\n\n{}", record.game, line.draw());
    let played = record.opening.moves.len();
    for (index, mv) in record.all_moves().enumerate() {
        line.play(mv).map_err(|problem| format!("move {} of the game, {mv}: {problem}", index + 1))?;
        let ply = index.checked_sub(played).map(|index| &record.moves[index]);
        let remark = match ply {
            None => "opening".to_string(),
            Some(ply) => {
                let score = ply.score.map_or(String::new(), |score| format!(", {score:+}"));
                format!("{} ms{score}", ply.milliseconds)
            }
        };
        let _ = write!(text, "\n{}. {mv}  ({remark})\n{}", index + 1, line.draw());
    }
    let _ = writeln!(text, "\n{}: {}", record.result.text(), record.reason);
    Ok(text)
}
