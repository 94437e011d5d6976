//! `quadrille play`: a game against the engine, on a full screen or line by line; or a recorded game, move by move.

mod app;
mod background;
mod board;
mod lines;
mod picker;
mod record;
mod screen;
mod session;
#[cfg(test)]
mod stage;
mod terminal;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyline::Strength;
use clap::{Args, ValueEnum};
use games::GameSpec;

use crate::failure::Failure;
use crate::input::position;
use session::Session;

/// Play against the engine in the terminal, or show a recorded game move by move
///
/// On a terminal the board fills the screen: arrow keys and Enter move the men, a move can also be typed, and ? explains the
/// keys. Without a terminal, or with --plain, every line of stdin is a command: a move, the next board, undo, hint, moves,
/// resign, quit or help.
///
/// --record reads what `match` and `tournament` write with --pgn or --jsonl. Every move is checked against the rules.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille play ctf
  quadrille play congo --side black --opponent level=6
  quadrille play oska 'w-ww/-w-/--/--b/bb-b w' --side both
  printf 'b1a2\nhint\n' | quadrille play oska:3
  quadrille play crusher --side none --opponent depth=4 --plain

  quadrille match oska random engine:depth=3 --games 2 --pgn games.pgn
  quadrille play --record games.pgn --game 2")]
pub(crate) struct Arguments {
    /// ctf, crusher, oska or congo, with a size if you like: ctf:6, crusher:4, oska:5, congo:course
    #[arg(value_name = "GAME", required_unless_present = "record", conflicts_with = "record")]
    name: Option<String>,
    /// The position to begin with, or `startpos` for the start
    #[arg(default_value = "startpos", allow_hyphen_values = true, value_parser = position)]
    position: String,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Humans::White)]
    side: Humans,
    /// How strong the engine is: level=1 to level=10, depth=6 (exactly so many plies) or time=500ms (a move)
    #[arg(long, value_name = "STRENGTH", default_value = "level=3")]
    opponent: Strength,
    /// Read commands line by line, on a terminal too
    #[arg(long)]
    plain: bool,
    /// Show a game of this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record", conflicts_with = "name")]
    game: usize,
}

/// Who is played by people.
#[derive(Clone, Copy, ValueEnum)]
enum Humans {
    /// White is yours
    White,
    /// Black is yours
    Black,
    /// Two people play, or one against himself
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

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(path) = &self.record {
            return record::show(path, self.game, out);
        }
        let spec = GameSpec::for_position(self.name.as_deref().unwrap_or_default(), &self.position)?;
        let dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
        let on_screen = !self.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal();
        anyline::open(spec, &self.position, |start| {
            let session = Session::new(spec, start, self.side.sides(), self.opponent);
            if on_screen { terminal::play(session, out) } else { lines::play(session, out) }
        })??;
        Ok(())
    }
}
