//! The connection to another process: a thread that writes, and one that reads.
//!
//! A process sends something at least every second, and says goodbye when all its workers have left. A connection that ends
//! without a goodbye, or is silent for long, is that of a process that is lost. The thread that notices it ends this process at once, by
//! [`Cluster::on_loss`](super::Cluster): no result can come any more.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::loss::{Loss, NONSENSE};
use crate::mesh::{Content, Letter, Parcel, Step};

/// How often a process says that it lives, if it has nothing else to say.
const PULSE: Duration = Duration::from_secs(1);

/// How long a process may be silent: a killed process shows at once, but a machine that lost its network or its power sends no word of it.
const SILENCE: Duration = Duration::from_mins(1);

/// The longest message. The rows and blocks of the largest tables that can be solved are much shorter.
const LONGEST_MESSAGE: u64 = 1 << 28;

/// What is said of a process whose connection has ended.
const GONE: &str = "is gone";

/// The connection to another process.
pub(super) struct Link<'a> {
    pub(super) stream: TcpStream,
    pub(super) process: usize,
    pub(super) loss: &'a Loss,
}

/// What goes over the connection.
enum Frame {
    Letter(Letter),
    Alive,
    Goodbye,
}

impl Link<'_> {
    /// Sends letters until all workers of this process have left.
    pub(super) fn write(&self, letters: &Receiver<Letter>) {
        let mut stream = BufWriter::new(&self.stream);
        loop {
            let frame = match letters.recv_timeout(PULSE) {
                Ok(letter) => Frame::Letter(letter),
                Err(RecvTimeoutError::Timeout) => Frame::Alive,
                Err(RecvTimeoutError::Disconnected) => Frame::Goodbye,
            };
            if frame.write(&mut stream).is_err() {
                self.loss.of(self.process, GONE);
            }
            if matches!(frame, Frame::Goodbye) {
                return;
            }
        }
    }

    /// Hands letters to the workers of this process until the other process says goodbye.
    pub(super) fn read(&self, inboxes: &[Sender<Letter>]) {
        if self.stream.set_read_timeout(Some(SILENCE)).is_err() {
            self.loss.of(self.process, GONE);
        }
        let mut stream = BufReader::new(&self.stream);
        loop {
            match Frame::read(&mut stream) {
                // Each process has as many workers as this one.
                Ok(Frame::Letter(letter)) if letter.from / inboxes.len() == self.process => {
                    // A worker that has left does not take letters any more.
                    let _ = inboxes[letter.to % inboxes.len()].send(letter);
                }
                Ok(Frame::Alive) => {}
                Ok(Frame::Goodbye) => return,
                Ok(Frame::Letter(_)) => self.loss.of(self.process, NONSENSE),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    self.loss.of(self.process, NONSENSE);
                }
                Err(_) => self.loss.of(self.process, GONE),
            }
        }
    }
}

impl Frame {
    const ALIVE: u64 = 0;
    const GOODBYE: u64 = 1;
    const MESSAGE: u64 = 2;
    const END: u64 = 3;
    const LEFT: u64 = 4;

    /// Six numbers, and the bytes of a message.
    fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let (from, to) = match self {
            Frame::Letter(letter) => (letter.from, letter.to),
            Frame::Alive | Frame::Goodbye => (0, 0),
        };
        let (kind, step, bytes) = match self {
            Frame::Alive => (Self::ALIVE, Step::default(), &[][..]),
            Frame::Goodbye => (Self::GOODBYE, Step::default(), &[][..]),
            Frame::Letter(letter) => match &letter.content {
                Content::Message(step, Parcel::Bytes(bytes)) => (Self::MESSAGE, *step, &bytes[..]),
                Content::Message(_, Parcel::Value(_)) => unreachable!("bytes are sent to other processes"),
                Content::End(step) => (Self::END, *step, &[][..]),
                Content::Left { cause } => {
                    (Self::LEFT, Step { mesh: *cause as u64, ..Step::default() }, &[][..])
                }
            },
        };
        let numbers = [kind, from as u64, to as u64, step.mesh, step.number, bytes.len() as u64];
        for number in numbers {
            stream.write_all(&number.to_le_bytes())?;
        }
        stream.write_all(bytes)?;
        stream.flush()
    }

    fn read(stream: &mut impl Read) -> io::Result<Frame> {
        let mut numbers = [0; 6];
        for number in &mut numbers {
            let mut bytes = [0; 8];
            stream.read_exact(&mut bytes)?;
            *number = u64::from_le_bytes(bytes);
        }
        let [kind, from, to, mesh, number, length] = numbers;
        if length > LONGEST_MESSAGE {
            return Err(io::ErrorKind::InvalidData.into());
        }
        // Memory is taken for what has come, not for what was announced.
        let mut bytes = Vec::new();
        if stream.take(length).read_to_end(&mut bytes)? as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let step = Step { mesh, number };
        let content = match kind {
            Self::ALIVE => return Ok(Frame::Alive),
            Self::GOODBYE => return Ok(Frame::Goodbye),
            Self::MESSAGE => Content::Message(step, Parcel::Bytes(bytes)),
            Self::END => Content::End(step),
            Self::LEFT => Content::Left { cause: mesh as usize },
            _ => return Err(io::ErrorKind::InvalidData.into()),
        };
        Ok(Frame::Letter(Letter { from: from as usize, to: to as usize, content }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginning of a message of this length.
    fn announced(length: u64) -> Vec<u8> {
        [Frame::MESSAGE, 0, 1, 0, 0, length].into_iter().flat_map(u64::to_le_bytes).collect()
    }

    #[test]
    fn a_message_has_at_most_256_megabytes_and_its_length_takes_no_memory() {
        for length in [LONGEST_MESSAGE + 1, 1 << 45, u64::MAX] {
            let refused = Frame::read(&mut &announced(length)[..]).err().map(|error| error.kind());
            assert_eq!(refused, Some(io::ErrorKind::InvalidData), "{length}");
        }
        // Those that may come, but do not.
        for length in [LONGEST_MESSAGE - 1, LONGEST_MESSAGE] {
            let cut = [announced(length), vec![7; 100]].concat();
            let refused = Frame::read(&mut &cut[..]).err().map(|error| error.kind());
            assert_eq!(refused, Some(io::ErrorKind::UnexpectedEof), "{length}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let content = Content::Message(Step { mesh: 3, number: 4 }, Parcel::Bytes(vec![9; 70_000]));
        let mut bytes = Vec::new();
        Frame::Letter(Letter { from: 1, to: 2, content }).write(&mut bytes).expect("written");
        let Ok(Frame::Letter(Letter {
            from: 1,
            to: 2,
            content: Content::Message(step, Parcel::Bytes(read)),
        })) = Frame::read(&mut &bytes[..])
        else {
            panic!("the same message");
        };
        assert_eq!((step, read), (Step { mesh: 3, number: 4 }, vec![9; 70_000]));
    }
}
