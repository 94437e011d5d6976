//! A program that is called once for each move with the arguments of its course, and prints the next board or a move.

use std::time::Instant;

use quadrille::course::Given;
use quadrille::{AnyLine, Size, haskell};

use super::spec::Template;
use super::{Answer, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::{Fault, Program};
use crate::resources::Sandbox;

/// The look-ahead of a program when the event has no depth.
const DEFAULT_DEPTH: u32 = 4;

pub(super) struct CallPlayer {
    pub(super) template: Template,
    pub(super) sandbox: Sandbox,
}

impl Player for CallPlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let deadline = Instant::now() + allowance.most;
        let launch = self.template.launch(&self.sandbox, &arguments(situation.line, allowance));
        let text = Program::start(&launch)?.read_all(deadline)?;
        Ok(Answer { text, score: None })
    }
}

/// What a command may ask for, by name: the arguments of the course in its notation, and the position in ours.
fn arguments(line: &dyn AnyLine, allowance: &Allowance) -> Vec<(&'static str, String)> {
    let game = line.game();
    let form = game.descriptor().call_form();
    let depth = match allowance.control {
        Control::Depth(depth) => depth,
        Control::Nodes(_) | Control::Time(_) | Control::Clock { .. } => DEFAULT_DEPTH,
    };
    let given = match form.given {
        Given::Boards => haskell::write_list(&line.boards()),
        Given::Rows => haskell::write_list(&line.rows()),
        Given::Position => line.text(),
    };
    let size = match game.size() {
        Size::Edition(_) => game.board().rows.len().to_string(),
        size => game.descriptor().sizes.write(size),
    };
    let letter = game.descriptor().players[line.side().index()];
    let player = format!("'{letter}'");
    let last = if form.size_last { format!(" {size}") } else { String::new() };
    vec![
        ("arguments", format!("{given} {player} {depth}{last}")),
        ("board", given.clone()),
        ("history", given),
        ("player", player),
        ("side", letter.to_string()),
        ("depth", depth.to_string()),
        ("n", size.clone()),
        ("size", size),
        ("position", line.text()),
        ("milliseconds", allowance.most.as_millis().to_string()),
    ]
}
