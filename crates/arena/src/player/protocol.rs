//! Programs that converse: by the Universal Game Interface, or by the tournament protocol of a course.

use std::time::{Duration, Instant};

use super::{Answer, Player, Situation};
use crate::control::{Allowance, Control};
use crate::program::{Fault, Launch, OUTPUT_LIMIT, Program};

/// How long a program may take to get ready for a game.
const READY: Duration = Duration::from_secs(10);
/// The seconds for a move when the event gives no time: the protocol cannot express a depth.
const DEFAULT_SECONDS: f64 = 1.0;

/// A program that speaks the Universal Game Interface.
pub(super) struct UgiPlayer {
    program: Program,
}

impl UgiPlayer {
    pub(super) fn start(launch: &Launch) -> Result<UgiPlayer, Fault> {
        let mut player = UgiPlayer { program: Program::start(launch)? };
        let deadline = Instant::now() + READY;
        player.program.send("ugi", deadline)?;
        player.read_until("ugiok", deadline)?;
        player.program.send("uginewgame", deadline)?;
        player.program.send("isready", deadline)?;
        player.read_until("readyok", deadline)?;
        Ok(player)
    }

    fn read_until(&mut self, wanted: &str, deadline: Instant) -> Result<(), Fault> {
        let mut heard = 0;
        while self.line(deadline, &mut heard)?.trim() != wanted {}
        Ok(())
    }

    /// The next line. All lines up to an answer together may be as long as one answer.
    fn line(&mut self, deadline: Instant, heard: &mut usize) -> Result<String, Fault> {
        let line = self.program.read_line(deadline)?;
        *heard += line.len() + 1;
        if *heard > OUTPUT_LIMIT { Err(Fault::TooMuchOutput) } else { Ok(line) }
    }
}

impl Player for UgiPlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let deadline = Instant::now() + allowance.most;
        self.program.limit_processor_time(allowance.processor);
        let mut position = match situation.start {
            "startpos" => "position startpos".to_string(),
            start => format!("position fen {start}"),
        };
        if !situation.moves.is_empty() {
            position = format!("{position} moves {}", situation.moves.join(" "));
        }
        self.program.send(&position, deadline)?;
        self.program.send(&go(allowance), deadline)?;
        let (mut score, mut heard) = (None, 0);
        loop {
            let line = self.line(deadline, &mut heard)?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["bestmove", mv, ..] => return Ok(Answer { text: (*mv).to_string(), score }),
                ["bestmove"] => return Err(Fault::NoAnswer),
                ["info", rest @ ..] => score = score_of(rest).or(score),
                _ => {}
            }
        }
    }
}

fn go(allowance: &Allowance) -> String {
    match allowance.control {
        Control::Depth(depth) => format!("go depth {depth}"),
        Control::Nodes(nodes) => format!("go nodes {nodes}"),
        Control::Time(time) => format!("go movetime {}", time.as_millis()),
        Control::Clock { increment, .. } => {
            let [first, second] = allowance.clocks.map(|clock| clock.as_millis());
            let increment = increment.as_millis();
            format!("go p1time {first} p2time {second} p1inc {increment} p2inc {increment}")
        }
    }
}

/// The score that a program reports.
fn score_of(words: &[&str]) -> Option<i32> {
    let at = words.windows(2).position(|pair| pair == ["score", "cp"])?;
    words.get(at + 2)?.parse().ok()
}

/// A program that speaks the tournament protocol of a course: `newgame`, `position TEXT`, `moves …`, `go SECONDS`. The program plays its own
/// answer to `go` itself, so `moves` carries only the opponent's moves.
pub(super) struct CoursePlayer {
    pub(super) program: Program,
    /// How many moves of the game the program knows, its own last one included; `None` before its first move.
    pub(super) known: Option<usize>,
}

impl Player for CoursePlayer {
    fn answer(&mut self, situation: &Situation<'_>, allowance: &Allowance) -> Result<Answer, Fault> {
        let deadline = Instant::now() + allowance.most;
        self.program.limit_processor_time(allowance.processor);
        let known = if let Some(known) = self.known {
            known
        } else {
            self.program.send("newgame", deadline)?;
            self.program.send(&format!("position {}", situation.line.text()), deadline)?;
            situation.moves.len()
        };
        let new = situation.moves.get(known..).unwrap_or_default();
        if !new.is_empty() {
            self.program.send(&format!("moves {}", new.join(" ")), deadline)?;
        }
        self.known = Some(situation.moves.len() + 1);
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
