//! A pseudo-terminal: reads what the program writes as a terminal would, sends keys, and checks how the terminal is left.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::{LocalModes, tcgetattr};
use vt100::Parser;

use crate::common::quadrille;

/// Nothing here takes a second; a machine that is busy may take its time.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program at its terminal.
pub(crate) struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    parser: Arc<Mutex<Parser>>,
}

impl Terminal {
    pub(crate) fn start(arguments: &[&str]) -> Terminal {
        let (pty, child) = spawn(arguments);
        let terminal = Terminal {
            pty: Arc::new(pty),
            child,
            parser: Arc::new(Mutex::new(Parser::new(size(24), size(80), 0))),
        };
        let (pty, parser) = (Arc::clone(&terminal.pty), Arc::clone(&terminal.parser));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = (&*pty).read(&mut bytes) {
                parser.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..count]);
            }
        });
        terminal
    }

    fn parser(&self) -> MutexGuard<'_, Parser> {
        self.parser.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn text(&self) -> String {
        self.parser().screen().contents()
    }

    pub(crate) fn press(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Waits until something is so.
    fn wait(&mut self, what: &str, mut is_so: impl FnMut(&mut Terminal) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < PATIENCE, "{what}:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for a text on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait(&format!("the screen does not show {text}"), |terminal| terminal.text().contains(text));
    }

    pub(crate) fn resize(&self, rows: u16, columns: u16) {
        self.parser().screen_mut().set_size(size(rows), size(columns));
        self.pty.resize(Size::new(rows, columns)).expect("a size");
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the program, which must be a good one; says what is on the screen then. The terminal is as it was
    /// before: the screen, the cursor, and that it shows what is typed and hands it over line by line.
    pub(crate) fn left(mut self) -> String {
        self.wait("the program does not end", |terminal| {
            terminal.child.try_wait().expect("a status").is_some()
        });
        assert_eq!(self.child.wait().expect("a status").code(), Some(0));
        self.wait("the screen is not restored", |terminal| {
            let parser = terminal.parser();
            !parser.screen().alternate_screen() && !parser.screen().hide_cursor()
        });
        let modes = tcgetattr(&*self.pty).expect("the modes").local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
        self.text()
    }
}

impl Drop for Terminal {
    /// A test that fails leaves no program behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts `quadrille` on a terminal of 24 rows and 80 columns.
fn spawn(arguments: &[&str]) -> (Pty, Child) {
    let (pty, pts) = open().expect("a terminal");
    pty.resize(Size::new(24, 80)).expect("a size");
    let command = Command::new(quadrille()).args(arguments).env("TERM", "xterm");
    let child = command.spawn(pts).expect("the program");
    (pty, child)
}

/// Starts `quadrille` on a terminal and closes the terminal under it; the program must end.
pub(crate) fn close_under(arguments: &[&str]) {
    let (mut pty, mut child) = spawn(arguments);
    let (mut screen, mut bytes) = (Parser::default(), [0; 4096]);
    while !screen.screen().contents().contains("to move") {
        let count = pty.read(&mut bytes).expect("a screen");
        screen.process(&bytes[..count]);
    }
    drop(pty);
    let start = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program has lost its terminal and does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("terminals have rows and columns")
}
