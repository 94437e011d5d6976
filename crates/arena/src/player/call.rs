//! A program that is called once a move, with the arguments of its course, and prints the next board.

use std::time::Instant;

use game::Side;
use games::{GameSpec, haskell};

use super::spec::Template;
use super::{Answer, House, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::{Fault, Program};

/// How far a program that only knows look-aheads is asked to look when the event has no depth.
const USUAL_DEPTH: u32 = 4;

pub(super) struct CallPlayer {
    template: Template,
    house: House,
}

impl CallPlayer {
    pub(super) fn new(template: Template, house: House) -> CallPlayer {
        CallPlayer { template, house }
    }
}

impl Player for CallPlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let deadline = Instant::now() + allowance.most;
        let launch = self.template.fill(&self.house, &arguments(situation, allowance));
        let text = Program::start(&launch)?.read_all(deadline)?;
        Ok(Answer { text, score: None })
    }
}

/// What can be filled in: the courses' arguments in their notation, and the position in ours.
fn arguments(situation: &Situation<'_>, allowance: &Allowance) -> Vec<(&'static str, String)> {
    let line = situation.line;
    let boards = line.boards();
    let depth = match allowance.control {
        Control::Depth(depth) => depth,
        Control::Nodes(_) | Control::Time(_) | Control::Clock { .. } => USUAL_DEPTH,
    };
    let letter = match (situation.game, line.side()) {
        (GameSpec::Crusher(_), Side::White) => 'W',
        (GameSpec::Crusher(_), Side::Black) => 'B',
        (_, side) => side.letter(),
    };
    let (history, size) = match situation.game {
        GameSpec::Ctf(size) | GameSpec::Crusher(size) => (haskell::write_list(&boards), size),
        GameSpec::Oska(size) => (haskell::write_list(&boards[0].split('/').collect::<Vec<_>>()), size),
        GameSpec::Congo | GameSpec::CongoCourse => (line.text(), 7),
    };
    let player = format!("'{letter}'");
    let last = if let GameSpec::Crusher(size) = situation.game { format!(" {size}") } else { String::new() };
    vec![
        ("arguments", format!("{history} {player} {depth}{last}")),
        ("board", history.clone()),
        ("history", history),
        ("player", player),
        ("side", letter.to_string()),
        ("depth", depth.to_string()),
        ("n", size.to_string()),
        ("size", size.to_string()),
        ("position", line.text()),
        ("milliseconds", allowance.most.as_millis().to_string()),
    ]
}
