//! The dataflow: an input, an exchange by destination, and an inbox.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Input as _;
use timely::dataflow::operators::generic::Operator as _;
use timely::worker::Worker as Timely;

use super::Message;
use super::parcel::{ByDestination, Content, Parcel};

type Input<M> = InputHandle<u64, CapacityContainerBuilder<Parcel<M>>>;

/// One dataflow of timely's. Its times are steps.
pub(crate) struct Exchange<M: Message> {
    index: usize,
    peers: usize,
    /// Until this worker has left.
    input: Option<Input<M>>,
    inbox: Rc<RefCell<Inbox<M>>>,
}

/// What has arrived.
struct Inbox<M> {
    /// Messages of a step and of the next. No worker can be further ahead: a step ends for all at once.
    waiting: [VecDeque<M>; 2],
    /// Who has left, and when.
    left: Vec<(usize, u64)>,
    /// The first step that may still bring something, until all have left.
    frontier: Option<u64>,
}

impl<M: Message> Exchange<M> {
    /// All workers make their dataflows in the same order; that is how timely knows which belong together.
    pub(crate) fn new(timely: &mut Timely) -> Self {
        let inbox =
            Rc::new(RefCell::new(Inbox { waiting: Default::default(), left: Vec::new(), frontier: Some(0) }));
        let filled = Rc::clone(&inbox);
        let input = timely.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input::<Parcel<M>>();
            // A sink sees its frontier: there is no need for a probe behind it.
            stream.sink(DistributorPact(|_| ByDestination), "inbox", move |(arriving, frontier)| {
                let mut inbox = filled.borrow_mut();
                arriving.for_each(|time, parcel| inbox.put(*time.time(), std::mem::take(parcel).content));
                inbox.frontier = frontier.frontier().first().copied();
            });
            input
        });
        Self { index: timely.index(), peers: timely.peers(), input: Some(input), inbox }
    }

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn peers(&self) -> usize {
        self.peers
    }

    pub(crate) fn send(&mut self, to: usize, message: M) {
        assert!(to < self.peers, "there is no worker {to}: they are numbered from 0 to {}", self.peers - 1);
        self.post(to, Content::Message(message));
    }

    pub(crate) fn advance_to(&mut self, step: u64) {
        if let Some(input) = &mut self.input {
            input.advance_to(step);
        }
    }

    /// Takes no further part, from `at` on, and says so to all.
    pub(crate) fn leave(&mut self, at: u64) {
        for to in 0..self.peers {
            self.post(to, Content::Farewell { worker: self.index, at });
        }
        self.input = None;
    }

    /// A message of this step that has arrived.
    pub(crate) fn take(&self, step: u64) -> Option<M> {
        self.inbox.borrow_mut().of(step).pop_front()
    }

    /// Whether messages of this step can still be on their way, or be sent.
    pub(crate) fn may_bring_more(&self, step: u64) -> bool {
        self.inbox.borrow().frontier.is_some_and(|frontier| frontier <= step)
    }

    /// Who has left at this count or before.
    pub(crate) fn left_by(&self, count: u64) -> Option<usize> {
        self.inbox.borrow().left.iter().find(|(_, at)| *at <= count).map(|(worker, _)| *worker)
    }

    /// Whether all have left.
    pub(crate) fn is_over(&self) -> bool {
        self.inbox.borrow().frontier.is_none()
    }

    fn post(&mut self, to: usize, content: Content<M>) {
        if let Some(input) = &mut self.input {
            input.send_batch(&mut Parcel { to, content });
        }
    }
}

impl<M> Inbox<M> {
    fn put(&mut self, step: u64, content: Content<M>) {
        match content {
            Content::Nothing => {}
            Content::Message(message) => self.of(step).push_back(message),
            Content::Farewell { worker, at } => self.left.push((worker, at)),
        }
    }

    fn of(&mut self, step: u64) -> &mut VecDeque<M> {
        &mut self.waiting[(step % 2) as usize]
    }
}
