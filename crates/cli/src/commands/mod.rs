//! The commands, one file each.

mod analyze;
mod bench;
mod capture;
mod completions;
mod congo;
mod congo_tournament;
mod crusher;
mod duel;
mod grade;
mod moves;
mod oska;
mod perft;
mod play;
mod probe;
mod proof;
mod rules;
mod serve;
mod solve;
mod supervise;
mod tournament;
mod trace;
mod tree;
mod ugi;
mod worker;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Subcommand)]
pub(crate) enum Command {
    Capture(capture::Arguments),
    Crusher(crusher::Arguments),
    Oska(oska::Arguments),
    Congo(congo::Arguments),
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
    Supervise(supervise::Arguments),
}

impl Command {
    /// What is done when nothing else is asked for: the page.
    pub(crate) fn usual() -> Command {
        Command::Serve(serve::Arguments::default())
    }

    /// Writes the answer to `out`, or nothing at all.
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Command::Capture(arguments) => arguments.run(out),
            Command::Crusher(arguments) => arguments.run(out),
            Command::Oska(arguments) => arguments.run(out),
            Command::Congo(arguments) => arguments.run(out),
            Command::Moves(arguments) => arguments.run(out),
            Command::Perft(arguments) => arguments.run(out),
            Command::Analyze(arguments) => arguments.run(out),
            Command::Tree(arguments) => arguments.run(out),
            Command::Ugi(arguments) => arguments.run(out),
            Command::Serve(arguments) => arguments.run(),
            Command::Play(arguments) => arguments.run(out),
            Command::Match(arguments) => arguments.run(out),
            Command::Tournament(arguments) => arguments.run(out),
            Command::Worker(arguments) => arguments.run(out),
            Command::Grade(arguments) => arguments.run(out),
            Command::Solve(arguments) => arguments.run(out),
            Command::Probe(arguments) => arguments.run(out),
            Command::Bench(_) => bench::Arguments::run(out),
            Command::Rules(arguments) => arguments.run(out),
            Command::Completions(arguments) => arguments.run(out),
            Command::Supervise(arguments) => arguments.run(),
        }
    }
}
