//! What can be sent.

use std::io::{self, Write};

/// What can be sent: as it is within a process, as bytes between processes.
///
/// Timely's own way for vectors is bincode, which writes and reads them element by element. These go in large pieces.
pub trait Message: Clone + Send + 'static {
    /// How many bytes [`Message::write`] writes.
    fn length(&self) -> usize;

    /// Writes the bytes.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn write(&self, writer: &mut impl Write) -> io::Result<()>;

    /// The message that was written as these bytes.
    fn read(bytes: &[u8]) -> Self;
}

impl Message for Vec<u8> {
    fn length(&self) -> usize {
        self.len()
    }

    fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        writer.write_all(self)
    }

    fn read(bytes: &[u8]) -> Self {
        bytes.to_vec()
    }
}

impl Message for u64 {
    fn length(&self) -> usize {
        size_of::<u64>()
    }

    fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        writer.write_all(&self.to_le_bytes())
    }

    fn read(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.try_into().expect("a number is written as eight bytes"))
    }
}

/// Vectors of numbers go through a small buffer: the compiler makes that a copy, and nothing unsafe is needed.
macro_rules! vector_of_numbers {
    ($number:ty) => {
        impl Message for Vec<$number> {
            fn length(&self) -> usize {
                size_of_val(self.as_slice())
            }

            fn write(&self, writer: &mut impl Write) -> io::Result<()> {
                const SIZE: usize = size_of::<$number>();
                let mut buffer = [0; 512 * SIZE];
                for numbers in self.chunks(512) {
                    for (bytes, number) in buffer.chunks_exact_mut(SIZE).zip(numbers) {
                        bytes.copy_from_slice(&number.to_le_bytes());
                    }
                    writer.write_all(&buffer[..numbers.len() * SIZE])?;
                }
                Ok(())
            }

            fn read(bytes: &[u8]) -> Self {
                let (numbers, rest) = bytes.as_chunks();
                assert!(rest.is_empty(), "only whole numbers are written");
                numbers.iter().map(|number| <$number>::from_le_bytes(*number)).collect()
            }
        }
    };
}

vector_of_numbers!(u32);
vector_of_numbers!(u64);

#[cfg(test)]
mod tests {
    use super::Message;

    fn survives<M: Message + PartialEq + std::fmt::Debug>(message: &M) {
        let mut bytes = Vec::new();
        message.write(&mut bytes).unwrap();
        assert_eq!(bytes.len(), message.length());
        assert_eq!(&M::read(&bytes), message);
    }

    #[test]
    fn what_is_written_is_read() {
        survives(&0x0123_4567_89ab_cdef_u64);
        for length in [0, 1, 7, 511, 512, 513, 2000] {
            survives(&(0..length).map(|n| n as u8).collect::<Vec<u8>>());
            survives(&(0..length).map(|n| n as u32 * 70_001).collect::<Vec<u32>>());
            survives(&(0..length).map(|n| n as u64 * 70_000_000_001).collect::<Vec<u64>>());
        }
    }
}
