//! `quadrille analyze`: the best move of a position and its value.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use game::{Choice, Evaluate, Line, Material, Notation, Standard};
use games::{Error, Visitor, whole_number};
use search::{Engine, Limits};
use serde::Serialize;

use super::trace::Trace;
use crate::failure::Failure;
use crate::input::{Answer, Evaluation, PositionArguments, Question, search_depth, to_json};

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
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// How many positions to look at, about
    #[arg(long)]
    nodes: Option<u64>,
    /// Show so many of the best moves, exactly, to the depth
    #[arg(long, default_value_t = 1, conflicts_with_all = ["time", "nodes"])]
    lines: usize,
    /// The static evaluation
    #[arg(long, value_enum, default_value_t = Evaluation::Standard)]
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
        let depth = self.depth.unwrap_or(DEFAULT_DEPTH);
        let timed = self.time.is_some() || self.nodes.is_some();
        let question = Analyze {
            position: String::new(),
            depth: if timed { game::MAX_DEPTH } else { depth },
            time: self.time,
            nodes: self.nodes,
            lines: self.lines,
            eval: self.eval,
            trace: self.trace,
            threads: self.threads as usize,
            hash: self.hash.map(|megabytes| (megabytes as usize) << 20),
        };
        self.position.answer(&question, out)
    }
}

const DEFAULT_DEPTH: u32 = 4;

/// Reads a time such as `500ms` or `2s`.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let number = whole_number(number).and_then(|number| u64::try_from(number).ok());
    match (number, unit) {
        (Some(number), "ms") => Ok(Duration::from_millis(number)),
        (Some(number), "s") => Ok(Duration::from_secs(number)),
        _ => Err("a time is a whole number of ms or s: 500ms, 2s".to_string()),
    }
}

struct Analyze {
    position: String,
    depth: u32,
    time: Option<Duration>,
    nodes: Option<u64>,
    lines: usize,
    eval: Evaluation,
    trace: bool,
    threads: usize,
    hash: Option<usize>,
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

impl Visitor for Analyze {
    type Output = Result<Answer, Error>;

    fn visit<G: Notation<Error = Error> + 'static>(self, game: &G) -> Result<Answer, Error> {
        let line = game.parse_line(&self.position)?;
        let start = Instant::now();
        let found = match self.eval {
            Evaluation::Standard => self.search(game, &line, &Standard),
            Evaluation::Material => self.search(game, &line, &Material),
        };
        let trace = self.trace.then(|| Trace::new(&line));
        Ok(answer(game, &line, &found, self.lines > 1, trace, start.elapsed().as_secs_f64()))
    }
}

/// The best lines, and how deep they were searched.
struct Found<M> {
    depth: u32,
    choices: Vec<Choice<M>>,
}

impl Analyze {
    fn search<G: Notation, E: Evaluate<G>>(
        &self,
        game: &G,
        line: &Line<'_, G>,
        evaluation: &E,
    ) -> Found<G::Move> {
        let engine = self.hash.map_or_else(|| Engine::for_depth(self.depth), Engine::new);
        let mut engine = engine.with_threads(self.threads);
        if self.lines > 1 {
            return Found {
                depth: self.depth,
                choices: engine.best_lines(line, self.depth, evaluation, self.lines),
            };
        }
        let limits = Limits { depth: self.depth, time: self.time, nodes: self.nodes, cancel: None };
        let mut depth = 0;
        // People who wait see how far it is; programs that read stderr do not.
        let watched = io::stderr().is_terminal();
        let report = |report: &search::Report<G::Move>| {
            depth = report.depth;
            if watched {
                let (names, _) = play_out(game, line, &report.variation);
                let play = names.join(" ");
                let _ = write!(io::stderr(), "\r\x1b[Kdepth {depth}  {}  {play:.60}", report.score);
            }
        };
        let timed = self.time.is_some() || self.nodes.is_some();
        let choice = if timed {
            engine.think(line, &limits, evaluation, report)
        } else {
            engine.analyze(line, &limits, evaluation, report)
        };
        if watched {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        Found { depth, choices: choice.into_iter().collect() }
    }
}

fn answer<G: Notation>(
    game: &G,
    line: &Line<'_, G>,
    found: &Found<G::Move>,
    several: bool,
    trace: Option<Trace>,
    seconds: f64,
) -> Answer {
    let position = game.write_line(line);
    let mut text = game.draw(line.position());
    let Some(best) = found.choices.first() else {
        let ending = line.ending().expect("only a finished game has no best move");
        let json = to_json(&Finished { position, winner: ending.outcome.code() });
        return Answer { json, text: format!("{text}{ending}\n"), note: None };
    };
    let (pv, next) = play_out(game, line, &best.variation);
    let nodes = found.choices.iter().map(|choice| choice.nodes).sum();
    let _ = writeln!(text, "\nbest move  {}", pv[0]);
    let _ = writeln!(text, "score      {}", best.score);
    let _ = writeln!(text, "best play  {}", pv.join(" "));
    let mut lines = Vec::new();
    if several {
        for choice in &found.choices {
            let (pv, _) = play_out(game, line, &choice.variation);
            let _ = writeln!(text, "  {:>10}  {}", choice.score.to_string(), pv.join(" "));
            let (score, win_in) = (choice.score.value(), choice.score.plies_to_end());
            lines.push(BestLine { score, win_in, mv: pv[0].clone(), pv });
        }
    }
    let _ = writeln!(text, "searched   {} plies, {nodes} positions, {seconds:.3} s", found.depth);
    let _ = writeln!(text, "next       {next}");
    if let Some(trace) = &trace {
        let _ = write!(text, "\n{}", trace.text());
    }
    let report = Report {
        position,
        depth: found.depth,
        score: best.score.value(),
        win_in: best.score.plies_to_end(),
        mv: pv[0].clone(),
        next,
        pv,
        nodes,
        seconds,
        lines,
        terms: trace,
    };
    Answer { json: to_json(&report), text, note: None }
}

/// The moves of the best play in words, and the position after the first.
pub(super) fn play_out<G: Notation>(
    game: &G,
    line: &Line<'_, G>,
    variation: &[G::Move],
) -> (Vec<String>, String) {
    let mut line = line.clone();
    let (mut names, mut next) = (Vec::new(), String::new());
    for &mv in variation {
        names.push(game.write_move(line.position(), mv));
        let _ = line.try_play(mv);
        if names.len() == 1 {
            next = game.write_line(&line);
        }
    }
    (names, next)
}
