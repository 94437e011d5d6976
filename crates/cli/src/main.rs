//! `quadrille`: the command line. Arguments become library calls in `commands`, one file a command.

mod commands;
mod event;
mod failure;
mod input;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// Plays, analyses, grades and solves four abstract board games by minimax search.
///
/// Games: ctf (Capture the Flag), crusher, oska and congo, with a size after a colon: ctf:6, crusher:4, oska:5,
/// congo:course. Positions are written as BOARD PLAYER; `startpos` is the start. `quadrille rules GAME` explains.
/// With no command the page is served: quadrille serve.
#[derive(Parser)]
#[command(name = "quadrille", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::BufWriter::new(io::stdout());
    let done = arguments.command.unwrap_or_else(Command::usual).run(&mut out);
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
