//! A program that speaks the tournament protocol of a course: `newgame`, `position TEXT`, `moves …`, `go SECONDS`.

use std::time::Instant;

use super::{Answer, Player, Situation};
use crate::control::Allowance;
use crate::program::{Fault, Program};

/// The seconds for a move when the event gives no time: the protocol cannot express a depth.
const DEFAULT_SECONDS: f64 = 1.0;

pub(super) struct CoursePlayer {
    pub(super) program: Program,
    /// How many moves of the game the program knows; `None` before its first move.
    pub(super) told: Option<usize>,
}

impl Player for CoursePlayer {
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
        let time = allowance.time_for(situation.line.side());
        let seconds = time.map_or(DEFAULT_SECONDS, |time| time.as_secs_f64());
        self.program.send(&format!("go {seconds}"), deadline)?;
        loop {
            let line = self.program.read_line(deadline)?;
            if !line.trim().is_empty() {
                return Ok(Answer { text: line, score: None });
            }
        }
    }
}
