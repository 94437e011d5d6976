//! What commands that run for a while share: signals, processors and progress bars.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

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
