//! Help texts: what they say of games comes from the catalogue.
//!
//! A text may contain these placeholders:
//! * `%games%`: the names of all games, with examples of sizes; `%titles%`: the names with titles;
//! * `%first%`: the name of the first game;
//! * `%graded%`: the sizes of boards that programs are graded on.
//!
//! A line of examples takes one game after the other: `%game%` is its name, `%sized%` its name with a size, `%small%` with the
//! smallest, `%position%` its starting position, `%move%` its first move and `%call%` what programs of its course are called with.
//! `%valued%` is a game whose course has values; without such a game the line is left out.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};
use quadrille::course::{CallForm, Given};
use quadrille::{AnyFamily, Catalogue, Descriptor, Size, Sizes};

use crate::process::program;

/// The command with all placeholders filled in.
pub(crate) fn completed(command: Command, catalogue: &Catalogue) -> Command {
    let fill = |text: Option<&StyledStr>| -> Resettable<StyledStr> {
        text.map(|text| filled(&text.to_string(), catalogue).into()).into()
    };
    let (about, long_about) = (fill(command.get_about()), fill(command.get_long_about()));
    let after_help = fill(command.get_after_help());
    let argument = |arg: Arg| {
        let (help, long_help) = (fill(arg.get_help()), fill(arg.get_long_help()));
        arg.help(help).long_help(long_help)
    };
    command
        .about(about)
        .long_about(long_about)
        .after_help(after_help)
        .mut_args(argument)
        .mut_subcommands(|command| completed(command, catalogue))
}

/// A text with its placeholders filled in.
fn filled(text: &str, catalogue: &Catalogue) -> String {
    let text = text.replace("quadrille ", &format!("{} ", program()));
    if !text.contains('%') {
        return text;
    }
    let descriptors: Vec<&Descriptor> = catalogue.families().map(AnyFamily::descriptor).collect();
    let title = |game: &&Descriptor| {
        let has_title = !game.title.eq_ignore_ascii_case(game.name);
        if has_title { format!("{} ({})", game.name, game.title) } else { game.name.to_string() }
    };
    let titles: Vec<String> = descriptors.iter().map(title).collect();
    let graded = |game: &&Descriptor| {
        let sizes: Vec<String> = game.grading.sizes.iter().map(|&size| game.sizes.write(size)).collect();
        (!sizes.is_empty()).then(|| format!("{} for {}", sizes.join(","), game.name))
    };
    let graded: Vec<String> = descriptors.iter().filter_map(graded).collect();
    let plain = text
        .replace("%games%", &catalogue.names())
        .replace("%titles%", &titles.join(", "))
        .replace("%first%", descriptors.first().map_or("", |game| game.name))
        .replace("%graded%", &graded.join("; "));
    let mut examples = 0;
    let lines: Vec<String> =
        plain.lines().filter_map(|line| example(line, &mut examples, catalogue)).collect();
    lines.join("\n")
}

/// A line about the next game, or about the same one as before if it does not name a game. `examples` counts the lines that name one.
fn example(line: &str, examples: &mut usize, catalogue: &Catalogue) -> Option<String> {
    if !line.contains('%') {
        return Some(line.to_string());
    }
    let fits = |family: &&dyn AnyFamily| {
        let game = family.descriptor();
        (!line.contains("%small%") || !matches!(game.sizes, Sizes::Editions(_)))
            && (!line.contains("%valued%") || game.course.is_some_and(|course| course.value.is_some()))
    };
    let families: Vec<&dyn AnyFamily> = catalogue.families().filter(fits).collect();
    if ["%game%", "%sized%", "%small%", "%valued%"].iter().any(|name| line.contains(name)) {
        *examples += 1;
    }
    let family = families.get(examples.saturating_sub(1) % families.len().max(1))?;
    let game = family.descriptor();
    let sizes = game.sizes;
    let named = |size| family.open(size).name().to_string();
    let larger = sizes.all().into_iter().find(|&size| size > sizes.default());
    let course_size = game.course.and_then(|course| course.size);
    let start = family.open(sizes.default()).start();
    let first_move = start.moves().into_iter().next().unwrap_or_default();
    // On the smallest boards a game may be over before it begins.
    let playable = |&size: &Size| family.open(size).start().ending().is_none();
    let smallest = sizes.all().into_iter().find(playable).unwrap_or(sizes.default());
    Some(
        line.replace("%game%", game.name)
            .replace("%sized%", &named(larger.unwrap_or(sizes.default())))
            .replace("%small%", &named(smallest))
            .replace("%valued%", &named(course_size.unwrap_or(sizes.default())))
            .replace("%position%", &start.text())
            .replace("%move%", &first_move)
            .replace("%call%", &call(game)),
    )
}

/// What a program gets when it is called for a move, as `call:` has it.
fn call(game: &Descriptor) -> String {
    let form = game.course.map_or(CallForm::DEFAULT, |course| course.call);
    let position = match form.given {
        Given::Boards => "{history} {player}",
        Given::Rows => "{board} {player}",
        Given::Position => "{position}",
    };
    format!("{position} {{depth}}{}", if form.size_last { " {size}" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the command that a line of examples calls, as a shell would split them.
    fn words(line: &str) -> Option<Vec<String>> {
        let words = shlex::split(&line[line.find("quadrille ")?..])?;
        Some(words.into_iter().take_while(|word| !["|", "<", ">", "&"].contains(&word.as_str())).collect())
    }

    #[test]
    fn every_placeholder_is_filled_in() {
        for catalogue in [Catalogue::standard(), Catalogue::default()] {
            let mut root = completed(crate::command(&catalogue), &catalogue);
            let mut texts = vec![root.render_long_help().to_string()];
            texts.extend(root.get_subcommands_mut().map(|command| command.render_long_help().to_string()));
            for text in texts {
                let odd = text.split_whitespace().find(|word| word.matches('%').count() > 1);
                assert_eq!(odd, None, "{text}");
            }
        }
    }

    #[test]
    fn examples_can_be_called() {
        let catalogue = Catalogue::standard();
        let root = completed(crate::command(&catalogue), &catalogue);
        let mut calls = 0;
        for command in root.get_subcommands() {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for words in text.lines().filter_map(words) {
                let matches = root.clone().try_get_matches_from(&words);
                assert!(matches.is_ok(), "{words:?}: {}", matches.unwrap_err());
                calls += 1;
            }
        }
        assert!(calls > 30, "{calls} examples");
    }
}
