//! `quadrille solve`: tables of perfect play, and proofs past them.

mod proof;
mod report;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use quadrille::duration::parse_duration;
use quadrille::solving::prove::{Limits, ProofRequest};
use quadrille::solving::{AnySolver, Cluster, Hosts, ProbeError, Request, RequestError, SolveError};
use quadrille::{Catalogue, Side};

use super::Run;
use crate::failure::Failure;
use crate::input::{TablesArgument, ended, refuse_option};
use crate::process::{Interrupt, processors};
use watch::watched;

/// Solve a game or its endings: store who wins each position with perfect play
///
/// Solves all positions with the men of the starting position, and with those that captures can leave of them; --men and --up-to choose
/// other sets of men. Each tier (set of men) becomes a checked file when it is finished: a run that was stopped continues with the next
/// tier, and `probe`, the engine and the page use the file at once. Distances count the plies to the end, if the winner wins as soon and
/// the loser loses as late as possible. If a game forbids moves back to an earlier board, its tables allow them and count endless play as
/// a draw.
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille solve %small%
  quadrille solve %small% --workers 2
  quadrille solve %small% --up-to 4
  quadrille solve %small% --verify
  quadrille solve %small% --hosts hosts.txt --process 1
  quadrille solve %game% --prove startpos --side w --time 600s --memory 4096 --save proof")]
pub(crate) struct Arguments {
    /// %games%
    game: String,
    /// Men to solve, with every set of men that can be left of them: White's letters, a hyphen, Black's; may be given again
    #[arg(long, value_name = "MEN", allow_hyphen_values = true)]
    men: Vec<String>,
    /// All endings with at most this many men on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=16))]
    up_to: Option<u32>,
    #[command(flatten)]
    tables: TablesArgument,
    /// Threads that work here [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Work with other processes: a file with one host:port a line, the same for all
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,
    /// Which line of the file of hosts this process is, counted from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// Check the tables in the directory: the verdict on each position must follow from the verdicts after its moves
    #[arg(long, conflicts_with = "hosts")]
    verify: bool,
    /// How many positions of each tier to check; 0 for all
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "verify")]
    sample: u64,
    /// Decides which positions are checked
    #[arg(long, default_value_t = 1, requires = "verify")]
    seed: u64,
    /// Beyond the tables: show who wins this position by proof-number search, which asks the tables at its leaves
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with_all = ["men", "up_to", "verify", "hosts"])]
    prove: Option<String>,
    /// The side whose win is to be proved, w or b [default: each in turn, with half of the time each]
    #[arg(long, value_parser = side, requires = "prove")]
    side: Option<Side>,
    /// How long a proof may take
    #[arg(long, value_parser = parse_duration, default_value = "60s", requires = "prove")]
    time: Duration,
    /// Megabytes for what a proof remembers
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1_048_576), requires = "prove")]
    memory: u64,
    /// Store an unfinished proof in FILE.w and FILE.b, and continue from there next time
    #[arg(long, value_name = "FILE", requires = "prove")]
    save: Option<PathBuf>,
    /// Answer as JSON: an object for each tier, and one for the starting position; for each proof; or for what was verified
    #[arg(long)]
    json: bool,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let game = catalogue.game(&self.game)?;
        let no_solver = || Failure::Input(ProbeError::NoSolver(game.name().to_string()).to_string());
        let solver = game.solver().ok_or_else(no_solver)?;
        let (text, interrupted) = match &self.prove {
            Some(position) => {
                refuse_option(game.descriptor(), position)?;
                self.prove(solver, position)?
            }
            None => (self.solve_or_verify(solver)?, None),
        };
        out.write_all(text.as_bytes())?;
        ended(interrupted, out)
    }
}

impl Arguments {
    fn solve_or_verify(&self, solver: &dyn AnySolver) -> Result<String, Failure> {
        let request = self.request()?;
        let started = Instant::now();
        let progress = Arc::default();
        if !self.verify {
            let report = watched(&progress, || solver.solve(&request, &progress))?;
            return Ok(if self.json {
                report::json(&report)
            } else {
                report::text(&report, started.elapsed())
            });
        }
        let sample = if self.sample == 0 { u64::MAX } else { self.sample };
        let checked = watched(&progress, || solver.verify(&request, sample, self.seed, &progress))?;
        Ok(if self.json {
            format!("{{\"verified\":{checked}}}\n")
        } else {
            format!("{} positions are what their moves make of them.\n", HumanCount(checked))
        })
    }

    /// The answer, and whether it was interrupted.
    fn prove(&self, solver: &dyn AnySolver, position: &str) -> Result<(String, Option<String>), Failure> {
        // A proof that is stopped is to be stored first.
        let interrupt = Interrupt::new()?;
        let request = ProofRequest {
            position: position.to_string(),
            side: self.side,
            tables: self.tables.directory(),
            limits: Limits {
                time: Some(self.time),
                nodes: None,
                memory: (self.memory << 20) as usize,
                cancel: Some(&interrupt.flag),
            },
            checkpoint: self.save.clone(),
        };
        let text = proof::run(solver, &request, self.json)?;
        let message = || match &self.save {
            Some(path) => format!("interrupted: the same call continues from {}", path.display()),
            None => "interrupted: nothing is kept without --save".to_string(),
        };
        Ok((text, interrupt.is_asked().then(message)))
    }

    fn request(&self) -> Result<Request, Failure> {
        let workers = self.workers.map_or_else(processors, usize::from);
        let hosts = match (&self.hosts, self.process) {
            (Some(path), Some(process)) => Some(Hosts::read(path, process).map_err(Failure::input)?),
            _ => None,
        };
        let homeless = "cannot find your home directory to store tables in: name a directory with --tables";
        let tables = self.tables.directory().ok_or_else(|| Failure::input(homeless))?;
        let (men, up_to) = (self.men.clone(), self.up_to);
        let mut cluster = Cluster::new(workers, hosts);
        cluster.on_loss = |message| {
            eprintln!("error: {message}");
            std::process::exit(1)
        };
        Ok(Request { men, up_to, tables, cluster })
    }
}

fn side(text: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|side| text.eq_ignore_ascii_case(&side.letter().to_string()));
    side.ok_or_else(|| "a side is w or b".to_string())
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Failure {
        match error {
            // The call is right, but it cannot be done here and now.
            RequestError::File(_)
            | RequestError::Wrong { .. }
            | RequestError::Solve(
                SolveError::File(_)
                | SolveError::Cluster(_)
                | SolveError::Elsewhere(_)
                | SolveError::Cancelled
                | SolveError::InUse { .. },
            ) => Failure::Stream(io::Error::other(error.to_string())),
            error => Failure::input(error),
        }
    }
}
