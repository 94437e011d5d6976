//! What can be sent.

/// What can be sent: as it is within a process, as bytes between processes.
pub trait Message: Clone + Send + 'static {
    /// The message as bytes.
    fn to_bytes(&self) -> Vec<u8>;

    /// The message that was written as these bytes. `None` if no message is: another process may send anything.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

impl Message for u64 {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::from_le_bytes)
    }
}

impl Message for Vec<u32> {
    fn to_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks();
        rest.is_empty().then(|| numbers.iter().map(|number| u32::from_le_bytes(*number)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Message;
    use crate::Summary;

    fn survives<M: Message + PartialEq + std::fmt::Debug>(message: &M) {
        assert_eq!(M::from_bytes(&message.to_bytes()).as_ref(), Some(message));
    }

    #[test]
    fn what_no_message_is_written_as_is_refused() {
        for length in [0, 7, 9] {
            assert_eq!(u64::from_bytes(&vec![1; length]), None, "{length} bytes");
        }
        assert_eq!(Vec::<u32>::from_bytes(&[1; 7]), None);
        assert_eq!(Summary::from_bytes(b"white: 1"), None);
        assert_eq!(Summary::from_bytes(&[0xff; 40]), None);
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
