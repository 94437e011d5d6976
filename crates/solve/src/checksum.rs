//! A checksum for what is read back from files.

/// FNV-1a of 64 bits, piece by piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Checksum(u64);

impl Checksum {
    /// Of nothing.
    pub(crate) const START: Checksum = Checksum(0xcbf2_9ce4_8422_2325);

    pub(crate) fn of(bytes: &[u8]) -> Checksum {
        let mut checksum = Checksum::START;
        checksum.add(bytes);
        checksum
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}
