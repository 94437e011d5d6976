//! `quadrille`: the command line with the games of the library.

use std::process::ExitCode;

use quadrille::Catalogue;

fn main() -> ExitCode {
    quadrille_cli::main(Catalogue::standard())
}
