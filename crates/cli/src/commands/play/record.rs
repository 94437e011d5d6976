//! A recorded game, move by move.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use quadrille::{AnyLine, Catalogue, Record, read_records};

use crate::failure::Failure;
use crate::files::read_file;

/// Shows the game with this number, counted from 1.
pub(super) fn show(
    catalogue: &Catalogue,
    path: &Path,
    number: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let text = read_file(path)?;
    let wrong = |problem: String| Failure::Input(format!("{}: {problem}", path.display()));
    let records = read_records(&text).map_err(wrong)?;
    let record = number.checked_sub(1).and_then(|index| records.get(index)).ok_or_else(|| {
        wrong(format!("there is no game {number}: the file has {}, counted from 1", records.len()))
    })?;
    let line = catalogue.game(&record.game)?.line(&record.opening.position)?;
    Ok(out.write_all(drawn(line, record).map_err(wrong)?.as_bytes())?)
}

/// The whole game, drawn.
fn drawn(mut line: Box<dyn AnyLine>, record: &Record) -> Result<String, String> {
    let [white, black] = &record.players;
    let mut text = format!("{}: {white} (White) against {black} (Black)\n\n{}", record.game, line.draw());
    let played = record.opening.moves.len();
    for (index, mv) in record.all_moves().enumerate() {
        line.play(mv).map_err(|refusal| format!("move {} of the game, {mv}: {refusal}", index + 1))?;
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
