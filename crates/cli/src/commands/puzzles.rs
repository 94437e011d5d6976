//! `quadrille puzzles`: positions with exactly one right move.

use std::io::Write;

use clap::Args;
use quadrille::Catalogue;
use quadrille::puzzles::{MOST_PUZZLES, Maker, Puzzle};

use super::Run;
use crate::failure::Failure;
use crate::input::{TablesArgument, ended, to_json};
use crate::process::Interrupt;

/// Make puzzles: positions in which exactly one move wins, or exactly one saves the draw
///
/// Every puzzle is proved, either by solved tables or by exhaustive search to the end of a short win. "Win in 5 plies" means that only
/// one move wins within 5 plies; other moves may win later. One third of the puzzles is easy, one third medium and one third hard, if
/// the game has enough of each. The same game, seed and tables give the same puzzles.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille puzzles %small% --count 5
  quadrille puzzles %game% --count 20 --seed 7
  quadrille puzzles %game% --count 200 --json > puzzles.jsonl")]
pub(crate) struct Arguments {
    /// %games%
    game: String,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count)]
    count: usize,
    /// Decides which puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    tables: TablesArgument,
    /// Answer as JSON, one puzzle a line
    #[arg(long)]
    json: bool,
}

fn count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_PUZZLES).contains(number));
    number.ok_or_else(|| format!("a number from 1 to {MOST_PUZZLES} is expected"))
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let game = catalogue.game(&self.game)?;
        let interrupt = Interrupt::new()?;
        let puzzles = Maker::new(game, self.tables.open(), self.seed).make(self.count, Some(&interrupt.flag));
        for puzzle in &puzzles {
            writeln!(out, "{}", if self.json { to_json(puzzle) } else { text(puzzle) })?;
        }
        let missing = self.count - puzzles.len();
        if missing > 0 && !interrupt.is_asked() {
            eprintln!(
                "note: found {} puzzles, and not {}: try a larger board or another seed",
                puzzles.len(),
                self.count
            );
        }
        ended(interrupt.is_asked().then(|| "interrupted".to_string()), out)
    }
}

fn text(puzzle: &Puzzle) -> String {
    format!("{}  {}: {puzzle}: {}", puzzle.position, puzzle.difficulty, puzzle.solution)
}
