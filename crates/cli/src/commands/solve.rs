//! `quadrille solve`: tables of perfect play, and proofs past them.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Args;
use game::Side;
use games::GameSpec;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use search::parse_duration;
use serde::Serialize;
use solve::cluster::{Cluster, Hosts};
use solve::prove::{Limits, ProofRequest};
use solve::{Progress, Report, Request, RequestError, SolveError, Start, TierReport};

use super::probe::{certainty_in_words, verdict_in_words};
use super::proof;
use crate::failure::{Failure, say};
use crate::input::{position, to_json};

/// Solve a game, or endings of it, by tables of what perfect play makes of every position
///
/// Solves the men of the game's start and all that is left of them after captures, or other men by --men or --up-to. Each
/// finished tier of men is a checked file, so that a run that was stopped goes on where it was, and `probe`, the engine and the page
/// use it at once. Distances are plies to the end; the winner is quick and the loser slow. Oska and Congo are solved by their own
/// rules; in ctf and crusher tables let boards come back, and endless play is a draw there.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille solve oska:4
  quadrille solve crusher:3 --workers 2
  quadrille solve congo --up-to 4
  quadrille solve congo --men LEZ-lc
  quadrille solve oska:5 --verify
  quadrille solve oska:5 --hosts hosts.txt --process 1
  quadrille solve ctf:5 --prove startpos --side w --time 600s --memory 4096 --save ctf5")]
pub(crate) struct Arguments {
    /// ctf, crusher, oska or congo, with a size if you like: ctf:4, crusher:3, oska:5
    game: GameSpec,
    /// Men to solve, with all that can become of them: White's letters, a hyphen, Black's, such as LZ-lg; may be given again
    #[arg(long, value_name = "MEN", allow_hyphen_values = true)]
    men: Vec<String>,
    /// All endings with at most so many men on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=16))]
    up_to: Option<u32>,
    /// The directory of tables [default: `QUADRILLE_TABLES`, or a place of your own]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Threads that work here [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Work with other processes: a file with one host:port a line, the same for all
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,
    /// Which line of the file of hosts this process is, counted from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// Check tables that are there: positions of each must be what their moves make of them
    #[arg(long, conflicts_with = "hosts")]
    verify: bool,
    /// How many positions of each tier to check; 0 for all
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "verify")]
    sample: u64,
    /// Decides which positions are checked
    #[arg(long, default_value_t = 1, requires = "verify")]
    seed: u64,
    /// Past the tables: show who wins this position by proof-number search, with the tables there are at its leaves
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position, conflicts_with_all = ["men", "up_to", "verify", "hosts"])]
    prove: Option<String>,
    /// The side that is to win, w or b [default: each in turn, with half of the time each]
    #[arg(long, value_parser = side, requires = "prove")]
    side: Option<Side>,
    /// How long a proof may take
    #[arg(long, value_parser = parse_duration, default_value = "60s", requires = "prove")]
    time: Duration,
    /// Megabytes for what a proof remembers
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1_048_576), requires = "prove")]
    memory: u64,
    /// Keep an unfinished proof in FILE.w and FILE.b, and go on from there next time
    #[arg(long, value_name = "FILE", requires = "prove")]
    save: Option<PathBuf>,
    /// Answer as JSON: an object for each tier, and one for the start
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(position) = &self.prove {
            let text = proof::run(&self.proof(position), self.json)?;
            return Ok(out.write_all(text.as_bytes())?);
        }
        let request = self.request()?;
        let started = Instant::now();
        let progress = Arc::default();
        let text = if self.verify {
            let sample = if self.sample == 0 { u64::MAX } else { self.sample };
            let checked = watched(&progress, || request.verify(sample, self.seed, &progress))?;
            format!("{} positions are what their moves make of them.\n", HumanCount(checked))
        } else {
            let report = watched(&progress, || request.solve(&progress))?;
            if self.json { json(&report) } else { table(&report, started.elapsed()) }
        };
        Ok(out.write_all(text.as_bytes())?)
    }

    fn proof(&self, position: &str) -> ProofRequest<'static> {
        ProofRequest {
            game: self.game,
            position: position.to_string(),
            side: self.side,
            tables: self.tables.clone().or_else(solve::home),
            limits: Limits {
                time: Some(self.time),
                nodes: None,
                memory: (self.memory << 20) as usize,
                cancel: None,
            },
            checkpoint: self.save.clone(),
        }
    }

    fn request(&self) -> Result<Request, Failure> {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let workers = self.workers.map_or_else(processors, usize::from);
        let hosts = match (&self.hosts, self.process) {
            (Some(path), Some(process)) => {
                Some(Hosts::read(path, process).map_err(|error| Failure::Input(error.to_string()))?)
            }
            _ => None,
        };
        let tables = self.tables.clone().or_else(solve::home);
        let tables = tables.ok_or_else(|| Failure::Input("say with --tables where tables go".to_string()))?;
        Ok(Request {
            game: self.game,
            men: self.men.clone(),
            up_to: self.up_to,
            tables,
            cluster: Cluster::new(workers, hosts),
        })
    }
}

