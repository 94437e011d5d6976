//! The arena's ends of a program's streams, all served together: the arena reads while it writes, so that neither side waits for the
//! other. The arena keeps a limited amount of output; the program has to wait with the rest.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{ChildStderr, ChildStdout};
use std::time::Instant;

use quadrille::shorten;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use super::OUTPUT_LIMIT;
use super::fault::SHOWN;
use super::status::Status;

/// How many bytes are read at a time.
const CHUNK: usize = 1 << 14;
/// How many of the last bytes of the standard error are kept.
const KEPT_ERRORS: usize = 4096;

/// The streams of a program, and what came through them.
#[derive(Debug, Default)]
pub(super) struct Pipes {
    /// To the supervisor and back, without blocking; `None` when the supervisor has gone.
    pub(super) control: Option<UnixStream>,
    /// `None` when the program has closed its output.
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    statuses: Vec<u8>,
    pub(super) unsent: Vec<u8>,
    output: Vec<u8>,
    /// How many bytes of `output` contain no line end.
    searched: usize,
    /// The end of the standard error.
    errors: Vec<u8>,
}

impl Pipes {
    /// Waits until something can be sent or received, and does so; false if the deadline came first.
    pub(super) fn step(&mut self, deadline: Instant) -> bool {
        // Otherwise a program that never stops writing to its standard error would never be late.
        if Instant::now() >= deadline {
            return false;
        }
        let listen = PollFlags::IN;
        let speak = if self.unsent.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
        let stdout = self.stdout.as_ref().filter(|_| !self.is_full());
        let streams = [
            self.control.as_ref().map(|control| (control.as_fd(), listen | speak)),
            stdout.map(|stdout| (stdout.as_fd(), listen)),
            self.stderr.as_ref().map(|stderr| (stderr.as_fd(), listen)),
        ];
        let mut waiting: Vec<_> = streams
            .iter()
            .flatten()
            .map(|(stream, events)| PollFd::from_borrowed_fd(*stream, *events))
            .collect();
        if !wait(&mut waiting, deadline) {
            return false;
        }
        let mut results = waiting.iter().map(PollFd::revents);
        let events = streams.map(|stream| stream.and_then(|_| results.next()).unwrap_or(PollFlags::empty()));
        let [control, stdout, stderr] = events;
        if control.contains(PollFlags::OUT) {
            self.speak();
        }
        if control.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
            receive(&mut self.control, |bytes| self.statuses.extend_from_slice(bytes));
        }
        if !stdout.is_empty() {
            receive(&mut self.stdout, |bytes| self.output.extend_from_slice(bytes));
        }
        if !stderr.is_empty() {
            receive(&mut self.stderr, |bytes| keep_end(&mut self.errors, bytes));
        }
        true
    }

    /// Sends as much as the supervisor takes.
    fn speak(&mut self) {
        let Some(control) = &mut self.control else { return };
        match control.write(&self.unsent) {
            Ok(sent) => drop(self.unsent.drain(..sent)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            // The supervisor has gone. Its last status may still be there to be read.
            Err(_) => self.unsent.clear(),
        }
    }

    /// Takes the next whole line, unless it is too long.
    pub(super) fn take_line(&mut self) -> Option<String> {
        let Some(found) = self.output[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.output.len();
            return None;
        };
        let end = self.searched + found;
        if end > OUTPUT_LIMIT {
            return None;
        }
        let line = String::from_utf8_lossy(&self.output[..end]).trim_end_matches('\r').to_owned();
        self.output.drain(..=end);
        self.searched = 0;
        Some(line)
    }

    /// Takes all output that is there.
    pub(super) fn take_all(&mut self) -> String {
        self.searched = 0;
        String::from_utf8_lossy(&std::mem::take(&mut self.output)).into_owned()
    }

    /// Whether a stream is still open.
    pub(super) fn is_open(&self) -> bool {
        self.control.is_some() || self.stdout.is_some() || self.stderr.is_some()
    }

    /// Whether there is more output than an answer may have.
    pub(super) fn is_full(&self) -> bool {
        self.output.len() > OUTPUT_LIMIT
    }

    pub(super) fn last_status(&self) -> Option<Status> {
        serde_json::from_str(String::from_utf8_lossy(&self.statuses).lines().last()?).ok()
    }

    /// The end of what the program wrote to its standard error.
    pub(super) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors).into_owned()
    }

    /// The last line of the standard error that is not blank, shortened.
    pub(super) fn last_error(&self) -> Option<String> {
        self.errors()
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .map(|line| shorten(line.trim(), SHOWN).into_owned())
    }
}

/// Adds bytes, and keeps only the last ones of all.
fn keep_end(kept: &mut Vec<u8>, bytes: &[u8]) {
    kept.extend_from_slice(bytes);
    let surplus = kept.len().saturating_sub(KEPT_ERRORS);
    kept.drain(..surplus);
}

/// Reads what is there, once, and closes a stream that has ended.
fn receive<S: Read>(stream: &mut Option<S>, keep: impl FnOnce(&[u8])) {
    let mut buffer = [0; CHUNK];
    let Some(open) = stream else { return };
    match open.read(&mut buffer) {
        Ok(length @ 1..) => keep(&buffer[..length]),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
        // The stream has ended, or the supervisor was killed before it had read everything.
        Ok(_) | Err(_) => *stream = None,
    }
}

/// Waits until one of the descriptors is ready; false if the deadline came first. A descriptor that is ready at once counts even after the
/// deadline.
pub(super) fn wait(descriptors: &mut [PollFd], deadline: Instant) -> bool {
    let ready = retry_on_intr(|| {
        let left = deadline.saturating_duration_since(Instant::now());
        // A time that is too long for the system's clock means no deadline.
        poll(descriptors, Timespec::try_from(left).ok().as_ref())
    });
    // Only a lack of memory can cause an error.
    ready.is_ok_and(|ready| ready > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_errors_is_kept() {
        let mut pipes = Pipes::default();
        assert_eq!(pipes.last_error(), None);
        keep_end(&mut pipes.errors, &vec![b'x'; 3 * KEPT_ERRORS]);
        keep_end(&mut pipes.errors, b"\nlast line\xff\n\n");
        assert_eq!(pipes.errors.len(), KEPT_ERRORS);
        assert_eq!(pipes.last_error().as_deref(), Some("last line\u{fffd}"));
    }
}
