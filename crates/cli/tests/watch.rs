//! Tournaments that are watched: the file says what is played, here or by workers, and `serve --event` shows it.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use arena::event::Viewer;
use serde_json::Value;

use crate::common::{Folder, ended, interrupt, quadrille, run, start};
use crate::queue::nats::{Process, Server, wait_until};
use crate::serve::{Running, address, ask, at_home, first_line};

/// A tournament whose moves take a while.
fn slow<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = "tournament oska:4 anna=engine ben=random --pairs 100 --opening-plies 0 --control time=50ms";
    fixed.split(' ').chain(["--event", file]).chain(more.iter().copied()).collect()
}

/// Waits until the moves of a game can be seen while it is played.
fn see_a_game(file: &str) {
    let mut viewer = Viewer::new(Path::new(file));
    wait_until("moves are seen", || {
        let state = viewer.look().expect("readable");
        state.is_some_and(|state| {
            let game = state.in_progress.iter().find(|game| game.moves.len() > 2);
            assert!(game.is_none_or(|game| game.players.contains(&"anna".to_string())));
            state.is_running && game.is_some()
        })
    });
}

#[test]
fn moves_are_seen_while_they_are_played() {
    let folder = Folder::new("watch");
    let file = folder.file("cup.sqlite");
    let running = start(&slow(&file, &["--concurrency", "1"]));
    see_a_game(&file);
    interrupt(&running, Duration::ZERO);
    assert_eq!(ended(running).status.code(), Some(130));
    assert!(!Path::new(&format!("{file}.live")).exists(), "nothing is left beside the file");
}

#[test]
fn moves_of_workers_are_seen_too() {
    let folder = Folder::new("watch-queue");
    let file = folder.file("cup.sqlite");
    let server = Server::start("cli-watch");
    let url = server.url();
    let _worker = Process::start(Command::new(quadrille()).args(["worker", &url, "--threads", "1"]));
    let running = start(&slow(&file, &["--queue", &url]));
    see_a_game(&file);
    interrupt(&running, Duration::ZERO);
    assert_eq!(ended(running).status.code(), Some(130));
}

#[test]
fn the_server_shows_a_tournament_before_and_after() {
    let folder = Folder::new("watch-serve");
    let [file, data] = ["the cup.sqlite", "games.sqlite"].map(|name| folder.file(name));
    let mut server =
        Running::start(at_home(&folder, &["serve", "--port", "0", "--data", &data, "--event", &file]));
    let address = address(&first_line(&mut server));
    let ask = |path: &str| {
        let answer = ask(&address, &format!("GET {path}"));
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str::<Value>(body).expect("JSON")
    };
    assert_eq!(ask("/api/tournaments/the%20cup")["stage"], "waiting");
    let fixed = "tournament oska:3 anna=engine:depth=2 ben=random --event";
    let played = run(&[&fixed.split(' ').collect::<Vec<_>>()[..], &[&file]].concat(), "");
    assert!(played.status.success());
    let mut tournament = Value::Null;
    wait_until("the tournament is seen", || {
        tournament = ask("/api/tournaments/the%20cup");
        tournament["stage"] == "over"
    });
    let games = tournament["finished"].as_array().expect("games");
    assert_eq!((games.len(), &tournament["played"]), (2, &tournament["games"]));
    assert_eq!(tournament["players"].as_array().expect("players").len(), 2);
    let game = ask("/api/tournaments/the%20cup/games/1");
    assert_eq!((&game["result"], &game["white"]), (&games[1]["result"], &games[1]["white"]));
}
