//! `quadrille capture`: the call of the Capture the Flag course.

use std::io::Write;

use clap::Args;
use games::{ctf, haskell};

use crate::failure::{Failure, say};
use crate::input::plies;

/// Choose the best next board in Capture the Flag, as the course calls it
///
/// Prints the board after the best move, or the newest board when the game is over (stderr says why).
#[derive(Args)]
#[command(after_help = r#"Example:
  quadrille capture '["-wWw--www-------bbb--bBb-"]' "'w'" 2"#)]
pub(crate) struct Arguments {
    /// The boards of the game, newest first, as a Haskell list of strings
    #[arg(allow_hyphen_values = true)]
    history: String,
    /// Who moves: 'w' or 'b'
    #[arg(allow_hyphen_values = true)]
    player: String,
    /// How many plies to look ahead, at least 1
    #[arg(allow_hyphen_values = true)]
    look_ahead: String,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let history = haskell::parse_list(&self.history)?;
        let player = haskell::parse_char(&self.player)?;
        let next = ctf::capture(&history, player, plies(&self.look_ahead, 1)?)?;
        if let Some(ending) = ctf::ending(&history, player)? {
            say(&ending.to_string());
        }
        Ok(writeln!(out, "{}", haskell::write_string(&next))?)
    }
}
