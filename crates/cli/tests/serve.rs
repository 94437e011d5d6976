//! The page's server as a process: where it listens, what it refuses, and how it ends. What it answers is tested in the
//! server's own crate and by a browser.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

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
