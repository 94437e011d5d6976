//! `quadrille rules`: a game's rules page.

use std::io::Write;

use clap::Args;
use games::GameSpec;

use crate::failure::Failure;

/// Explain a game: its rules, its notation and our evaluation
#[derive(Args)]
#[command(after_help = r"Example:
  quadrille rules oska")]
pub(crate) struct Arguments {
    /// ctf, crusher, oska or congo
    game: String,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let spec: GameSpec = self.game.parse()?;
        Ok(out.write_all(spec.rules().as_bytes())?)
    }
}
