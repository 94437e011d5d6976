//! `quadrille analyze`: the best move of a position and its value.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
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
use crate::process::Interrupt;

/// Find the best move of a position, with a fixed depth or a limit of time
///
/// With a fixed depth the answer is that of plain minimax: it prefers a sooner win and a later loss, chooses the first of equally good
/// moves in generation order, and searches nothing beyond the depth. With --time or --nodes the engine plays as well as it can, and
/// also uses solved tables.
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
    /// The static evaluation [default: net with --time or --nodes, otherwise standard]
    #[arg(long, value_parser = evaluation())]
    eval: Option<Evaluation>,
    /// Show what the standard evaluation of the position is made of, term by term as the rules page lists them
    #[arg(long)]
    trace: bool,
    /// How many threads search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// How many megabytes the transposition table may grow to [default: 256]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
    #[command(flatten)]
    tables: TablesArgument,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let mut session = Session::new(self.tables.open()).with_threads(self.threads as usize);
        if let Some(megabytes) = self.hash {
            let too_large = |error| Failure::Input(format!("{error}: use a smaller --hash"));
            session = session.try_with_table_bytes((megabytes as usize) << 20).map_err(too_large)?;
        }
        let interrupt = Interrupt::new()?;
        self.position.answer(catalogue, out, Some(&interrupt), &mut |line| {
            let start = Instant::now();
            let mut found = self.search(line, &mut session, &interrupt.flag);
            let reached = found.first().map_or(0, |best| best.depth);
            if interrupt.is_asked() {
                // The lines after the one that was interrupted have only been looked at.
                found.retain(|line| line.depth == reached);
            } else if let Some(depth) = self.exact_depth()
                && line.ending().is_none()
                && (found.is_empty() || found.iter().any(|line| line.depth < depth))
            {
                return Err(too_many_moves());
            }
            let trace = self.trace.then(|| Trace::new(line));
            let seconds = start.elapsed().as_secs_f64();
            Ok(answer(line, &found, self.lines > 1, trace, seconds, self.interrupted(&interrupt, &found)))
        })
    }
}

impl Arguments {
    /// The depth to which the answer is exact; without one the engine plays as well as it can.
    fn exact_depth(&self) -> Option<u32> {
        let timed = self.time.is_some() || self.nodes.is_some();
        (!timed).then(|| self.depth.unwrap_or(DEFAULT_DEPTH))
    }

    /// How much was searched before the interruption, in words.
    fn interrupted(&self, interrupt: &Interrupt, found: &[Finding]) -> Option<String> {
        let plies = found.first().map_or(0, |best| best.depth);
        interrupt.is_asked().then(|| match self.exact_depth() {
            Some(depth) => format!("interrupted after {plies} of {depth} plies"),
            None => format!("interrupted after {plies} plies"),
        })
    }

    fn search(&self, line: &dyn AnyLine, session: &mut Session, cancel: &AtomicBool) -> Vec<Finding> {
        let (depth, timed) = (self.exact_depth().unwrap_or(MAX_DEPTH), self.exact_depth().is_none());
        let limits = Limits { depth, time: self.time, nodes: self.nodes, cancel: Some(cancel), slice: None };
        let evaluation = self.eval.unwrap_or(Evaluation::for_search(!timed));
        let question = Question { limits, exact: !timed, evaluation, manner: None };
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
    /// Whether Ctrl-C ended the search before its limits did.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
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
    interrupted: Option<String>,
) -> PositionAnswer {
    let position = line.text();
    let mut text = line.draw();
    let Some(best) = found.first() else {
        let json = match line.ending() {
            Some(ending) => {
                let _ = writeln!(text, "{ending}");
                json!({ "position": position, "winner": ending.outcome.code() })
            }
            // Not even the first depth was finished.
            None => json!({ "position": position, "interrupted": true }),
        };
        return PositionAnswer { json: json.to_string(), text, note: None, interrupted };
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
        interrupted: interrupted.is_some(),
    };
    PositionAnswer { json: to_json(&report), text, note: None, interrupted }
}