/// Reads a side.
fn side(text: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|side| text.eq_ignore_ascii_case(&side.letter().to_string()));
    side.ok_or_else(|| "a side is w or b".to_string())
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Failure {
        match error {
            // The call is right, and yet it cannot be done here and now.
            RequestError::File(_)
            | RequestError::Wrong { .. }
            | RequestError::Solve(SolveError::File(_) | SolveError::Cluster(_) | SolveError::Elsewhere(_)) => {
                Failure::Stream(io::Error::other(error.to_string()))
            }
            error => Failure::Input(error.to_string()),
        }
    }
}

/// Does some work while a bar shows how far it is, if anybody watches.
fn watched<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    let bar = if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{bar:24} {percent:>3} %  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut watch = Watch::default();
            while !done.load(Relaxed) {
                std::thread::park_timeout(Duration::from_millis(100));
                watch.show(&bar, progress);
            }
        });
        let result = work();
        done.store(true, Relaxed);
        bar.finish_and_clear();
        result
    })
}

/// What the bar showed last, to tell how fast it goes.
#[derive(Default)]
struct Watch {
    stage: Option<(usize, &'static str, Instant)>,
}

impl Watch {
    fn show(&mut self, bar: &ProgressBar, progress: &Progress) {
        for note in progress.take_notes() {
            bar.suspend(|| say(&note));
        }
        let (stage, done) = progress.now();
        if stage.tiers == 0 {
            return;
        }
        let since = match self.stage {
            Some((tier, work, since)) if (tier, work) == (stage.tier, stage.work) => since,
            _ => self.stage.insert((stage.tier, stage.work, Instant::now())).2,
        };
        let seconds = since.elapsed().as_secs_f64();
        let speed = if seconds > 0.0 { done as f64 / seconds } else { 0.0 };
        let left = if speed > 0.0 { stage.total.saturating_sub(done) as f64 / speed } else { 0.0 };
        bar.set_length(stage.total);
        bar.set_position(done.min(stage.total));
        bar.set_message(format!(
            "tier {} of {}: {}, {}, {:.1} M positions a second, {left:.0} s left",
            stage.tier,
            stage.tiers,
            stage.name,
            stage.work,
            speed / 1e6
        ));
    }
}

#[derive(Serialize)]
struct TierJson<'a> {
    men: &'a str,
    states: u64,
    white: u64,
    drawn: u64,
    black: u64,
    longest: Option<u32>,
    longest_position: Option<&'a str>,
}

#[derive(Serialize)]
struct StartJson<'a> {
    start: &'static str,
    plies: Option<u32>,
    certainty: &'static str,
    play: &'a [String],
}

fn json(report: &Report) -> String {
    let tier = |tier: &TierReport| {
        to_json(&TierJson {
            men: &tier.men,
            states: tier.states,
            white: tier.summary.white,
            drawn: tier.summary.drawn,
            black: tier.summary.black,
            longest: tier.summary.longest.map(|(plies, _)| plies),
            longest_position: tier.longest.as_deref(),
        })
    };
    let start = |start: &Start| {
        to_json(&StartJson {
            start: start.verdict.outcome(Side::White).code(),
            plies: start.verdict.plies(),
            certainty: start.certainty.code(),
            play: &start.play,
        })
    };
    let lines = report.tiers.iter().map(tier).chain(report.start.iter().map(start));
    lines.map(|line| line + "\n").collect()
}

fn table(report: &Report, time: Duration) -> String {
    let head = ["men", "positions", "White wins", "drawn", "Black wins", "longest"].map(String::from);
    let rows = report.tiers.iter().map(|tier| {
        let longest = tier.summary.longest.map(|(plies, _)| plies.to_string());
        let numbers = [tier.summary.positions(), tier.summary.white, tier.summary.drawn, tier.summary.black];
        let [positions, white, drawn, black] = numbers.map(|number| HumanCount(number).to_string());
        [tier.men.clone(), positions, white, drawn, black, longest.unwrap_or_default()]
    });
    let rows: Vec<[String; 6]> = std::iter::once(head).chain(rows).collect();
    let widths: [usize; 6] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| match column {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    let states: u64 = report.tiers.iter().map(|tier| tier.states).sum();
    let solved: u64 = report.tiers.iter().filter(|tier| !tier.found).map(|tier| tier.states).sum();
    let seconds = time.as_secs_f64();
    text += &format!("\n{} positions in either colours", HumanCount(states));
    text += &match solved {
        0 => ", all solved before.\n".to_string(),
        _ => format!(
            "; {} of them solved in {seconds:.1} s, {:.1} million a second.\n",
            HumanCount(solved),
            solved as f64 / seconds / 1e6
        ),
    };
    if let Some(longest) = report.tiers.iter().max_by_key(|tier| tier.summary.longest.map(|(plies, _)| plies))
        && let (Some((plies, _)), Some(position)) = (longest.summary.longest, &longest.longest)
    {
        text += &format!("The longest way to an end takes {plies} plies: {position}\n");
    }
    if let Some(start) = &report.start {
        text += &format!(
            "The start: {}{}.\n",
            verdict_in_words(start.verdict, Side::White),
            certainty_in_words(start.certainty)
        );
        if !start.play.is_empty() {
            text += &format!("Best play: {}\n", start.play.join(" "));
        }
    }
    text
}
