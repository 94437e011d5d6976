//! A worker at a queue and nothing else, to be killed by the tests. Its arguments are the address of the server, the number of threads,
//! the seconds a silent worker keeps its game, and a supervisor.

use std::sync::Arc;
use std::time::Duration;

use arena::House;
use arena::program::CommandLine;
use arena::queue::{WorkerOptions, worker};

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
    let house = House { supervisor: CommandLine::new(supervisor, [""; 0]), memory: None };
    worker(url, &house, &options, Arc::new(|news| eprintln!("worker: {news}")))?;
    Ok(())
}
