//! The end of a stream: its last few thousand bytes.

use super::fault::shorten;

const KEPT: usize = 4096;

/// The last bytes of what was added.
#[derive(Debug, Default)]
pub(super) struct Tail(Vec<u8>);

impl Tail {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(&bytes[bytes.len().saturating_sub(KEPT)..]);
        let surplus = self.0.len().saturating_sub(KEPT);
        self.0.drain(..surplus);
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }

    /// The last line that is not blank, shortened.
    pub(super) fn last_line(&self) -> Option<String> {
        self.text().lines().rev().find(|line| !line.trim().is_empty()).map(shorten)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_end_only() {
        let mut tail = Tail::default();
        assert_eq!(tail.last_line(), None);
        tail.add(&vec![b'x'; 3 * KEPT]);
        tail.add(b"\nlast line\xff\n\n");
        assert_eq!(tail.0.len(), KEPT);
        assert_eq!(tail.last_line().as_deref(), Some("last line\u{fffd}"));
    }
}
