//! The coordinator of an event: keeps asking for the games it wants until it has the record of each.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{PublishAckFuture, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Stream;
use futures_util::TryStreamExt;

use super::link::{Link, Notify, Trouble};
use super::message::{Answer, EventName, Order, Outcome, most_bytes, read_subject, to_json};
use super::{QueueError, streams};
use crate::record::Record;
use crate::referee::Job;

/// How many answers to ask for at a time, and for how long.
const BATCH: usize = 256;
const TURN: Duration = Duration::from_secs(1);
/// How long to ask for answers that are known to be there.
const SHORT_TURN: Duration = Duration::from_millis(200);
/// How many jobs are on their way to the server before it must have confirmed the first.
const UNCONFIRMED: usize = 256;
/// How long no answer may come before the coordinator looks whether all games are still in the queue.
const LOOK_AGAIN: Duration = Duration::from_secs(20);
/// How often it is tried to leave the server tidy. It may be away just when the event is over.
const TIDYING: usize = 5;

/// What is done with a record; whether to go on.
type OnRecord<'r> = &'r mut dyn FnMut(Record) -> Result<bool, String>;

/// Asks for the games of one event. There must be no other coordinator of the same event at the same time.
pub struct Coordinator {
    link: Link,
    event: EventName,
}

/// An event under way.
struct Progress<'r> {
    /// The games without a record.
    wanted: BTreeMap<u64, Job>,
    on_record: OnRecord<'r>,
    /// Whether this coordinator has asked for all its games. What was refused before that was refused to another.
    asked: bool,
}

/// Why a turn ended before its time.
enum Interruption {
    /// It may go better the next time.
    Trouble(Trouble),
    /// There is nothing left to do.
    Finished,
    /// There is no going on.
    Failed(QueueError),
}

impl<E: Into<Trouble>> From<E> for Interruption {
    fn from(error: E) -> Interruption {
        Interruption::Trouble(error.into())
    }
}

impl Coordinator {
    /// Connects to a server for an event. The same event has the same name whenever it is taken up again, and no other event has
    /// it. `notify` is told when the server goes and comes.
    ///
    /// # Errors
    /// When the name does not fit, or the server cannot be reached or cannot keep a queue.
    pub fn connect(url: &str, event: &str, notify: Notify) -> Result<Coordinator, QueueError> {
        let event = EventName::new(event)?;
        let link = Link::new(url, notify)?;
        let prepared = link.runtime.block_on(async {
            streams::jobs(&link.context).await?;
            let results = streams::results(&link.context, &event).await?;
            streams::forget_coordinator(&results).await;
            streams::desk_of_coordinator(&results).await
        });
        prepared.map_err(|trouble| QueueError::Unfit(trouble.to_string()))?;
        Ok(Coordinator { link, event })
    }

    /// Has the games played by whatever workers there are. Each record is handed to `on_record` exactly once, which must have
    /// written it down when it returns, and says whether to go on. Returns when all games have a record, or when it said no; then
    /// nothing of the event is left on the server.
    ///
    /// # Errors
    /// When a game is refused or too large, or a record cannot be written down. A server that is away is waited for.
    pub fn play(&mut self, jobs: Vec<Job>, on_record: OnRecord<'_>) -> Result<(), QueueError> {
        let mut wanted = BTreeMap::new();
        for job in jobs {
            if let Some(twice) = wanted.insert(job.number, job) {
                return Err(QueueError::SameNumber(twice.number));
            }
        }
        let mut progress = Progress { wanted, on_record, asked: false };
        self.link.runtime.block_on(async {
            let ended = self.run(&mut progress).await;
            self.tidy().await;
            ended
        })
    }

