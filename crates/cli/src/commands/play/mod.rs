//! `quadrille play`: a game against the engine, on a full screen or line by line; or a recorded game, move by move.

mod app;
mod background;
mod board;
mod game;
mod lines;
mod picker;
mod record;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;

use std::env;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille::{Catalogue, Strength};

use super::Run;
use crate::failure::Failure;
use crate::input::{TablesArgument, line_of_argument};
use game::InteractiveGame;

/// Play against the engine in the terminal, or show a recorded game move by move
///
/// On a terminal the board fills the screen: arrow keys and Enter move the men, a move can also be typed, and ? explains the
/// keys. Without a terminal, or with --plain, every line of stdin is a command: a move, the next board, undo, hint, moves,
/// resign, quit or help.
///
/// --record reads what `match` and `tournament` write with --pgn or --jsonl. Every move is checked against the rules.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille play %game%
  quadrille play %sized% --side black --opponent level=6
  quadrille play %game% '%position%' --side both
  printf '%move%\nhint\n' | quadrille play %game%
  quadrille play %game% --side none --opponent depth=4 --plain

  quadrille match %game% random engine:depth=3 --games 2 --pgn games.pgn
  quadrille play --record games.pgn --game 2")]
pub(crate) struct Arguments {
    /// %games%
    #[arg(value_name = "GAME", required_unless_present = "record", conflicts_with = "record")]
    name: Option<String>,
    /// The position to begin with, or `startpos` for the starting position
    #[arg(default_value = "startpos", allow_hyphen_values = true)]
    position: String,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Humans::White)]
    side: Humans,
    /// How strong the engine is: level=1 (a beginner) to level=12 (the best), depth=6 (exactly 6 plies) or time=500ms (a move)
    #[arg(long, value_name = "STRENGTH", default_value = "level=3")]
    opponent: Strength,
    /// Repeats a game: the engine chooses as in the game that printed this seed [default: another one each time]
    #[arg(long, value_name = "N", conflicts_with = "record")]
    seed: Option<u64>,
    /// Read commands line by line, on a terminal too
    #[arg(long)]
    plain: bool,
    /// Show a game of this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record", conflicts_with = "name")]
    game: usize,
    #[command(flatten)]
    tables: TablesArgument,
}

/// The sides that people play.
#[derive(Clone, Copy, ValueEnum)]
enum Humans {
    /// You play White
    White,
    /// You play Black
    Black,
    /// Two people play, or you play both sides
    Both,
    /// The engine plays against itself
    None,
}

impl Humans {
    /// For each side whether it is played by a person.
    fn sides(self) -> [bool; 2] {
        match self {
            Humans::White => [true, false],
            Humans::Black => [false, true],
            Humans::Both => [true, true],
            Humans::None => [false, false],
        }
    }
}

/// A seed that differs from game to game, short enough to be typed.
fn new_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(path) = &self.record {
            return record::show(catalogue, path, self.game, out);
        }
        let start = line_of_argument(catalogue, self.name.as_deref().unwrap_or_default(), &self.position)?;
        let dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
        let on_screen = !self.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal();
        let seed = self.seed.unwrap_or_else(new_seed);
        let game = InteractiveGame::new(start, self.side.sides(), self.opponent, seed);
        let tables = self.tables.open();
        if on_screen { terminal::play(game, &tables, out) } else { lines::play(game, &tables, out) }
    }
}
