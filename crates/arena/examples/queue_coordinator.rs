//! A coordinator that the tests kill. Its arguments are the address of the server, the name of the event, a file with its jobs and a file
//! for the records, both with one line of JSON for each game. It does not ask for games that are in the second file at the start.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::Arc;

use arena::Job;
use arena::event::{Proceed, Venue};
use arena::queue::Coordinator;
use quadrille::Record;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, event, jobs, records] = &arguments[..] else {
        return Err("usage: queue_coordinator URL EVENT JOBS RECORDS".into());
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
