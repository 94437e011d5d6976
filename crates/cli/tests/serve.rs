//! The page's server as a process: where it listens, what it refuses, and how it ends. What it answers is tested in the
//! server's own crate and by a browser.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::common::{Folder, quadrille};

/// The program for a user whose home is this folder.
pub(crate) fn at_home(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(quadrille());
    command.args(arguments).env("HOME", folder.path()).env("XDG_DATA_HOME", folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The first thing that a program says, if it goes well.
pub(crate) fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    line
}

pub(crate) fn end(mut child: Child) {
    child.kill().expect("a running program");
    child.wait().expect("its end");
}

#[test]
fn without_a_command_the_page_is_served() {
    let folder = Folder::new("serve-default");
    let mut child = at_home(&folder, &[]).spawn().expect("the program");
    let line = first_line(&mut child);
    if line.is_empty() {
        // Another program has the port, and the message says so.
        let out = child.wait_with_output().expect("its end");
        let message = String::from_utf8_lossy(&out.stderr);
        assert!(
            message.contains("cannot listen on 127.0.0.1:4200") && message.contains("--port"),
            "{message}"
        );
        assert_eq!(out.status.code(), Some(2));
        return;
    }
    assert!(line.contains("http://127.0.0.1:4200/"), "{line}");
    assert!(
        folder.path().join("quadrille/games.sqlite").exists(),
        "games are stored in the user's data directory"
    );
    end(child);
}

#[test]
fn any_free_port_will_do() {
    let folder = Folder::new("serve-free");
    let data = folder.path().join("deep/inside/games.sqlite");
    let arguments = ["serve", "--port", "0", "--data", data.to_str().expect("a name")];
    let mut child = at_home(&folder, &arguments).spawn().expect("the program");
    let line = first_line(&mut child);
    assert!(line.contains("http://127.0.0.1:") && !line.contains(":0/"), "{line}");
    assert!(data.exists());
    end(child);
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let folder = Folder::new("serve-refused");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let arguments = ["serve", "--port", &port, "--data", &folder.file("games.sqlite")];
    let out = at_home(&folder, &arguments).output().expect("the program");
    let message = String::from_utf8_lossy(&out.stderr);
    assert!(message.contains("choose another with --port"), "{message}");
    assert_eq!((out.status.code(), out.stdout.len()), (Some(2), 0), "{message}");
}

/// The answer to a request, with its head.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!("{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// The address in the line that a server prints.
fn address(line: &str) -> String {
    let (_, rest) = line.split_once("http://").expect("an address");
    rest.split_once('/').expect("an address").0.to_string()
}

/// The most memory that a process has had so far, in megabytes.
fn peak_megabytes(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") >> 10
}

#[test]
fn a_list_of_large_games_takes_little_memory() {
    const CLIENTS: usize = 20;
    const MEGABYTES: u64 = 150;
    let folder = Folder::new("serve-list");
    let data = folder.file("games.sqlite");
    let mut child =
        at_home(&folder, &["serve", "--port", "0", "--data", &data]).spawn().expect("the program");
    let address = address(&first_line(&mut child));
    let games = rusqlite::Connection::open(&data).expect("the file of games");
    let human = r#"{"kind":"human"}"#;
    games
        .execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
             INSERT INTO games (id, created, updated, game, start, white, black, plies, moves, times, turn_began)
             SELECT 'g' || n, n, n, 'ctf:5', hex(zeroblob(500000)), ?1, ?1, 1, 'c2c3', '0', n FROM numbers",
            [human],
        )
        .expect("200 games");
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let answer = ask(&address, "GET /api/games?limit=200&search=ctf");
                assert!(answer.contains(r#""total":200"#) && answer.matches(r#""plies":1"#).count() == 200);
            });
        }
    });
    let peak = peak_megabytes(&child);
    end(child);
    assert!(peak < MEGABYTES, "{CLIENTS} lists of 200 MB took {peak} MB");
}
