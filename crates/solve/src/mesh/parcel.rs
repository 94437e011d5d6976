//! One message on its way through timely.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message as Envelope};

use super::Message;

/// A message with its destination. It is a container of timely's, so that a batch moves as a whole and is never unpacked on the way.
#[derive(Clone)]
pub(super) struct Parcel<M> {
    pub(super) to: usize,
    pub(super) content: Content<M>,
}

#[derive(Clone)]
pub(super) enum Content<M> {
    /// What timely leaves behind where it has taken a parcel away.
    Nothing,
    Message(M),
    /// A worker takes no further part, from this count of steps (or meshes) on.
    Farewell {
        worker: usize,
        at: u64,
    },
}

impl<M> Default for Parcel<M> {
    fn default() -> Self {
        Self { to: 0, content: Content::Nothing }
    }
}

impl<M> Accountable for Parcel<M> {
    fn record_count(&self) -> i64 {
        i64::from(!matches!(self.content, Content::Nothing))
    }
}

/// How a content is marked between processes: words of eight bytes, padded to such, as timely wants them aligned.
const MESSAGE: u64 = 1;
const FAREWELL: u64 = 2;
const WORD: usize = 8;

impl<M: Message> ContainerBytes for Parcel<M> {
    fn from_bytes(bytes: Bytes) -> Self {
        let word = |index: usize| {
            let bytes = &bytes[index * WORD..(index + 1) * WORD];
            u64::from_le_bytes(bytes.try_into().expect("a word has eight bytes"))
        };
        let content = match word(0) {
            MESSAGE => Content::Message(M::read(&bytes[2 * WORD..2 * WORD + word(1) as usize])),
            FAREWELL => Content::Farewell { worker: word(1) as usize, at: word(2) },
            other => unreachable!("a parcel is never marked {other}"),
        };
        Self { to: 0, content }
    }

    fn length_in_bytes(&self) -> usize {
        match &self.content {
            Content::Nothing => unreachable!("nothing is sent as nothing"),
            Content::Message(message) => 2 * WORD + message.length().next_multiple_of(WORD),
            Content::Farewell { .. } => 3 * WORD,
        }
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let mut put = |bytes: &[u8]| writer.write_all(bytes).expect("timely has made room");
        match &self.content {
            Content::Nothing => unreachable!("nothing is sent as nothing"),
            Content::Message(message) => {
                let length = message.length();
                put(&MESSAGE.to_le_bytes());
                put(&(length as u64).to_le_bytes());
                message.write(writer).expect("timely has made room");
                let padding = length.next_multiple_of(WORD) - length;
                writer.write_all(&[0; WORD][..padding]).expect("timely has made room");
            }
            Content::Farewell { worker, at } => {
                put(&FAREWELL.to_le_bytes());
                put(&(*worker as u64).to_le_bytes());
                put(&at.to_le_bytes());
            }
        }
    }
}

/// Sends each parcel where it says; timely's own way would hash and regroup what is inside.
pub(super) struct ByDestination;

impl<M> Distributor<Parcel<M>> for ByDestination {
    fn partition<T: Clone, P: Push<Envelope<T, Parcel<M>>>>(
        &mut self,
        parcel: &mut Parcel<M>,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = parcel.to;
        Envelope::push_at(parcel, time.clone(), &mut pushers[to]);
    }

    /// Nothing is ever held back.
    fn flush<T: Clone, P: Push<Envelope<T, Parcel<M>>>>(&mut self, _: &T, _: &mut [P]) {}
}
