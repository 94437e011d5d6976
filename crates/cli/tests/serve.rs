//! The page's server as a process: where it listens, what it refuses, and how it ends. What it answers is tested in the
//! server's own crate and by a browser.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::{Deref, DerefMut};
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
    first_lines(child).0
}

/// The first two lines of a program; empty if there are none.
fn first_lines(child: &mut Child) -> (String, String) {
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = || {
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        line
    };
    (line(), line())
}

/// A server that runs until this is dropped: a test that fails leaves none behind.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(mut command: Command) -> Running {
        Running(command.spawn().expect("the program"))
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn without_a_command_the_page_is_served() {
    let folder = Folder::new("serve-default");
    let mut child = Running::start(at_home(&folder, &[]));
    let line = first_line(&mut child);
    if line.is_empty() {
        // Another program has the port, and the message says so.
        let mut message = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut message).expect("a message");
        assert!(
            message.contains("cannot listen on 127.0.0.1:4200") && message.contains("--port"),
            "{message}"
        );
        assert_eq!(child.wait().expect("its end").code(), Some(2));
        return;
    }
    assert!(line.contains("http://127.0.0.1:4200/"), "{line}");
    assert!(
        folder.path().join("quadrille/games.sqlite").exists(),
        "games are stored in the user's data directory"
    );
}

#[test]
fn any_free_port_will_do() {
    let folder = Folder::new("serve-free");
    let data = folder.path().join("deep/inside/games.sqlite");
    let arguments = ["serve", "--port", "0", "--data", data.to_str().expect("a name")];
    let mut child = Running::start(at_home(&folder, &arguments));
    let line = first_line(&mut child);
    assert!(line.contains("http://127.0.0.1:") && !line.contains(":0/"), "{line}");
    assert!(data.exists());
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
pub(crate) fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!("{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// The address in the line that a server prints.
pub(crate) fn address(line: &str) -> String {
    let (_, rest) = line.split_once("http://").expect("an address");
    rest.split_once('/').expect("an address").0.to_string()
}

/// The most memory that a process has had so far, in megabytes.
pub(crate) fn peak_megabytes(child: &Child) -> u64 {
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
    let mut child = Running::start(at_home(&folder, &["serve", "--port", "0", "--data", &data]));
    let address = address(&first_line(&mut child));
    let games = rusqlite::Connection::open(&data).expect("the file of games");
    let human = r#"{"kind":"human"}"#;
    games
        .execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
             INSERT INTO games (id, created, updated, game, start, white, black, plies, moves, times, turn_began,
                 seats)
             SELECT 'g' || n, n, n, 'ctf:5', hex(zeroblob(500000)), ?1, ?1, 1, 'c2c3', '0', n, '{}' FROM numbers",
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
    assert!(peak < MEGABYTES, "{CLIENTS} lists of 200 MB took {peak} MB");
}

/// The program without a token in its environment.
fn without_token(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = at_home(folder, arguments);
    command.env_remove("QUADRILLE_ADMIN_TOKEN");
    command
}

#[test]
fn what_is_exposed_is_printed_at_start() {
    let folder = Folder::new("serve-exposed");
    let token = folder.file("token");
    fs::write(&token, "a-secret-that-nobody-guesses\n").expect("a file");
    let data = folder.file("games.sqlite");
    let serve = ["serve", "--port", "0", "--data", &data];
    let beyond = [&serve[..], &["--bind", "0.0.0.0"]].concat();
    let with_file = [&beyond[..], &["--admin-token-file", &token]].concat();
    let mut from_environment = without_token(&folder, &beyond);
    from_environment.env("QUADRILLE_ADMIN_TOKEN", "a-secret-that-nobody-guesses");
    for (command, words) in [
        (without_token(&folder, &serve), "Only this machine can reach it"),
        (without_token(&folder, &beyond), "No admin token is set"),
        (without_token(&folder, &with_file), "An admin token is set"),
        (from_environment, "An admin token is set"),
    ] {
        let mut child = Running::start(command);
        let (first, second) = first_lines(&mut child);
        assert!(first.contains("http://") && second.contains(words), "{first}{second}");
        assert!(!second.contains("nobody-guesses"), "{second}");
    }
}

#[test]
fn an_admin_token_must_be_a_secret() {
    let folder = Folder::new("serve-token");
    let token = folder.file("token");
    fs::write(&token, "short").expect("a file");
    let data = folder.file("games.sqlite");
    let mut command =
        without_token(&folder, &["serve", "--port", "0", "--data", &data, "--admin-token-file", &token]);
    let out = command.output().expect("the program");
    let message = String::from_utf8_lossy(&out.stderr);
    assert!(message.contains("16 to 200") && !message.contains("short"), "{message}");
    assert_eq!((out.status.code(), out.stdout.len()), (Some(2), 0));
    let missing = folder.file("missing");
    let mut command =
        without_token(&folder, &["serve", "--port", "0", "--data", &data, "--admin-token-file", &missing]);
    let out = command.output().expect("the program");
    let message = String::from_utf8_lossy(&out.stderr);
    assert!(message.contains("cannot read the admin token"), "{message}");
}

#[test]
fn a_stranger_changes_nothing_beyond_loopback() {
    let folder = Folder::new("serve-stranger");
    let data = folder.file("games.sqlite");
    let beyond = ["serve", "--port", "0", "--data", &data, "--bind", "0.0.0.0"];
    let mut child = Running::start(without_token(&folder, &beyond));
    let address = address(&first_line(&mut child)).replace("0.0.0.0", "127.0.0.1");
    let games = rusqlite::Connection::open(&data).expect("the file of games");
    let human = r#"{"kind":"human"}"#;
    games
        .execute(
            "INSERT INTO games (id, created, updated, game, start, white, black, plies, moves, times, turn_began, seats)
             VALUES ('old', 1, 1, 'ctf:5', 'startpos', ?1, ?1, 0, '', '', 1, '{}')",
            [human],
        )
        .expect("a game");
    let refused = ask(&address, "DELETE /api/games/old");
    let read = ask(&address, "GET /api/games/old");
    assert!(refused.starts_with("HTTP/1.1 403") && refused.contains("only the owner"), "{refused}");
    assert!(read.starts_with("HTTP/1.1 200") && read.contains(r#""may":[]"#), "{read}");
}
