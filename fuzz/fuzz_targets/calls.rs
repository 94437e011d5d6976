//! The calls and commands of the courses: Haskell lists, characters and numbers as arguments, FEN lists on standard input. They are
//! answered or refused in words, and the answer to a call is the board after a legal move.
#![no_main]

use fuzz::{catalogue, choice_and_text, has_few_moves};
use libfuzzer_sys::fuzz_target;
use quadrille::course::{Argument, CourseCommand, Task};
use quadrille::{AnyFamily, haskell, parse_look_ahead};

/// Deeper searches take too long here.
const DEEPEST: u32 = 2;

/// The commands of a course, with those inside other commands.
fn commands(all: &'static [CourseCommand]) -> Vec<&'static CourseCommand> {
    let inner = |command: &'static CourseCommand| match command.task {
        Task::Parts(parts) => commands(parts),
        Task::Move | Task::Answer(_) => vec![command],
    };
    all.iter().flat_map(inner).collect()
}

fn is_deep(argument: &str) -> bool {
    parse_look_ahead(argument, 0).is_ok_and(|depth| depth > DEEPEST)
}

/// Whether some line of a text is a position with very many moves.
fn is_slow(family: &dyn AnyFamily, text: &str) -> bool {
    let game = family.open(family.descriptor().sizes.default());
    text.lines().any(|line| game.line(line.trim()).is_ok_and(|line| !has_few_moves(&*line)))
}

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let families: Vec<&dyn AnyFamily> = catalogue().families().collect();
    let family = families[usize::from(choice) % families.len()];
    let Some(course) = family.descriptor().course else { return };
    let commands = commands(course.commands);
    let command = commands[usize::from(choice) / families.len() % commands.len()];
    let mut lines = text.lines();
    match command.task {
        Task::Move => {
            let arguments: Vec<String> = lines.map(str::to_string).collect();
            if arguments.len() > 4 || arguments.get(2).is_some_and(|depth| is_deep(depth)) {
                return;
            }
            let answer = match family.call_with(&arguments) {
                Ok(answer) => answer,
                Err(error) => return drop(error.to_string()),
            };
            let output = answer.output.trim();
            let items = haskell::parse_list(output).or_else(|_| haskell::parse_list(&format!("[{output}]")));
            assert!(!items.expect("an answer in Haskell's notation").is_empty());
        }
        Task::Answer(answer) => {
            let arguments: Vec<String> =
                command.arguments.iter().map(|_: &Argument| lines.next().unwrap_or("").to_string()).collect();
            if arguments.iter().any(|argument| is_deep(argument)) {
                return;
            }
            let input = text.splitn(arguments.len() + 1, '\n').nth(arguments.len()).unwrap_or("").to_string();
            if !is_slow(family, &input) {
                let _ = answer(&arguments, &mut || Ok(input.clone()));
            }
        }
        Task::Parts(_) => unreachable!("the list has no commands with parts"),
    }
});
