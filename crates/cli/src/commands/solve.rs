//! `quadrille solve`: tables of perfect play, and proofs past them.

mod proof;
mod report;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use game::Side;
use games::GameSpec;
use indicatif::HumanCount;
use search::parse_duration;
use signal_hook::consts::{SIGINT, SIGTERM};
use solve::cluster::{Cluster, Hosts};
use solve::prove::{Limits, ProofRequest};
use solve::{Request, RequestError, SolveError};

use crate::failure::Failure;
use crate::input::position;
use watch::watched;

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
    /// The directory of tables [default: what `QUADRILLE_TABLES` names, or tables in the user's data directory]
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
    /// Answer as JSON: an object for each tier, and one for the start; for each proof; or for what was verified
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(position) = &self.prove {
            // Whoever stops a proof wants to keep it.
            let stop = Arc::new(AtomicBool::new(false));
            for signal in [SIGINT, SIGTERM] {
                signal_hook::flag::register(signal, Arc::clone(&stop))?;
            }
            let text = proof::run(&self.proof(position, &stop), self.json)?;
            return Ok(out.write_all(text.as_bytes())?);
        }
        let request = self.request()?;
        let started = Instant::now();
        let progress = Arc::default();
        let text = if self.verify {
            let sample = if self.sample == 0 { u64::MAX } else { self.sample };
            let checked = watched(&progress, || request.verify(sample, self.seed, &progress))?;
            if self.json {
                format!("{{\"verified\":{checked}}}\n")
            } else {
                format!("{} positions are what their moves make of them.\n", HumanCount(checked))
            }
        } else {
            let report = watched(&progress, || request.solve(&progress))?;
            if self.json { report::json(&report) } else { report::text(&report, started.elapsed()) }
        };
        Ok(out.write_all(text.as_bytes())?)
    }

    fn proof<'c>(&self, position: &str, stop: &'c AtomicBool) -> ProofRequest<'c> {
        ProofRequest {
            game: self.game,
            position: position.to_string(),
            side: self.side,
            tables: self.tables.clone().or_else(solve::home),
            limits: Limits {
                time: Some(self.time),
                nodes: None,
                memory: (self.memory << 20) as usize,
                cancel: Some(stop),
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
            | RequestError::Solve(
                SolveError::File(_)
                | SolveError::Cluster(_)
                | SolveError::Elsewhere(_)
                | SolveError::InUse { .. },
            ) => Failure::Stream(io::Error::other(error.to_string())),
            error => Failure::Input(error.to_string()),
        }
    }
}
