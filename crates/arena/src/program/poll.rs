//! Waiting for descriptors, with a deadline.

use std::time::Instant;

use rustix::event::{PollFd, Timespec, poll};
use rustix::io::Errno;

/// Waits until one of the descriptors has something to tell; false if the deadline came first. What is ready at once
/// counts even after the deadline.
pub(super) fn wait(descriptors: &mut [PollFd], deadline: Instant) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // A time too long for the system's clock is for ever.
        let left = Timespec::try_from(left).ok();
        match poll(descriptors, left.as_ref()) {
            Err(Errno::INTR) => {}
            Ok(ready) => return ready > 0,
            // The system has no memory left for the call, nothing else can be wrong with it.
            Err(_) => return false,
        }
    }
}
