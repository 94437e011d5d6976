//! A tournament whose games are played by worker processes, with everything killed that can be killed.

#[allow(dead_code, reason = "the arena's own tests use more of it")]
#[path = "../../arena/tests/nats/mod.rs"]
pub(crate) mod nats;

use std::fs;
use std::process::Command;
use std::time::Duration;

use nats::{Process, Server};
use rustix::process::{Pid, Signal, kill_process};

use crate::common::events::{games, tournament};
use crate::common::{Folder, ended, interrupt, quadrille, run, start};

fn worker(url: &str) -> Process {
    Process::start(Command::new(quadrille()).args(["worker", url, "--threads", "1", "--silence", "2s"]))
}

#[test]
fn workers_and_the_server_may_die() {
    let folder = Folder::new("queue");
    let [file, whole, queued_file, queued] =
        ["whole", "whole.jsonl", "queued", "queued.jsonl"].map(|name| folder.file(name));
    let expected = run(&tournament(&file, &whole, "swiss"), "");
    assert!(expected.status.success());

    let mut server = Server::start("cli");
    let url = server.url();
    let mut workers = [worker(&url), worker(&url)];
    let mut arguments = tournament(&queued_file, &queued, "swiss");
    arguments.extend(["--queue", &url]);
    let mut coordinator = start(&arguments);
    // It makes its file when it has found the server, which takes a while on a busy machine.
    nats::wait_until("the tournament begins", || fs::exists(&queued_file).expect("a path"));
    for round in 0..3 {
        std::thread::sleep(Duration::from_millis(150));
        workers[round % 2].kill();
        workers[round % 2] = worker(&url);
        if round == 1 {
            server.kill_and_restart();
        }
    }
    let table = nats::in_time("the tournament", move || {
        let _ = coordinator.stdin.take();
        coordinator.wait_with_output().expect("an output")
    });
    assert!(table.status.success());
    assert_eq!(String::from_utf8_lossy(&table.stdout), String::from_utf8_lossy(&expected.stdout));
    assert_eq!(games(&queued), games(&whole));
}

#[test]
fn ctrl_c_keeps_the_games_of_a_tournament() {
    let folder = Folder::new("queue-interrupt");
    let [file, jsonl] = ["event", "games.jsonl"].map(|name| folder.file(name));
    let server = Server::start("cli-interrupt");
    let url = server.url();
    let _worker = worker(&url);
    let fixed = "tournament oska engine:depth=1 random --pairs 5000 --opening-plies 0";
    let arguments =
        [&fixed.split(' ').collect::<Vec<_>>(), &["--event", &file, "--jsonl", &jsonl, "--queue", &url][..]];
    let coordinator = start(&arguments.concat());
    nats::wait_until("a game is stored", || stored_games(&file) > 0);
    interrupt(&coordinator, Duration::ZERO);
    let output = ended(coordinator);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    let played = games(&jsonl).len();
    let wanted = format!("interrupted after {played} of 10000 games: --resume plays the rest\n");
    assert!(played > 0 && message.ends_with(&wanted), "{message}");
}

/// How many games are in the file of an event, which may not be there yet.
fn stored_games(file: &str) -> u64 {
    let count = |file| {
        let file = rusqlite::Connection::open_with_flags(file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        file.query_row("SELECT count(*) FROM games", [], |row| row.get(0))
    };
    count(file).unwrap_or(0)
}

/// A worker finishes its games at the first Ctrl-C. Here a move takes a thousand seconds.
#[test]
fn a_second_ctrl_c_ends_a_worker_at_once() {
    let folder = Folder::new("queue-worker");
    let file = folder.file("event");
    let server = Server::start("cli-worker");
    let url = server.url();
    let fixed = "tournament crusher:5 engine random --opening-plies 0 --control time=1000s";
    let mut coordinator = Command::new(quadrille());
    coordinator.args(fixed.split(' ')).args(["--event", &file, "--queue", &url]);
    let _coordinator = Process::start(&mut coordinator);
    let mut worker = start(&["worker", &url, "--threads", "1"]);
    nats::wait_until("the engine thinks", || processor_ticks(worker.id()) > 100);
    interrupt(&worker, Duration::ZERO);
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(worker.try_wait().expect("it is ours"), None, "it finishes its game");
    kill_process(Pid::from_child(&worker), Signal::INT).expect("it runs");
    assert_eq!(ended(worker).status.code(), Some(130));
}

/// How long a process has used a processor, in hundredths of a second.
fn processor_ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    fields.split(' ').nth(12).and_then(|ticks| ticks.parse().ok()).expect("a number")
}
