//! A worker that the tests kill. Its arguments are the address of the server, the number of threads, the seconds for which a silent worker
//! keeps its game, and a supervisor.

use std::sync::Arc;
use std::time::Duration;

use arena::program::CommandLine;
use arena::queue::{WorkerOptions, worker};
use arena::{Resources, Sandbox};
use quadrille::{Catalogue, Tables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, threads, seconds, supervisor] = &arguments[..] else {
        return Err("usage: queue_worker URL THREADS SECONDS SUPERVISOR".into());
    };
    let options = WorkerOptions {
        threads: threads.parse()?,
        ack_wait: Duration::from_secs(seconds.parse()?),
        ..WorkerOptions::default()
    };
    let resources = Resources {
        catalogue: Catalogue::standard(),
        tables: Tables::none(),
        sandbox: Sandbox { supervisor: CommandLine::new(supervisor, [""; 0]), memory: None },
    };
    worker(url, &resources, &options, Arc::new(|news| eprintln!("worker: {news}")))?;
    Ok(())
}
