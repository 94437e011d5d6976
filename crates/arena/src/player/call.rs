//! A program that is called once for each move with the arguments of its course, and prints the next board or a move.

use std::path::PathBuf;
use std::time::Instant;

use quadrille::course::{CallForm, Given};
use quadrille::{AnyLine, Size, haskell};

use super::template::Template;
use super::{Answer, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::{CommandLine, Fault, Launch, Program};
use crate::resources::Sandbox;

/// The look-ahead of a program when the event has no depth.
const DEFAULT_DEPTH: u32 = 4;

/// The names that a command may have in braces.
pub(super) const NAMES: [&str; 10] =
    ["history", "board", "player", "side", "depth", "size", "n", "position", "milliseconds", "arguments"];

pub(super) struct CallPlayer {
    pub(super) command: CallCommand,
    pub(super) sandbox: Sandbox,
}

/// What is run for each move.
pub(super) enum CallCommand {
    Template(Template),
    /// A program that was compiled for this. Its arguments are those of the course as Haskell writes them.
    Compiled(PathBuf),
}

impl Player for CallPlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let deadline = Instant::now() + allowance.most;
        let arguments = Arguments::new(situation.line, allowance);
        let launch = match &self.command {
            CallCommand::Template(template) => template.launch(&self.sandbox, &arguments.by_name()),
            CallCommand::Compiled(program) => {
                let command = CommandLine::new(program, arguments.in_haskell());
                // Other compiled programs are in the same folder.
                let readable = vec![program.clone()];
                Launch { readable, ..Launch::new(self.sandbox.clone(), command) }
            }
        };
        let mut program = Program::start(&launch)?;
        program.limit_processor_time(allowance.processor);
        if let Some(input) = situation.input {
            program.send(input.trim_end(), deadline)?;
        }
        let text = program.read_all(deadline)?;
        Ok(Answer { text, score: None })
    }
}

/// What a command may ask for: the arguments of the course in its notation, and the position in ours.
struct Arguments {
    form: CallForm,
    given: String,
    letter: char,
    depth: u32,
    size: String,
    position: String,
    milliseconds: u128,
}

impl Arguments {
    fn new(line: &dyn AnyLine, allowance: &Allowance) -> Arguments {
        let game = line.game();
        let form = game.descriptor().call_form();
        Arguments {
            form,
            given: match form.given {
                Given::Boards => haskell::write_list(&line.boards()),
                Given::Rows => haskell::write_list(&line.rows()),
                Given::Position => line.text(),
            },
            letter: game.descriptor().players[line.side().index()],
            depth: match allowance.control {
                Control::Depth(depth) => depth,
                Control::Nodes(_) | Control::Time(_) | Control::Clock { .. } => DEFAULT_DEPTH,
            },
            size: match game.size() {
                Size::Edition(_) => game.board().rows.len().to_string(),
                size => game.descriptor().sizes.write(size),
            },
            position: line.text(),
            milliseconds: allowance.most.as_millis(),
        }
    }

    /// The arguments of the course, one after the other, after this first one.
    fn of_course(&self, given: String) -> Vec<String> {
        let mut arguments = vec![given, format!("'{}'", self.letter), self.depth.to_string()];
        arguments.extend(self.form.size_last.then(|| self.size.clone()));
        arguments
    }

    /// The arguments of the course, each as Haskell writes it.
    fn in_haskell(&self) -> Vec<String> {
        self.of_course(match self.form.given {
            Given::Boards | Given::Rows => self.given.clone(),
            Given::Position => haskell::write_string(&self.given),
        })
    }

    /// The values of all [`NAMES`].
    fn by_name(&self) -> Vec<(&'static str, String)> {
        let value = |name| match name {
            "player" => format!("'{}'", self.letter),
            "side" => self.letter.to_string(),
            "depth" => self.depth.to_string(),
            "size" | "n" => self.size.clone(),
            "position" => self.position.clone(),
            "milliseconds" => self.milliseconds.to_string(),
            "arguments" => self.of_course(self.given.clone()).join(" "),
            _ => self.given.clone(),
        };
        NAMES.into_iter().map(|name| (name, value(name))).collect()
    }
}
