//! The command line of Quadrille over the games of a catalogue.
//!
//! A program with games of its own is as short as `quadrille` itself:
//!
//! ```no_run
//! use quadrille::Catalogue;
//!
//! fn main() -> std::process::ExitCode {
//!     let mut catalogue = Catalogue::standard();
//!     // catalogue.add(MyGame);
//!     quadrille_cli::main(catalogue)
//! }
//! ```

mod commands;
mod courses;
mod event;
mod failure;
mod files;
mod help;
mod input;
mod process;
mod sandbox;
mod watched;
mod words;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use clap::error::{ContextKind, ErrorKind};
use quadrille::{Catalogue, quote};

use failure::Failure;

/// The word with which this program calls itself to run a program of others. It is not a command for people.
pub(crate) const SUPERVISE: &str = "supervise";

/// Does what the arguments of this process say, with the games of this catalogue. The result is what the process should exit with.
#[allow(clippy::needless_pass_by_value, reason = "a program has no other use for its catalogue")]
pub fn main(catalogue: Catalogue) -> ExitCode {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments.len() == 1 {
        arguments.push("serve".into());
    }
    // Some programs are started for every move, each below such a process, so this does not wait for the list of commands to be made.
    if arguments.get(1).is_some_and(|command| command == SUPERVISE) {
        return arena::program::supervise(arguments.drain(2..));
    }
    call(&catalogue, &arguments)
}

/// Does what these arguments say, of which the first is the name of the program and the second a command.
pub fn call(catalogue: &Catalogue, arguments: &[OsString]) -> ExitCode {
    let matches = match parse(catalogue, arguments) {
        Ok(matches) => matches,
        Err(refused) => {
            let refused =
                if refused.use_stderr() { shortened(catalogue, arguments, refused) } else { refused };
            // If stdout or stderr is closed, there is nowhere to complain.
            let _ = refused.print();
            return ExitCode::from(u8::try_from(refused.exit_code()).unwrap_or(2));
        }
    };
    let mut out = io::BufWriter::new(io::stdout());
    let done = run(catalogue, &matches, &mut out);
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// The error in these arguments, with the arguments shortened where it quotes them.
fn shortened(catalogue: &Catalogue, arguments: &[OsString], error: clap::Error) -> clap::Error {
    let short = arguments.iter().map(|argument| quote(&argument.to_string_lossy()).into_owned().into());
    parse(catalogue, &short.collect::<Vec<_>>()).err().unwrap_or(error)
}

/// Reads the arguments. Only the command that they name is built, and help texts are completed only when they are shown: all of it would
/// take longer than many an answer.
fn parse(catalogue: &Catalogue, arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let named = command_with(catalogue, &|name| arguments[1] == name);
    let command = || command(catalogue);
    let needs_one = named.has_subcommands() || arguments[1] == "--version" || arguments[1] == "-V";
    let matches = if needs_one { named } else { command() }.try_get_matches_from(arguments);
    matches.or_else(|refused| match refused.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            help::completed(command(), catalogue).try_get_matches_from(arguments)
        }
        // The parser's own words name the option that was probably meant.
        ErrorKind::UnknownArgument if refused.get(ContextKind::SuggestedArg).is_some() => Err(refused),
        ErrorKind::UnknownArgument => Err(unknown_option(&command(), arguments).unwrap_or(refused)),
        _ => Err(refused),
    })
}

/// Names the option that a command does not have. A position may begin with a hyphen, so the parser takes such an option for a position
/// and refuses what follows it.
fn unknown_option(root: &clap::Command, arguments: &[OsString]) -> Option<clap::Error> {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let command = root.find_subcommand(words.get(1)?)?;
    let is_known = |word: &str| {
        let name = word.trim_start_matches('-').split('=').next();
        name == Some("help") || command.get_arguments().any(|arg| arg.get_long() == name)
    };
    let option = words.iter().find(|word| word.starts_with("--") && !is_known(word))?;
    let message = format!(
        "there is no option {}: see {} {} --help\n",
        quote(option),
        process::program(),
        command.get_name()
    );
    Some(clap::Error::raw(ErrorKind::UnknownArgument, message))
}

/// All commands: those of the courses, and our own.
fn command(catalogue: &Catalogue) -> clap::Command {
    command_with(catalogue, &|_| true)
}

/// The program with the commands of these names.
fn command_with(catalogue: &Catalogue, has: &dyn Fn(&str) -> bool) -> clap::Command {
    let root = clap::Command::new("quadrille")
        .version(env!("QUADRILLE_VERSION"))
        .subcommand_required(true)
        .max_term_width(100)
        .about("Plays, analyses, grades and solves abstract board games by minimax search")
        .long_about(
            "Plays, analyses, grades and solves abstract board games by minimax search.\n\n\
             Games: %titles%. A size may follow a colon: see the help of a command. Positions are written as BOARD PLAYER; \
             `startpos` is the starting position. `quadrille rules GAME` explains a game. Without a command, quadrille serves its page: \
             see quadrille serve.",
        );
    let own = commands::ALL.iter().filter(|command| has(command.name));
    courses::add(root, catalogue, has)
        .subcommands(own.map(|command| (command.build)(clap::Command::new(command.name))))
}

fn run(catalogue: &Catalogue, matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(done) = courses::run(catalogue, matches, out) {
        return done;
    }
    let (name, matches) = matches.subcommand().expect("clap asks for a command");
    let command = commands::ALL.iter().find(|command| command.name == name);
    (command.expect("clap knows the commands of the list").run)(matches, catalogue, out)
}