    /// One round after another until the event is over.
    async fn run(&self, progress: &mut Progress<'_>) -> Result<(), QueueError> {
        while !progress.wanted.is_empty() {
            match self.round(progress).await {
                Ok(()) => self.link.recovered(),
                Err(Interruption::Trouble(trouble)) => self.link.endure(&trouble).await,
                Err(Interruption::Finished) => break,
                Err(Interruption::Failed(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes sure that all wanted games are in the queue, then takes answers until none has come for a while.
    async fn round(&self, progress: &mut Progress<'_>) -> Result<(), Interruption> {
        let jobs = streams::jobs(&self.link.context).await?;
        let results = streams::results(&self.link.context, &self.event).await?;
        let desk = streams::desk_of_coordinator(&results).await?;
        // The order matters: a game leaves the queue only after its answer has been stored. So a game that was not in the queue, and
        // whose answer is not among those stored up to now, is in neither place.
        let queued = self.queued(&jobs).await?;
        let last = results.get_info().await?.state.last_sequence;
        while !is_read(&results, last).await? {
            self.take_answers(&desk, SHORT_TURN, progress).await?;
        }
        self.ask(progress.wanted.values().filter(|job| !queued.contains(&job.number))).await?;
        progress.asked = true;
        self.link.recovered();
        let mut last_answer = Instant::now();
        while last_answer.elapsed() < LOOK_AGAIN {
            if self.take_answers(&desk, TURN, progress).await? {
                last_answer = Instant::now();
            }
        }
        Ok(())
    }

    /// The numbers of the event's games that wait or are being played.
    async fn queued(&self, jobs: &Stream) -> Result<BTreeSet<u64>, Trouble> {
        let mut subjects = jobs.info_with_subjects(self.event.jobs()).await?;
        let mut numbers = BTreeSet::new();
        while let Some((subject, _)) = subjects.try_next().await? {
            numbers.extend(read_subject(&subject).map(|(_, number)| number));
        }
        Ok(numbers)
    }

    /// Puts games into the queue, and waits until the server has stored them.
    async fn ask(&self, jobs: impl Iterator<Item = &Job>) -> Result<(), Interruption> {
        let most = most_bytes(self.link.client.max_payload());
        let mut unconfirmed = Vec::new();
        for job in jobs {
            let order = to_json(&Order::new(job.clone()));
            if order.len() > most {
                let too_large = QueueError::TooLarge { number: job.number, bytes: order.len(), most };
                return Err(Interruption::Failed(too_large));
            }
            // Stored only if the game is not in the queue: unlike the window for duplicates, this holds however late it is.
            let message = PublishMessage::build().payload(order.into()).expected_last_subject_sequence(0);
            unconfirmed.push(self.link.context.send_publish(self.event.job(job.number), message).await?);
            if unconfirmed.len() == UNCONFIRMED {
                confirm(&mut unconfirmed).await?;
            }
        }
        Ok(confirm(&mut unconfirmed).await?)
    }

    /// Takes answers for a while; whether there were any.
    async fn take_answers(
        &self,
        desk: &PullConsumer,
        time: Duration,
        progress: &mut Progress<'_>,
    ) -> Result<bool, Interruption> {
        let mut delivery = streams::take(desk, BATCH, time).await?;
        let mut any = false;
        while let Some(message) = delivery.next().await? {
            any = true;
            let go_on = self.read_answer(&message, progress);
            // Only now: a record that is not written down must come again.
            let go_on = go_on.map_err(Interruption::Failed)?;
            message.ack().await?;
            if !go_on || progress.wanted.is_empty() {
                return Err(Interruption::Finished);
            }
        }
        Ok(any)
    }

    /// Hands a record over if it is wanted; whether to go on.
    fn read_answer(&self, message: &Message, progress: &mut Progress<'_>) -> Result<bool, QueueError> {
        let answer: Result<Answer, _> = serde_json::from_slice(&message.payload);
        let (Some((_, number)), Ok(Answer { worker, outcome })) = (read_subject(&message.subject), answer)
        else {
            self.link.say(&format!("passed over what is no answer: {}", message.subject));
            return Ok(true);
        };
        let Some(job) = progress.wanted.get(&number) else {
            // Played twice, or asked for by a coordinator that has gone since.
            return Ok(true);
        };
        match outcome {
            Outcome::Played(record) if is_record_of(&record, job) => {
                let go_on = (progress.on_record)(*record).map_err(QueueError::Record)?;
                progress.wanted.remove(&number);
                Ok(go_on)
            }
            Outcome::Played(_) => {
                self.link.say(&format!("passed over the record of another game {number} from {worker}"));
                Ok(true)
            }
            Outcome::Refused(why) if progress.asked => Err(QueueError::Refused { number, worker, why }),
            Outcome::Refused(_) => Ok(true),
        }
    }

    /// Takes everything of the event from the server.
    async fn tidy(&self) {
        for _ in 0..TIDYING {
            match self.try_to_tidy().await {
                Ok(()) => return,
                Err(_) => tokio::time::sleep(TURN).await,
            }
        }
        self.link.say("the event is over, but its messages could not be removed from the NATS server");
    }

    async fn try_to_tidy(&self) -> Result<(), Trouble> {
        streams::jobs(&self.link.context).await?.purge().filter(self.event.jobs()).await?;
        // It may be gone since the last attempt, so it is looked for first.
        streams::results(&self.link.context, &self.event).await?;
        self.link.context.delete_stream(self.event.results_stream()).await?;
        Ok(())
    }
}

/// Whether all answers up to a place in the stream have been acknowledged.
async fn is_read(results: &Stream, last: u64) -> Result<bool, Trouble> {
    let state = results.get_info().await?.state;
    Ok(state.messages == 0 || state.first_sequence > last)
}

/// Waits until the server has stored everything.
async fn confirm(unconfirmed: &mut Vec<PublishAckFuture>) -> Result<(), Trouble> {
    for stored in unconfirmed.drain(..) {
        match stored.await {
            // It is in the queue, and that was all we wanted.
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => (),
            other => drop(other?),
        }
    }
    Ok(())
}

/// Whether the record is of this game, and not of one that had its number in another event of the same name.
fn is_record_of(record: &Record, job: &Job) -> bool {
    record.number == job.number
        && record.pair == job.pair
        && record.event == job.event
        && record.game == job.game
        && record.opening == job.opening
        && record.control == job.conditions.control
}
