//! A checksum for what is read back from files.

use std::io::{self, Read, Write};

/// FNV-1a of 64 bits.
pub(crate) struct Checksum(u64);

impl Checksum {
    pub(crate) fn of(bytes: &[u8]) -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325).with(bytes)
    }

    /// Of everything that is left to read.
    pub(crate) fn of_rest(input: &mut impl Read) -> io::Result<Checksum> {
        let mut checksum = Checksum::of(&[]);
        io::copy(input, &mut checksum)?;
        Ok(checksum)
    }

    fn with(&self, bytes: &[u8]) -> Checksum {
        Checksum(
            bytes.iter().fold(self.0, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        )
    }

    pub(crate) fn to_bytes(&self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}

impl Write for Checksum {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        *self = self.with(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
