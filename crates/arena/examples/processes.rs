//! The processes that the tests start and kill. The first argument says which: a `supervisor`, an `arena`, a `worker` or a `coordinator`.

use std::collections::HashSet;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arena::event::{Proceed, Venue};
use arena::program::{CommandLine, Isolation, Launch, Program, supervise};
use arena::queue::{Coordinator, WorkerOptions, worker};
use arena::{Job, Resources, Sandbox};
use quadrille::{Catalogue, Record, Tables};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let kind = arguments.next().unwrap_or_default();
    match kind.to_str() {
        Some("supervisor") => return Ok(supervise(arguments)),
        Some("arena") => play(arguments)?,
        Some("worker") => work(&texts(arguments))?,
        Some("coordinator") => coordinate(&texts(arguments))?,
        _ => return Err("usage: processes supervisor|arena|worker|coordinator ARGUMENTS".into()),
    }
    Ok(ExitCode::SUCCESS)
}

fn texts(arguments: impl Iterator<Item = OsString>) -> Vec<String> {
    arguments.filter_map(|argument| argument.into_string().ok()).collect()
}

fn sandbox() -> Result<Sandbox, Box<dyn Error>> {
    let sandbox = Sandbox::new(CommandLine::new(std::env::current_exe()?, ["supervisor"]));
    Ok(Sandbox { isolation: Isolation::strongest(&sandbox), ..sandbox })
}

/// Starts a program, prints a line, and then waits to be killed, for the test that no process outlives the arena.
fn play(mut arguments: impl Iterator<Item = OsString>) -> Result<(), Box<dyn Error>> {
    let program = arguments.next().ok_or("usage: processes arena PROGRAM [ARGUMENT]...")?;
    let _running = Program::start(&Launch::new(sandbox()?, CommandLine::new(program, arguments)))?;
    println!("started");
    // The parent keeps the input open.
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

/// Plays games with two threads. A silent worker keeps its game for this number of seconds.
fn work(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [url, seconds] = arguments else { return Err("usage: processes worker URL SECONDS".into()) };
    let ack_wait = Duration::from_secs(seconds.parse()?);
    let options = WorkerOptions { threads: 2, ack_wait, ..WorkerOptions::default() };
    let (catalogue, tables) = (Catalogue::standard(), Tables::none());
    let resources = Resources::new(catalogue, tables, sandbox()?);
    Ok(worker(url, &resources, &options, Arc::new(|news| eprintln!("worker: {news}")))?)
}

/// Coordinates an event. Both files have a line of JSON for each game: its job, and its record. Games that are in the second file at the
/// start are not asked for.
fn coordinate(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [url, event, jobs, records] = arguments else {
        return Err("usage: processes coordinator URL EVENT JOBS RECORDS".into());
    };
    let mut file = OpenOptions::new().create(true).append(true).open(records)?;
    let played: Result<HashSet<u64>, String> =
        fs::read_to_string(records)?.lines().map(|line| Ok(Record::from_json(line)?.number)).collect();
    let played = played?;
    let jobs: Result<Vec<Job>, _> = fs::read_to_string(jobs)?.lines().map(serde_json::from_str).collect();
    let jobs = jobs?.into_iter().filter(|job| !played.contains(&job.number)).collect();
    let mut coordinator =
        Coordinator::connect(url, event, Arc::new(|news| eprintln!("coordinator: {news}")))?;
    coordinator.play(jobs, &mut |record| {
        // A single write, since this process may be killed at any moment.
        let line = record.to_json() + "\n";
        file.write_all(line.as_bytes()).map(|()| Proceed::Continue).map_err(|error| error.to_string())
    })?;
    Ok(())
}
