//! `quadrille worker`: plays games of tournaments that other processes run.

use std::sync::Arc;
use std::time::Duration;

use arena::queue::{WorkerOptions, worker};
use std::io::Write;

use clap::Args;
use quadrille::Catalogue;
use quadrille::duration::parse_duration;

use super::Run;
use crate::event::resources;
use crate::failure::{Failure, say};
use crate::input::TablesArgument;
use crate::process::Interrupt;
use crate::sandbox::SandboxArguments;

/// Play games on this machine for tournaments that use a queue
///
/// Takes games from a NATS server started with -js, where `quadrille tournament --queue` puts them, until it is ended with Ctrl-C; it
/// finishes the games in progress first. If a worker dies, another one gets its game. Everyone who can write to the queue decides
/// what the workers play: with --allow-programs that is any command on this machine, in the sandbox.
#[derive(Args)]
#[command(after_help = r"Examples:
  nats-server -js &
  quadrille worker nats://127.0.0.1:4222 &
  quadrille tournament %game% engine:depth=4 engine:depth=5 --queue nats://127.0.0.1:4222")]
pub(crate) struct Arguments {
    /// nats://HOST:PORT, with a name and a password or a token if the server asks for them, or tls://HOST:PORT
    url: String,
    /// How many games are played at a time [default: one for each processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How long a worker may be silent before another one gets its game; what the first worker at a NATS server says holds for all
    #[arg(long, value_parser = parse_duration, default_value = "30s")]
    silence: Duration,
    /// Run the programs of players, and not only the engine
    #[arg(long)]
    allow_programs: bool,
    #[command(flatten)]
    sandbox: SandboxArguments,
    #[command(flatten)]
    tables: TablesArgument,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, _out: &mut dyn Write) -> Result<(), Failure> {
        let mut options = WorkerOptions {
            allow_programs: self.allow_programs,
            ack_wait: self.silence,
            stop: Interrupt::new()?.flag,
            ..WorkerOptions::default()
        };
        if let Some(threads) = self.threads {
            options.threads = usize::from(threads);
        }
        let notify = Arc::new(|news: &str| say(news));
        // A worker finishes its games before it ends.
        let mut resources = resources(catalogue, self.tables.open(), &Arc::default())?;
        if self.allow_programs {
            self.sandbox.set_up(&mut resources.sandbox, [])?;
        }
        worker(&self.url, &resources, &options, notify).map_err(Failure::input)
    }
}
