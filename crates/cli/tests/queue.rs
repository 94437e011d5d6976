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
