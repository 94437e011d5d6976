//! A tournament whose games are played by worker processes, with everything killed that can be killed.

#[allow(dead_code, reason = "the arena's own tests use more of it")]
#[path = "../../arena/tests/nats/mod.rs"]
mod nats;

use std::process::Command;
use std::time::Duration;

use nats::{Process, Server};

use crate::common::events::{games, tournament};
use crate::common::{Folder, quadrille, run, start};

fn worker(url: &str) -> Process {
    Process::start(Command::new(quadrille()).args(["worker", url, "--threads", "1", "--silence", "2s"]))
}

#[test]
fn workers_and_the_server_may_die() {
    let folder = Folder::new("queue");
    let (whole, queued) = (folder.file("whole.jsonl"), folder.file("queued.jsonl"));
    let expected =
        start(&tournament(&folder.file("whole"), &whole, "swiss")).wait_with_output().expect("an output");
    assert!(expected.status.success());

    let mut server = Server::start("cli");
    let url = server.url();
    let mut workers = [worker(&url), worker(&url)];
    let mut arguments = tournament(&folder.file("queued"), &queued, "swiss");
    arguments.extend(["--queue".to_string(), url.clone()]);
    let mut coordinator = start(&arguments);
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
fn a_server_that_is_not_there_is_an_error() {
    let folder = Folder::new("no-queue");
    let file = folder.file("tournament");
    let url = "nats://127.0.0.1:1";
    for arguments in [
        &["worker", url][..],
        &["worker", "http://127.0.0.1"],
        &["tournament", "oska", "random", "engine", "--file", &file, "--queue", url],
    ] {
        let output = run(arguments, "");
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains("error: "), "{error}");
    }
}
