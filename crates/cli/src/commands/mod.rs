//! The commands, one file each.

mod analyze;
mod bench;
mod completions;
mod duel;
mod grade;
mod moves;
mod perft;
mod play;
mod probe;
mod rules;
mod serve;
mod solve;
mod tournament;
mod trace;
mod tree;
mod ugi;
mod worker;

use std::ffi::OsString;
use std::io::Write;

use clap::Subcommand;
use quadrille::Catalogue;

use crate::failure::Failure;

#[derive(Subcommand)]
pub(crate) enum Command {
    Moves(moves::Arguments),
    Perft(perft::Arguments),
    Analyze(analyze::Arguments),
    Tree(tree::Arguments),
    Ugi(ugi::Arguments),
    Serve(serve::Arguments),
    Play(play::Arguments),
    Match(Box<duel::Arguments>),
    Tournament(Box<tournament::Arguments>),
    Worker(worker::Arguments),
    Grade(Box<grade::Arguments>),
    Solve(solve::Arguments),
    Probe(probe::Arguments),
    Bench(bench::Arguments),
    Rules(rules::Arguments),
    Completions(completions::Arguments),
    /// Runs a program for the arena, which calls this command, and ends all that the program has started
    #[command(hide = true)]
    Supervise {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

impl Command {
    /// Writes the answer to `out`, or nothing at all.
    pub(crate) fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Command::Moves(arguments) => arguments.run(catalogue, out),
            Command::Perft(arguments) => arguments.run(catalogue, out),
            Command::Analyze(arguments) => arguments.run(catalogue, out),
            Command::Tree(arguments) => arguments.run(catalogue, out),
            Command::Ugi(arguments) => arguments.run(catalogue),
            Command::Serve(arguments) => arguments.run(catalogue),
            Command::Play(arguments) => arguments.run(catalogue, out),
            Command::Match(arguments) => arguments.run(catalogue, out),
            Command::Tournament(arguments) => arguments.run(catalogue, out),
            Command::Worker(arguments) => arguments.run(catalogue),
            Command::Grade(arguments) => arguments.run(catalogue, out),
            Command::Solve(arguments) => arguments.run(catalogue, out),
            Command::Probe(arguments) => arguments.run(catalogue, out),
            Command::Bench(_) => bench::run(catalogue, out),
            Command::Rules(arguments) => arguments.run(catalogue, out),
            Command::Completions(arguments) => arguments.run(catalogue, out),
            Command::Supervise { arguments } => Err(Failure::Exit(arena::program::supervise(arguments))),
        }
    }
}
