//! `quadrille analyze`: the best move of a position and its value.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyline::{AnyLine, Evaluation, Finding};
use clap::Args;
use games::GameSpec;
use search::{Engine, Limits, parse_duration};
use serde::Serialize;

use super::trace::Trace;
use crate::failure::Failure;
use crate::input::{Answer, PositionArguments, Question, evaluation, search_depth, to_json};

/// Find the best move of a position, to a fixed depth or on a clock
///
/// To a fixed depth the answer is that of plain minimax: of the best moves the first in generation order; a sooner win and a
/// later loss are preferred; nothing is looked at beyond the depth. With --time or --nodes the engine plays as well as it can.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille analyze ctf --depth 10
  quadrille analyze oska:6 --time 2s --threads 2
  quadrille analyze congo '3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4' --eval material --json
  quadrille analyze oska 'w-ww/-w-/--/--b/bb-b w' --trace
  quadrille analyze crusher:3 - --depth 6 --lines 3 < positions.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How many plies to look ahead, exactly [default: 4]
    #[arg(long, value_parser = search_depth, allow_hyphen_values = true, conflicts_with_all = ["time", "nodes"])]
    depth: Option<u32>,
    /// How long to think: 500ms, 2s
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// How many positions to look at, about
    #[arg(long)]
    nodes: Option<u64>,
    /// Show so many of the best moves, exactly, to the depth
    #[arg(long, default_value_t = 1, conflicts_with_all = ["time", "nodes"])]
    lines: usize,
    /// The static evaluation
    #[arg(long, value_parser = evaluation(), default_value = "standard")]
    eval: Evaluation,
    /// Show what the standard evaluation of the position is made of, term by term as the rules page lists them
    #[arg(long)]
    trace: bool,
    /// How many threads search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The size of the table in megabytes [default: as the depth needs, at most 256]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        self.position.answer(&self, out)
    }
}

const DEFAULT_DEPTH: u32 = 4;

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
    /// The best lines, if more than one was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<BestLine>,
    /// What the evaluation is made of, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Trace>,
}

#[derive(Serialize)]
struct BestLine {
    score: i32,
    win_in: Option<i32>,
    #[serde(rename = "move")]
    mv: String,
    pv: Vec<String>,
}

impl Question for Arguments {
    fn answer(&self, spec: GameSpec, position: &str) -> Result<Answer, String> {
        anyline::open(spec, position, |line| {
            let start = Instant::now();
            let found = self.search(line);
            let trace = self.trace.then(|| Trace::new(line));
            answer(line, &found, self.lines > 1, trace, start.elapsed().as_secs_f64())
        })
        .map_err(|error| error.to_string())
    }
}

impl Arguments {
    /// The best lines.
    fn search(&self, line: &dyn AnyLine) -> Vec<Finding> {
        let timed = self.time.is_some() || self.nodes.is_some();
        let depth = if timed { game::MAX_DEPTH } else { self.depth.unwrap_or(DEFAULT_DEPTH) };
        let engine = self
            .hash
            .map_or_else(|| Engine::for_depth(depth), |megabytes| Engine::new((megabytes as usize) << 20));
        let mut engine = engine.with_threads(self.threads as usize);
        let limits = Limits { depth, time: self.time, nodes: self.nodes, cancel: None };
        let question = anyline::Question { limits, exact: !timed, evaluation: self.eval };
        if self.lines > 1 {
            return line.best_lines(&mut engine, &question, self.lines);
        }
        // People who wait see how far it is; programs that read stderr do not.
        let watched = io::stderr().is_terminal();
        let found = line.search(&mut engine, &question, &mut |finding| {
            if watched {
                let Finding { depth, score, play, .. } = finding;
                let _ = write!(io::stderr(), "\r\x1b[Kdepth {depth}  {score}  {:.60}", play.join(" "));
            }
        });
        if watched {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        found.into_iter().collect()
    }
}

fn answer(
    line: &dyn AnyLine,
    found: &[Finding],
    several: bool,
    trace: Option<Trace>,
    seconds: f64,
) -> Answer {
    let position = line.text();
    let mut text = line.draw();
    let Some(best) = found.first() else {
        let ending = line.ending().expect("only a finished game has no best move");
        let json = to_json(&Finished { position, winner: ending.outcome.code() });
        return Answer { json, text: format!("{text}{ending}\n"), note: None };
    };
    let nodes = found.iter().map(|line| line.nodes).sum();
    let _ = writeln!(text, "\nbest move  {}", best.play[0]);
    let _ = writeln!(text, "score      {}", best.score);
    let _ = writeln!(text, "best play  {}", best.play.join(" "));
    let mut lines = Vec::new();
    if several {
        for Finding { score, play, .. } in found {
            let _ = writeln!(text, "  {:>10}  {}", score.to_string(), play.join(" "));
            let (score, win_in) = (score.value(), score.plies_to_end());
            lines.push(BestLine { score, win_in, mv: play[0].clone(), pv: play.clone() });
        }
    }
    let _ = writeln!(text, "searched   {} plies, {nodes} positions, {seconds:.3} s", best.depth);
    let next = text_after(line, &best.play[0]);
    let _ = writeln!(text, "next       {next}");
    if let Some(trace) = &trace {
        let _ = write!(text, "\n{}", trace.text());
    }
    let report = Report {
        position,
        depth: best.depth,
        score: best.score.value(),
        win_in: best.score.plies_to_end(),
        mv: best.play[0].clone(),
        next,
        pv: best.play.clone(),
        nodes,
        seconds,
        lines,
        terms: trace,
    };
    Answer { json: to_json(&report), text, note: None }
}

/// The position after a move that was found for it.
fn text_after(line: &dyn AnyLine, mv: &str) -> String {
    let mut line = line.duplicate();
    // The engine finds legal moves only.
    let _ = line.play(mv);
    line.text()
}
