//! Waiting for descriptors, with a deadline.

use std::time::Instant;

use rustix::event::{PollFd, Timespec, poll};
use rustix::io::Errno;

/// Waits until one of the descriptors is ready; false if the deadline came first. A descriptor that is ready at once counts even after the
/// deadline.
pub(super) fn wait(descriptors: &mut [PollFd], deadline: Instant) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // A time that is too long for the system's clock means no deadline.
        let left = Timespec::try_from(left).ok();
        match poll(descriptors, left.as_ref()) {
            Err(Errno::INTR) => {}
            Ok(ready) => return ready > 0,
            // Only a lack of memory can cause this.
            Err(_) => return false,
        }
    }
}
