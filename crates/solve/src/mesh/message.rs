//! What can be sent.

/// What can be sent: as it is within a process, as bytes between processes.
pub trait Message: Clone + Send + 'static {
    /// The message as bytes.
    fn to_bytes(&self) -> Vec<u8>;

    /// The message that was written as these bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
}

impl Message for u64 {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.try_into().expect("a number is written as eight bytes"))
    }
}

impl Message for Vec<u32> {
    fn to_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let (numbers, rest) = bytes.as_chunks();
        assert!(rest.is_empty(), "only whole numbers are written");
        numbers.iter().map(|number| u32::from_le_bytes(*number)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Message;
    use crate::Summary;

    fn survives<M: Message + PartialEq + std::fmt::Debug>(message: &M) {
        assert_eq!(&M::from_bytes(&message.to_bytes()), message);
    }

    #[test]
    fn what_is_written_is_read() {
        survives(&0x0123_4567_89ab_cdef_u64);
        for length in [0, 1, 7, 511, 512, 513, 2000] {
            survives(&(0..length).map(|n| n as u32 * 70_001).collect::<Vec<u32>>());
        }
        for longest in [None, Some((21, 70_000_000_001))] {
            survives(&Summary { white: 1, drawn: u64::MAX, black: 3, longest });
        }
    }
}
