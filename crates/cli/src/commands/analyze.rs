//! `quadrille analyze`: the best move of a position and its value.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use quadrille::duration::parse_duration;
use quadrille::{AnyLine, Catalogue, Evaluation, Finding, Limits, MAX_DEPTH, MOST_MOVES, Question, Session};
use serde::Serialize;
use serde_json::json;

use super::Run;
use super::trace::Trace;
use crate::failure::Failure;
use crate::input::{PositionAnswer, PositionArguments, TablesArgument, evaluation, search_depth, to_json};

/// Find the best move of a position, to a fixed depth or on a clock
///
/// To a fixed depth the answer is that of plain minimax: of the best moves the first in generation order; a sooner win and a
/// later loss are preferred; nothing beyond the depth is searched. With --time or --nodes the engine plays as well as it can, and
/// asks solved tables.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille analyze %game% --depth 10
  quadrille analyze %sized% --time 2s --threads 2
  quadrille analyze %game% '%position%' --eval material --json
  quadrille analyze %game% '%position%' --trace
  quadrille analyze %game% - --depth 6 --lines 3 < positions.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How many plies to look ahead, exactly [default: 4]
    #[arg(long, value_parser = search_depth, allow_hyphen_values = true, conflicts_with_all = ["time", "nodes"])]
    depth: Option<u32>,
    /// How long to think: 500ms, 2s
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// How many positions to visit, about
    #[arg(long)]
    nodes: Option<u64>,
    /// Show this many of the best moves, each searched exactly to the depth
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
    /// The size of the transposition table in megabytes [default: as the limits need, at most 256]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
    #[command(flatten)]
    tables: TablesArgument,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let mut session = Session::new(self.tables.open()).with_threads(self.threads as usize);
        if let Some(megabytes) = self.hash {
            session = session.with_table_bytes((megabytes as usize) << 20);
        }
        self.position.answer(catalogue, out, &mut |line| {
            let start = Instant::now();
            let found = self.search(line, &mut session);
            let reached = found.first().map_or(0, |best| best.depth);
            if self.exact_depth().is_some_and(|depth| reached < depth) && line.ending().is_none() {
                return Err(too_many_moves());
            }
            let trace = self.trace.then(|| Trace::new(line));
            Ok(answer(line, &found, self.lines > 1, trace, start.elapsed().as_secs_f64()))
        })
    }
}

impl Arguments {
    /// The depth of an exact search; `None` with a time limit or a limit of positions.
    fn exact_depth(&self) -> Option<u32> {
        (self.time.is_none() && self.nodes.is_none()).then(|| self.depth.unwrap_or(DEFAULT_DEPTH))
    }

    fn search(&self, line: &dyn AnyLine, session: &mut Session) -> Vec<Finding> {
        let exact_depth = self.exact_depth();
        let depth = exact_depth.unwrap_or(MAX_DEPTH);
        let limits = Limits { depth, time: self.time, nodes: self.nodes, cancel: None };
        let question = Question { limits, exact: exact_depth.is_some(), evaluation: self.eval };
        if self.lines > 1 {
            return session.best_lines(line, &question, self.lines);
        }
        // People who wait see how far it is; programs that read stderr do not.
        let watched = io::stderr().is_terminal();
        let found = session.search_with(line, &question, &mut |finding| {
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

const DEFAULT_DEPTH: u32 = 4;

/// Why an exact search did not reach its depth.
fn too_many_moves() -> String {
    format!(
        "this position, or one that it leads to, has more than {MOST_MOVES} moves, too many for an exact search: \
         set a limit with --time"
    )
}

#[derive(Serialize)]
struct AnalysisJson {
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
    lines: Vec<LineJson>,
    /// What the evaluation is made of, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Trace>,
}

#[derive(Serialize)]
struct LineJson {
    score: i32,
    win_in: Option<i32>,
    #[serde(rename = "move")]
    mv: String,
    pv: Vec<String>,
}

fn answer(
    line: &dyn AnyLine,
    found: &[Finding],
    several: bool,
    trace: Option<Trace>,
    seconds: f64,
) -> PositionAnswer {
    let position = line.text();
    let mut text = line.draw();
    let Some(best) = found.first() else {
        let ending = line.ending().expect("only a finished game has no best move");
        let json = json!({ "position": position, "winner": ending.outcome.code() }).to_string();
        return PositionAnswer { json, text: format!("{text}{ending}\n"), note: None };
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
            lines.push(LineJson { score, win_in, mv: play[0].clone(), pv: play.clone() });
        }
    }
    let _ = writeln!(text, "searched   {} plies, {nodes} positions, {seconds:.3} s", best.depth);
    let mut after = line.duplicate();
    after.play(&best.play[0]).expect("the engine finds legal moves only");
    let next = after.text();
    let _ = writeln!(text, "next       {next}");
    if let Some(trace) = &trace {
        let _ = write!(text, "\n{}", trace.text());
    }
    let report = AnalysisJson {
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
    PositionAnswer { json: to_json(&report), text, note: None }
}
