//! What commands that run for a while share: signals, processors and progress.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::say;

/// The exit code of a command that Ctrl-C has ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Ctrl-C and SIGTERM. The first one sets a flag, so that a command can keep what it has. The second one ends the process at once.
pub(crate) struct Interrupt {
    /// Whether the user or the system has asked this process to end.
    pub(crate) flag: Arc<AtomicBool>,
    /// Whether the next signal ends the process at once.
    at_once: Arc<AtomicBool>,
}

impl Interrupt {
    pub(crate) fn new() -> io::Result<Interrupt> {
        let interrupt = Interrupt { flag: Arc::default(), at_once: Arc::default() };
        for signal in [SIGINT, SIGTERM] {
            // In the order in which they act: the first signal must not see what it sets.
            flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&interrupt.at_once))?;
            flag::register(signal, Arc::clone(&interrupt.flag))?;
            flag::register(signal, Arc::clone(&interrupt.at_once))?;
        }
        Ok(interrupt)
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.flag.load(Relaxed)
    }

    /// Waits for something, during which the first signal ends the process: there is nothing to keep.
    pub(crate) fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.at_once.store(true, Relaxed);
        let result = wait();
        self.at_once.store(false, Relaxed);
        result
    }
}

/// The name that this program is called by: a program with games of its own has its own name.
pub(crate) fn program() -> String {
    let called = std::env::args_os().next().filter(|_| !cfg!(test));
    let name = called.as_deref().and_then(|path| Path::new(path).file_name()).and_then(OsStr::to_str);
    name.unwrap_or("quadrille").to_string()
}

pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A progress bar on stderr. It hides itself when that is not a terminal.
pub(crate) fn progress_bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the templates of commands are valid");
    ProgressBar::new(0).with_style(style)
}

/// How often a log gets a line about the progress.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The progress of a command that counts what it does: a bar on a terminal, and otherwise a line now and then.
pub(crate) struct Counter {
    bar: ProgressBar,
    /// What is counted: `games`.
    unit: &'static str,
    /// The last line, if stderr is not a terminal.
    lines: Option<Mutex<Lines>>,
}

/// When to write lines.
struct Lines {
    every: Duration,
    last: Instant,
}

impl Lines {
    /// Whether it is time for a line.
    fn are_due(&mut self, now: Instant) -> bool {
        let due = now.duration_since(self.last) >= self.every;
        if due {
            self.last = now;
        }
        due
    }
}

impl Counter {
    pub(crate) fn new(unit: &'static str) -> Counter {
        let lines = Lines { every: LINE_EVERY, last: Instant::now() };
        Counter {
            bar: progress_bar(&format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left  {{msg}}")),
            unit,
            lines: (!io::stderr().is_terminal()).then(|| Mutex::new(lines)),
        }
    }

    /// Shows how much is done, and a few words about it.
    pub(crate) fn show(&self, done: usize, total: usize, message: &str) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(message.to_string());
        let mut lines = self.lines.as_ref().map(|lines| lines.lock().unwrap_or_else(PoisonError::into_inner));
        if lines.as_mut().is_some_and(|lines| lines.are_due(Instant::now())) {
            let Counter { unit, .. } = self;
            say(&format!("{done} of {total} {unit}  {message}"));
        }
    }

    /// Removes the bar.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_now_and_then() {
        let start = Instant::now();
        let mut lines = Lines { every: Duration::from_secs(10), last: start };
        let due = |seconds| lines.are_due(start + Duration::from_secs(seconds));
        let seconds = [1, 9, 10, 11, 19, 25, 34, 35];
        assert_eq!(seconds.map(due), [false, false, true, false, false, true, false, true]);
    }
}
