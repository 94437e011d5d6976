//! A program that speaks the tournament protocol of the Congo course: `newgame`, `position FEN`, `moves …`, `go SECONDS`.

use std::time::Instant;

use super::{Answer, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::{Fault, Launch, Program};

/// The seconds for a move when the event has none: the protocol has no word for a depth.
const USUAL_SECONDS: f64 = 1.0;

pub(super) struct CongoCoursePlayer {
    program: Program,
    /// How many moves of the game the program knows; none before the first.
    told: Option<usize>,
}

impl CongoCoursePlayer {
    pub(super) fn start(launch: &Launch) -> Result<CongoCoursePlayer, Fault> {
        Ok(CongoCoursePlayer { program: Program::start(launch)?, told: None })
    }
}

impl Player for CongoCoursePlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let deadline = Instant::now() + allowance.most;
        let told = if let Some(told) = self.told {
            told
        } else {
            self.program.send("newgame", deadline)?;
            self.program.send(&format!("position {}", situation.line.text()), deadline)?;
            situation.moves.len()
        };
        if told < situation.moves.len() {
            self.program.send(&format!("moves {}", situation.moves[told..].join(" ")), deadline)?;
        }
        self.told = Some(situation.moves.len());
        let seconds = match allowance.control {
            Control::Time(time) => time.as_secs_f64(),
            Control::Clock { increment, .. } => {
                let clock = allowance.clocks[situation.line.side().index()];
                search::share_of_clock(clock, increment).as_secs_f64()
            }
            Control::Depth(_) | Control::Nodes(_) => USUAL_SECONDS,
        };
        self.program.send(&format!("go {seconds}"), deadline)?;
        loop {
            let line = self.program.read_line(deadline)?;
            if !line.trim().is_empty() {
                return Ok(Answer { text: line, score: None });
            }
        }
    }
}
