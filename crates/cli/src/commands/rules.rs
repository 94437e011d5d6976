//! `quadrille rules`: a game's rules page.

use std::io::Write;

use clap::Args;
use quadrille::Catalogue;

use super::Run;
use crate::failure::Failure;

/// Explain a game: its rules, its notation and our evaluation
#[derive(Args)]
#[command(after_help = r"Example:
  quadrille rules %game%")]
pub(crate) struct Arguments {
    /// %games%
    game: String,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let game = catalogue.game(&self.game)?;
        Ok(out.write_all(game.descriptor().rules.as_bytes())?)
    }
}
