//! The commands of the games' courses. What they are called and what they do is for the games to say.

mod tournament;

use std::io::Write;

use clap::{Arg, ArgMatches, Command};
use quadrille::course::{Argument, ArgumentKind, Course, CourseCommand, Task};
use quadrille::{AnyFamily, Catalogue};

use crate::failure::{Failure, say};
use crate::input::stdin_text;

/// The part of a course's group in which its programs play each other.
const TOURNAMENT: &str = "tournament";

fn courses(catalogue: &Catalogue) -> impl Iterator<Item = (&dyn AnyFamily, Course)> {
    catalogue.families().filter_map(|family| Some((family, family.descriptor().course?)))
}

/// Adds the commands of these names.
pub(crate) fn add(root: Command, catalogue: &Catalogue, has: &dyn Fn(&str) -> bool) -> Command {
    let commands = courses(catalogue).flat_map(|(_, course)| {
        let commands = course.commands.iter().filter(|command| has(command.name));
        commands.map(move |command| match command.task {
            Task::Parts(_) if course.tournament => built(command).subcommand(tournament::command()),
            _ => built(command),
        })
    });
    root.subcommands(commands)
}

/// Runs the command if it is that of a course.
pub(crate) fn run(
    catalogue: &Catalogue,
    matches: &ArgMatches,
    out: &mut dyn Write,
) -> Option<Result<(), Failure>> {
    let (name, matches) = matches.subcommand()?;
    courses(catalogue).find_map(|(family, course)| {
        let command = course.commands.iter().find(|command| command.name == name)?;
        Some(if let (true, Some((TOURNAMENT, matches))) = (course.tournament, matches.subcommand()) {
            let size = course.size.unwrap_or_else(|| family.descriptor().sizes.default());
            tournament::run(&family.open(size), matches, out)
        } else {
            answer(family, command, matches, out)
        })
    })
}

/// A command as clap knows it.
fn built(command: &'static CourseCommand) -> Command {
    let mut built = Command::new(command.name).about(command.about);
    if !command.details.is_empty() {
        built = built.long_about(format!("{}\n\n{}", command.about, command.details));
    }
    if !command.examples.is_empty() {
        let title = if command.examples.contains('\n') { "Examples" } else { "Example" };
        built = built.after_help(format!("{title}:\n  {}", command.examples.replace('\n', "\n  ")));
    }
    match command.task {
        Task::Move | Task::Answer(_) => built.args(command.arguments.iter().map(argument)),
        Task::Parts(parts) => built
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(parts.iter().map(self::built)),
    }
}

/// An argument as clap knows it. Boards may start with a hyphen, and numbers with a minus sign.
fn argument(argument: &'static Argument) -> Arg {
    let value_name = argument.name.replace('-', "_").to_uppercase();
    let arg = Arg::new(argument.name).help(argument.help).value_name(value_name).allow_hyphen_values(true);
    match argument.kind {
        ArgumentKind::Positional => arg.required(true),
        ArgumentKind::Required => arg.required(true).long(argument.name),
        ArgumentKind::Default(value) => arg.long(argument.name).default_value(value),
    }
}

/// Answers a call, or that of a part.
fn answer(
    family: &dyn AnyFamily,
    command: &CourseCommand,
    matches: &ArgMatches,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let value = |argument: &Argument| matches.get_one::<String>(argument.name).cloned();
    let values: Vec<String> = command.arguments.iter().filter_map(value).collect();
    let answer = match command.task {
        Task::Parts(parts) => {
            let chosen = matches.subcommand();
            let part = chosen
                .and_then(|(name, matches)| Some((parts.iter().find(|part| part.name == name)?, matches)));
            let (part, matches) = part.expect("clap asks for one of the parts");
            return answer(family, part, matches, out);
        }
        Task::Move => family.call_with(&values)?,
        Task::Answer(task) => {
            // That stdin cannot be read is not a mistake in it.
            let mut unread = None;
            let answered = task(&values, &mut || {
                stdin_text().map_err(|failure| {
                    unread = Some(failure);
                    String::new()
                })
            });
            answered.map_err(|problem| unread.unwrap_or(Failure::Input(problem)))?
        }
    };
    if let Some(note) = answer.note {
        say(&note);
    }
    Ok(out.write_all(answer.output.as_bytes())?)
}
