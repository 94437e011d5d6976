//! A part of a course: its programs read a count and as many positions, and print an answer for each.
//!
//! The answer of the game's own command is right. A program gets one position at a time.

use std::fmt;

use quadrille::course::{ArgumentKind, CourseAnswer, CourseCommand, ReadInput, Task};
use quadrille::{AnyLine, GameRef, Random, quote};

/// A part of a course, with the values of its arguments: `moves lion`.
#[derive(Clone)]
pub struct Part {
    words: String,
    arguments: Vec<String>,
    answer: fn(&[String], ReadInput<'_>) -> Result<CourseAnswer, String>,
}

/// In short, because results are kept for as long as the assignment looks the same.
impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.words, f)
    }
}

impl Part {
    /// Finds a part by its name and the values of its arguments, in the order of its command.
    ///
    /// # Errors
    /// When the course of the game has no such part, or the arguments do not fit.
    pub fn find(game: &GameRef, words: &str) -> Result<Part, String> {
        let commands = game.descriptor().course.map_or(&[][..], |course| course.commands);
        let parts: Vec<&CourseCommand> = commands
            .iter()
            .filter_map(|command| match command.task {
                Task::Parts(parts) => Some(parts),
                Task::Move | Task::Answer(_) => None,
            })
            .flatten()
            .collect();
        let mut given = words.split_whitespace();
        let name = given.next().unwrap_or("");
        let found = parts.iter().find(|part| part.name == name);
        let Some((part, Task::Answer(answer))) = found.map(|part| (part, part.task)) else {
            let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
            return Err(if names.is_empty() {
                format!("the course of {game} has no parts")
            } else {
                format!("{:?} is not a part of the course: the parts are {}", quote(name), names.join(", "))
            });
        };
        let mut arguments = Vec::new();
        for argument in part.arguments {
            arguments.push(match (given.next(), argument.kind) {
                (Some(value), _) | (None, ArgumentKind::Default(value)) => value.to_string(),
                (None, ArgumentKind::Positional | ArgumentKind::Required) => {
                    return Err(format!("{name} needs its {}: {}", argument.name, argument.help));
                }
            });
        }
        if let Some(more) = given.next() {
            return Err(format!("{name} has no argument {:?}", quote(more)));
        }
        let part = Part { words: words.to_string(), arguments, answer };
        // The start shows whether the arguments are right.
        let start = game.start();
        part.output(&part.input(&*start)).map(|_| part)
    }

    /// What a program reads: one position and, if the part needs one, a move of it.
    pub(super) fn input(&self, line: &dyn AnyLine) -> String {
        let alone = format!("1\n{}\n", line.text());
        let moves = line.moves();
        if moves.is_empty() || self.output(&alone).is_ok() {
            return alone;
        }
        // The same position always has the same move.
        let seed = line.text().bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
        format!("{alone}{}\n", moves[Random::new(seed).below(moves.len())])
    }

    /// What a right program prints.
    ///
    /// # Errors
    /// When the input is not one of this part.
    pub(super) fn output(&self, input: &str) -> Result<String, String> {
        (self.answer)(&self.arguments, &mut || Ok(input.to_string())).map(|answer| answer.output)
    }
}

/// The first line in which an answer differs from the right one; `None` if there is none. White space at the ends does not count.
pub(super) fn different_line(answer: &str, right: &str) -> Option<usize> {
    let lines = |text: &str| -> Vec<String> {
        text.trim_end().lines().map(|line| line.trim_end().to_string()).collect()
    };
    let (answer, right) = (lines(answer), lines(right));
    (0..answer.len().max(right.len())).find(|&line| answer.get(line) != right.get(line)).map(|line| line + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::game;

    #[test]
    fn a_part_has_its_input_and_its_output() {
        let game = game("congo:course");
        let start = game.start();
        for (words, lines) in [
            ("state", 2),
            ("moves zebra", 2),
            ("apply", 3),
            ("evaluate", 2),
            ("minimax", 2),
            ("alphabeta 2", 2),
        ] {
            let part = Part::find(&game, words).expect(words);
            let input = part.input(&*start);
            assert_eq!(input.lines().count(), lines, "{words}: {input}");
            assert!(part.output(&input).is_ok_and(|output| !output.trim().is_empty()), "{words}");
        }
        let wrong = |words: &str| Part::find(&game, words).expect_err("it is wrong");
        assert!(wrong("stat").contains("\"stat\" is not a part of the course: the parts are state, moves"));
        assert!(wrong("moves").starts_with("moves needs its piece"));
        assert!(wrong("moves horse").contains("not a man"));
        assert_eq!(wrong("state 1"), "state has no argument \"1\"");
        let other = crate::fixture::game("oska:4");
        assert_eq!(Part::find(&other, "state").expect_err("none"), "the course of oska:4 has no parts");
    }

    #[test]
    fn lines_are_compared() {
        assert_eq!(different_line("a \nb\n\n", "a\nb\n"), None);
        assert_eq!(different_line("a\nc", "a\nb\n"), Some(2));
        assert_eq!(different_line("a\n", "a\nb\n"), Some(2));
        assert_eq!(different_line("a\nb\nc", "a\nb\n"), Some(3));
    }
}
