//! A conversation with a running program, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::quadrille;

/// How long an answer may take. It is long, because a test must not fail on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running program. It is killed if a test ends before it does.
pub(crate) struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    pub(crate) fn start(arguments: &[&str]) -> Conversation {
        let mut command = Command::new(quadrille());
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let (sender, lines) = channel();
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Conversation { input: child.stdin.take(), child, lines }
    }

    pub(crate) fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("an open input");
        writeln!(input, "{text}").and_then(|()| input.flush()).expect("it listens");
    }

    /// The next line, if the program says one.
    pub(crate) fn next(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The next line that begins like this; others are left out.
    pub(crate) fn hear(&mut self, start: &str) -> String {
        loop {
            let line = self.next();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Ends the input.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// How the program ended by itself.
    pub(crate) fn end(mut self) -> ExitStatus {
        self.end_input();
        // The output ends when the program does.
        while self.lines.recv_timeout(PATIENCE).is_ok() {}
        let ended = self.child.try_wait().expect("a status");
        ended
            .or_else(|| {
                std::thread::sleep(Duration::from_secs(1));
                self.child.try_wait().expect("a status")
            })
            .expect("the program has ended")
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
