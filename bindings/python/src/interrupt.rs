//! Work that Ctrl-C ends.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

/// How often Python may look for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does the work in a thread of its own, while other threads of Python run. Ctrl-C calls `stop`, after which the work must end soon; what it
/// has found by then is dropped.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = channel();
            let worker = scope.spawn(move || {
                let found = work();
                let _ = done.send(());
                found
            });
            let mut interrupted = None;
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(PATIENCE) {
                if interrupted.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    interrupted = Some(error);
                    stop();
                }
            }
            let found = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            interrupted.map_or(Ok(found), Err)
        })
    })
}

/// Does work that a flag cancels.
pub(crate) fn cancellable<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let cancel = AtomicBool::new(false);
    interruptible(py, || cancel.store(true, Relaxed), || work(&cancel))
}
