//! Why the work could not begin.

use std::io;
use std::path::PathBuf;

/// Why the work could not begin.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ClusterError {
    #[error("{}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}:{line}: `{}` is not an address; write one host:port a line, such as node1:4000", path.display(), game::quote(text))]
    NotAnAddress { path: PathBuf, line: usize, text: String },
    #[error("{}:{line}: {address} is in line {first} already; each process needs an address of its own", path.display())]
    Twice { path: PathBuf, line: usize, first: usize, address: String },
    #[error("{} lists no addresses; write one host:port a line, such as node1:4000", path.display())]
    NoAddresses { path: PathBuf },
    #[error("there is no process {process} in {}: it lists {count}, numbered from 0", path.display())]
    NoSuchProcess { path: PathBuf, process: usize, count: usize },
    #[error("0 workers cannot do any work; give at least 1")]
    NoWorkers,
    #[error("{address} cannot be found: {source}")]
    Unresolved { address: String, source: io::Error },
    #[error(
        "process {process} cannot listen at {address}: {source}; it must run where that address is, and once only"
    )]
    Listen { process: usize, address: String, source: io::Error },
    #[error(
        "process {process} ({address}) did not come within {seconds} s; start it, or correct its address"
    )]
    Missing { process: usize, address: String, seconds: f32 },
    #[error(
        "process {process} ({address}) was started for other work: there it is `{theirs}`, here `{ours}`; \
         give all processes the same arguments"
    )]
    OtherWork { process: usize, address: String, theirs: String, ours: String },
    #[error(
        "process {process} ({address}) has {theirs} workers and this one {ours}; give all the same number"
    )]
    OtherWorkers { process: usize, address: String, theirs: usize, ours: usize },
    #[error("{address} knows of {theirs} processes and this one of {ours}; give all the same list of hosts")]
    OtherHosts { address: String, theirs: usize, ours: usize },
    #[error(
        "{address} calls itself process {theirs}, and cannot be that here; \
         give all processes the same list of hosts, and each its own number in it"
    )]
    Impostor { address: String, theirs: usize },
    #[error("connections cannot be set up: {0}")]
    Network(io::Error),
    #[error("threads cannot be started: {0}")]
    Threads(io::Error),
}
