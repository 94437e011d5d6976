//! Quadrille with Hexapawn: all commands, the page, the arena and the solver.

use std::process::ExitCode;

use hexapawn::Hexapawn;
use quadrille::Catalogue;

fn main() -> ExitCode {
    let mut catalogue = Catalogue::standard();
    catalogue.add(Hexapawn);
    quadrille_cli::main(catalogue)
}
