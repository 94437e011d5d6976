//! `quadrille oska`: the call of the Oska course.

use std::io::Write;

use clap::Args;
use games::{haskell, oska};

use crate::failure::{Failure, say};
use crate::input::plies;

/// Choose the best next board in Oska, as the course calls it
///
/// Prints the rows of the board after the best move, or the same board when the game is over or the player has to pass
/// (stderr says which).
#[derive(Args)]
#[command(after_help = r#"Example:
  quadrille oska '["wwww","---","--","---","bbbb"]' "'w'" 2"#)]
pub(crate) struct Arguments {
    /// The rows of the board from top to bottom, as a Haskell list of strings
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// Who moves: 'w' or 'b'
    #[arg(allow_hyphen_values = true)]
    player: String,
    /// How many plies to look ahead, at least 1
    #[arg(allow_hyphen_values = true)]
    look_ahead: String,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let board = haskell::parse_list(&self.board)?;
        let player = haskell::parse_char(&self.player)?;
        let next = oska::oska(&board, player, plies(&self.look_ahead, 1)?)?;
        match oska::ending(&board, player)? {
            Some(ending) => say(&ending.to_string()),
            None if next == board => say("no man can move: the turn is lost"),
            None => {}
        }
        Ok(writeln!(out, "{}", haskell::write_list(&next))?)
    }
}
