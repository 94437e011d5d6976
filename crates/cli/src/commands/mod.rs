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
mod puzzles;
mod rules;
mod serve;
mod solve;
mod tournament;
mod trace;
mod tree;
mod ugi;
mod worker;

use std::io::Write;

use clap::{ArgMatches, Args};
use quadrille::Catalogue;

use crate::failure::Failure;

/// The arguments of a command.
trait Run: Args {
    /// Does what the command is for. Writes the answer to `out`, or nothing at all.
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure>;
}

/// A command of the program.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// Adds the arguments and help texts.
    pub(crate) build: fn(clap::Command) -> clap::Command,
    pub(crate) run: fn(&ArgMatches, &Catalogue, &mut dyn Write) -> Result<(), Failure>,
}

/// In the order of the help.
pub(crate) const ALL: &[Command] = &[
    command::<moves::Arguments>("moves"),
    command::<perft::Arguments>("perft"),
    command::<analyze::Arguments>("analyze"),
    command::<tree::Arguments>("tree"),
    command::<ugi::Arguments>("ugi"),
    command::<serve::Arguments>("serve"),
    command::<play::Arguments>("play"),
    command::<duel::Arguments>("match"),
    command::<tournament::Arguments>("tournament"),
    command::<worker::Arguments>("worker"),
    command::<grade::Arguments>("grade"),
    command::<solve::Arguments>("solve"),
    command::<probe::Arguments>("probe"),
    command::<puzzles::Arguments>("puzzles"),
    command::<bench::Arguments>("bench"),
    command::<rules::Arguments>("rules"),
    command::<completions::Arguments>("completions"),
];

const fn command<A: Run>(name: &'static str) -> Command {
    Command {
        name,
        build: A::augment_args,
        run: |matches, catalogue, out| {
            A::from_arg_matches(matches).map_err(Failure::input)?.run(catalogue, out)
        },
    }
}
