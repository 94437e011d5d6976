//! What commands that run for a while share: signals, processors and progress bars.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};

/// A flag that is set when the user or the system asks this process to end.
pub(crate) fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
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
