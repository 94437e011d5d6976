//! The coordinator of an event: asks for its games until it has the record of each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{PublishAckFuture, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Stream;
use futures_util::{StreamExt, TryStreamExt};
use quadrille::Record;

use super::connection::{Connection, Notify, Trouble};
use super::message::{
    ALL, EventName, JobMessage, JobOutcome, VERSION, WorkerAnswer, most_bytes, read_subject, to_json,
};
use super::{QueueError, streams};
use crate::event::{Jobs, OnRecord, Proceed, Progress, Venue};
use crate::referee::Job;

/// How many answers to ask for at a time.
const BATCH: usize = 256;
/// How long to wait for answers at a time.
const TURN: Duration = Duration::from_secs(1);
/// How long to wait for answers that are on the server already.
const SHORT_TURN: Duration = Duration::from_millis(200);
/// How many jobs may be on their way to the server before it must have confirmed them.
const UNCONFIRMED: usize = 256;
/// After this time without an answer the coordinator checks that all games are still in the queue.
const LOOK_AGAIN: Duration = Duration::from_secs(20);
/// How often the coordinator tries to remove its messages. The server may be unreachable when the event ends.
const CLEARING_ATTEMPTS: usize = 5;

/// Asks for the games of one event. An event must have only one coordinator at a time.
pub struct Coordinator {
    connection: Connection,
    event: EventName,
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
}

/// An event in running.
struct RunningEvent<'r> {
    /// The games without a record.
    wanted: BTreeMap<u64, Job>,
    on_record: OnRecord<'r>,
    /// Whether this coordinator has asked for all its games. Earlier refusals were for another coordinator.
    asked: bool,
}

/// Why a turn ended early.
enum Interruption {
    /// The next attempt may succeed.
    Trouble(Trouble),
    /// All games are played, or the event cannot continue.
    Over(Result<(), String>),
}

impl<E: Into<Trouble>> From<E> for Interruption {
    fn from(error: E) -> Interruption {
        Interruption::Trouble(error.into())
    }
}

impl Coordinator {
    /// Connects to a server for an event. A resumed event has the same name as before, and no other event has it. `notify` gets the news
    /// about the server.
    ///
    /// # Errors
    /// When the name has other letters than a name may have, or the server cannot be reached or cannot store a queue.
    pub fn connect(url: &str, event: &str, notify: Notify) -> Result<Coordinator, QueueError> {
        let event = EventName::new(event)?;
        let connection = Connection::new(url, notify)?;
        let prepared = connection.runtime.block_on(async {
            streams::jobs(&connection.context).await?;
            let results = streams::results(&connection.context, &event).await?;
            streams::answer_consumer(&results).await
        });
        prepared.map_err(QueueError::unfit)?;
        Ok(Coordinator { connection, event, stop: Arc::default(), progress: Arc::default() })
    }

