//! `quadrille crusher`: the call of the Crusher course.

use std::io::Write;

use clap::Args;
use games::{Error, Problem, crusher, haskell, whole_number};

use crate::failure::{Failure, say};
use crate::input::plies;

/// Choose the best next board in Crusher, as the course calls it
///
/// Prints the whole history with the board after the best move in front, or the history unchanged when the game is over
/// (stderr says why).
#[derive(Args)]
#[command(after_help = r#"Example:
  quadrille crusher '["WWW-WW-------BB-BBB"]' "'W'" 2 3"#)]
pub(crate) struct Arguments {
    /// The boards of the game, newest first, as a Haskell list of strings
    #[arg(allow_hyphen_values = true)]
    history: String,
    /// Who moves: 'W' or 'B'
    #[arg(allow_hyphen_values = true)]
    player: String,
    /// How many plies to look ahead, at least 1
    #[arg(allow_hyphen_values = true)]
    look_ahead: String,
    /// The number of cells along a side of the hexagon
    #[arg(allow_hyphen_values = true)]
    n: String,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let history = haskell::parse_list(&self.history)?;
        let player = haskell::parse_char(&self.player)?;
        let depth = plies(&self.look_ahead, 1)?;
        let n = whole_number(self.n.trim()).ok_or_else(|| Error::whole(Problem::WholeNumber, &self.n))?;
        let boards = crusher::crusher(&history, player, depth, n)?;
        if let Some(ending) = crusher::ending(&history, player, n)? {
            say(&ending.to_string());
        }
        Ok(writeln!(out, "{}", haskell::write_list(&boards))?)
    }
}
