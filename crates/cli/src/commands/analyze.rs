//! `quadrille analyze`: the best move of a position and its value.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Instant;

use clap::{Args, ValueEnum};
use game::{Choice, Line, Material, Notation, Standard};
use games::{Error, Visitor};
use search::Engine;
use serde::Serialize;

use crate::failure::Failure;
use crate::input::{Answer, PositionArguments, Question, search_depth, to_json};

/// Find the best move of a position by minimax to a fixed depth
///
/// The answer is that of plain minimax: of the best moves the first in generation order; a sooner win and a later loss are
/// preferred; nothing is looked at beyond the depth.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille analyze ctf --depth 4
  quadrille analyze congo '3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4' --eval material --json
  quadrille analyze crusher:3 - --depth 3 < positions.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How many plies to look ahead
    #[arg(long, default_value_t = 3, value_parser = search_depth, allow_hyphen_values = true)]
    depth: u32,
    /// The static evaluation
    #[arg(long, value_enum, default_value_t = Evaluation::Standard)]
    eval: Evaluation,
}

#[derive(Clone, Copy, ValueEnum)]
enum Evaluation {
    /// Our own, described in the game's rules page
    Standard,
    /// Own men minus enemy men: pawns only in ctf, by the course's table in congo
    Material,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let question = Analyze { position: String::new(), depth: self.depth, eval: self.eval };
        self.position.answer(&question, out)
    }
}

struct Analyze {
    position: String,
    depth: u32,
    eval: Evaluation,
}

impl Question for Analyze {
    fn about(&self, position: &str) -> Analyze {
        Analyze { position: position.to_string(), ..*self }
    }
}

#[derive(Serialize)]
struct Finished {
    position: String,
    winner: &'static str,
}

#[derive(Serialize)]
struct Report {
    position: String,
    depth: u32,
    score: i32,
    win_in: Option<i32>,
    #[serde(rename = "move")]
    mv: String,
    next: String,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
}

impl Visitor for Analyze {
    type Output = Result<Answer, Error>;

    fn visit<G: Notation<Error = Error> + 'static>(self, game: &G) -> Result<Answer, Error> {
        let mut line = game.parse_line(&self.position)?;
        let position = game.write_line(&line);
        let drawing = game.draw(line.position());
        let start = Instant::now();
        let mut engine = Engine::for_depth(self.depth);
        let choice = match self.eval {
            Evaluation::Standard => engine.best_move(&line, self.depth, &Standard),
            Evaluation::Material => engine.best_move(&line, self.depth, &Material),
        };
        let seconds = start.elapsed().as_secs_f64();
        let Some(choice) = choice else {
            let ending = line.ending().expect("only a finished game has no best move");
            let json = to_json(&Finished { position, winner: ending.outcome.code() });
            return Ok(Answer { json, text: format!("{drawing}{ending}\n"), note: None });
        };
        let (pv, next) = play_out(game, &mut line, &choice);
        let mut text = drawing;
        let _ = writeln!(text, "\nbest move  {}", pv[0]);
        let _ = writeln!(text, "score      {}", choice.score);
        let _ = writeln!(text, "best play  {}", pv.join(" "));
        let _ = writeln!(text, "searched   {} plies, {} positions, {seconds:.3} s", self.depth, choice.nodes);
        let _ = writeln!(text, "next       {next}");
        let report = Report {
            position,
            depth: self.depth,
            score: choice.score.value(),
            win_in: choice.score.plies_to_end(),
            mv: pv[0].clone(),
            next,
            pv,
            nodes: choice.nodes,
            seconds,
        };
        Ok(Answer { json: to_json(&report), text, note: None })
    }
}

/// The moves of the best play in words, and the position after the first.
fn play_out<G: Notation>(
    game: &G,
    line: &mut Line<'_, G>,
    choice: &Choice<G::Move>,
) -> (Vec<String>, String) {
    let (mut names, mut next) = (Vec::new(), String::new());
    for &mv in &choice.variation {
        names.push(game.write_move(line.position(), mv));
        let _ = line.try_play(mv);
        if names.len() == 1 {
            next = game.write_line(line);
        }
    }
    (names, next)
}