    /// The same coordinator, which stops asking for games when this becomes true.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Coordinator {
        Coordinator { stop, ..self }
    }

    /// The same coordinator, which tells here which games the workers are playing.
    #[must_use]
    pub fn with_progress(self, progress: Arc<Progress>) -> Coordinator {
        Coordinator { progress, ..self }
    }

    /// Listens to the workers while they play. What they say is only for people who watch: if it is lost, nothing else is.
    async fn listen(&self) {
        let Ok(mut messages) = self.connection.client.subscribe(self.event.progress(ALL)).await else {
            return;
        };
        while let Some(message) = messages.next().await {
            if let Ok(game) = serde_json::from_slice(&message.payload) {
                self.progress.set(game);
            }
        }
    }

    /// Returns when the coordinator is told to stop.
    async fn stopped(&self) {
        while !self.stop.load(Relaxed) {
            tokio::time::sleep(SHORT_TURN).await;
        }
    }

    /// Plays one round after another until the event is over.
    async fn run(&self, running: &mut RunningEvent<'_>) -> Result<(), String> {
        while !running.wanted.is_empty() {
            match self.round(running).await {
                Ok(()) => self.connection.recovered(),
                Err(Interruption::Trouble(trouble)) => self.connection.endure(&trouble).await,
                Err(Interruption::Over(end)) => return end,
            }
        }
        Ok(())
    }

    /// Makes sure that all wanted games are in the queue, then takes answers until none has come for a while.
    async fn round(&self, running: &mut RunningEvent<'_>) -> Result<(), Interruption> {
        let jobs = streams::jobs(&self.connection.context).await?;
        let results = streams::results(&self.connection.context, &self.event).await?;
        let answers = streams::answer_consumer(&results).await?;
        streams::revive_job_consumer(&jobs).await?;
        // The order matters: a game leaves the queue only after its answer has been stored. So a game that was not in the queue, and
        // whose answer is not among those stored so far, is lost.
        let queued = self.queued(&jobs).await?;
        let last = results.get_info().await?.state.last_sequence;
        while !is_read(&results, last).await? {
            self.take_answers(&answers, SHORT_TURN, running).await?;
        }
        self.ask(running.wanted.values().filter(|job| !queued.contains(&job.number))).await?;
        running.asked = true;
        self.connection.recovered();
        let mut last_answer = Instant::now();
        while last_answer.elapsed() < LOOK_AGAIN {
            if self.take_answers(&answers, TURN, running).await? {
                last_answer = Instant::now();
            }
        }
        Ok(())
    }

    /// The numbers of the event's games that are waiting or in running.
    async fn queued(&self, jobs: &Stream) -> Result<BTreeSet<u64>, Trouble> {
        let mut subjects = jobs.info_with_subjects(self.event.job(ALL)).await?;
        let mut numbers = BTreeSet::new();
        while let Some((subject, _)) = subjects.try_next().await? {
            numbers.extend(read_subject(&subject).map(|(_, number)| number));
        }
        Ok(numbers)
    }

    /// Puts games into the queue, and waits until the server has stored them.
    async fn ask(&self, jobs: impl Iterator<Item = &Job>) -> Result<(), Interruption> {
        let most = most_bytes(self.connection.client.max_payload());
        let mut unconfirmed = Vec::new();
        for job in jobs {
            let message = to_json(&JobMessage { version: VERSION.to_string(), job: job.clone() });
            if message.len() > most {
                return Err(Interruption::Over(Err(format!(
                    "game {} has {} bytes, but the NATS server accepts {most}: raise its max_payload",
                    job.number,
                    message.len()
                ))));
            }
            // Stored only if the game is not in the queue. Unlike the window for duplicates, this has no time limit.
            let message = PublishMessage::build().payload(message.into()).expected_last_subject_sequence(0);
            unconfirmed
                .push(self.connection.context.send_publish(self.event.job(job.number), message).await?);
            if unconfirmed.len() == UNCONFIRMED {
                confirm(&mut unconfirmed).await?;
            }
        }
        Ok(confirm(&mut unconfirmed).await?)
    }

    /// Takes answers for a while; whether there were any.
    async fn take_answers(
        &self,
        answers: &PullConsumer,
        time: Duration,
        running: &mut RunningEvent<'_>,
    ) -> Result<bool, Interruption> {
        let mut batch = streams::take(answers, BATCH, time).await?;
        let mut any = false;
        while let Some(message) = streams::next(&mut batch, time).await? {
            any = true;
            // A record that could not be stored is not acknowledged, so that it comes again.
            let proceed = self.read_answer(&message, running).map_err(|why| Interruption::Over(Err(why)))?;
            message.ack().await?;
            if proceed == Proceed::Stop || running.wanted.is_empty() {
                return Err(Interruption::Over(Ok(())));
            }
        }
        Ok(any)
    }

    /// Stores a record if it is wanted; whether to continue.
    fn read_answer(&self, message: &Message, running: &mut RunningEvent<'_>) -> Result<Proceed, String> {
        let answer: Result<WorkerAnswer, _> = serde_json::from_slice(&message.payload);
        let (Some((_, number)), Ok(WorkerAnswer { worker, outcome })) =
            (read_subject(&message.subject), answer)
        else {
            self.connection.say(&format!("ignored a message that is not an answer: {}", message.subject));
            return Ok(Proceed::Continue);
        };
        let Some(job) = running.wanted.get(&number) else {
            // Played twice, or asked for by an earlier coordinator.
            return Ok(Proceed::Continue);
        };
        match outcome {
            JobOutcome::Played(record) if is_record_of(&record, job) => {
                let proceed = (running.on_record)(*record)?;
                running.wanted.remove(&number);
                self.progress.end(number);
                Ok(proceed)
            }
            JobOutcome::Played(_) => {
                self.connection.say(&format!("ignored the record of another game {number} from {worker}"));
                Ok(Proceed::Continue)
            }
            JobOutcome::Refused(why) if running.asked => {
                Err(format!("the worker {worker} refuses game {number}: {why}"))
            }
            JobOutcome::Refused(_) => Ok(Proceed::Continue),
        }
    }

    /// Removes all messages of the event from the server.
    async fn clear_up(&self) {
        for _ in 0..CLEARING_ATTEMPTS {
            match self.try_to_clear_up().await {
                Ok(()) => return,
                Err(_) => tokio::time::sleep(TURN).await,
            }
        }
        self.connection.say("the event is over, but its messages could not be removed from the NATS server");
    }

    async fn try_to_clear_up(&self) -> Result<(), Trouble> {
        streams::jobs(&self.connection.context).await?.purge().filter(self.event.job(ALL)).await?;
        // The last attempt may have deleted it already, so it is created first.
        streams::results(&self.connection.context, &self.event).await?;
        self.connection.context.delete_stream(self.event.results_stream()).await?;
        Ok(())
    }
}

/// The remote venue: workers in other processes, on this machine or others.
impl Venue for Coordinator {
    /// Lets the workers play the games. `on_record` gets each record exactly once, and must have stored it when it returns. When the games
    /// are over, no message of the event is left on the server. If the server becomes unreachable, the coordinator waits.
    fn play_each(&mut self, jobs: Jobs<'_>, on_record: OnRecord<'_>) -> Result<(), String> {
        let mut wanted = BTreeMap::new();
        for job in jobs {
            if let Some(twice) = wanted.insert(job.number, job) {
                return Err(format!("two games have the number {}", twice.number));
            }
        }
        let mut running = RunningEvent { wanted, on_record, asked: false };
        self.connection.runtime.block_on(async {
            let ended = tokio::select! {
                ended = self.run(&mut running) => ended,
                never = async { self.listen().await; std::future::pending().await } => never,
                () = self.stopped() => Ok(()),
            };
            self.clear_up().await;
            ended
        })
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
            // The game is in the queue already.
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => (),
            other => drop(other?),
        }
    }
    Ok(())
}

/// Whether the record belongs to this game, and not to one with the same number in another event of the same name.
fn is_record_of(record: &Record, job: &Job) -> bool {
    record.number == job.number
        && record.pair == job.pair
        && record.event == job.event
        && record.game == job.game
        && record.opening == job.opening
        && record.control == job.conditions.control
}
