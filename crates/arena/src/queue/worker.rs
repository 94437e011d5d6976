//! A worker: plays the games in the queue, of all events, until it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{GetStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, ErrorCode, Message};
use quadrille::Record;
use tokio::task::JoinHandle;

use super::connection::{Connection, Notify, Trouble};
use super::message::{EventName, JobMessage, JobOutcome, WorkerAnswer, most_bytes, read_subject, to_json};
use super::{QueueError, streams};
use crate::event::{PACE, Progress};
use crate::player::PlayerSpec;
use crate::referee::play_watched;
use crate::resources::Resources;

/// How long to wait for a job at a time, and so how long a worker may take to see that it should stop.
const TURN: Duration = Duration::from_secs(1);
/// A job that has been delivered this often without an answer is probably what ends its workers.
const MOST_DELIVERIES: i64 = 10;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// How many games are played at a time.
    pub threads: usize,
    /// After this time without a sign of life, a worker's game goes to another one. The first worker at a server decides for all.
    pub ack_wait: Duration,
    /// Whether players may be programs. **Everyone who can write to the queue can then run any command on this machine** with the rights
    /// of this process. Otherwise only the engine and the random player can play.
    pub allow_programs: bool,
    /// When this becomes true, the worker finishes its present games and returns.
    pub stop: Arc<AtomicBool>,
}

impl Default for WorkerOptions {
    /// A thread for each processor, half a minute without a sign of life, and no programs.
    fn default() -> Self {
        WorkerOptions {
            threads: thread::available_parallelism().map_or(1, usize::from),
            ack_wait: Duration::from_secs(30),
            allow_programs: false,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }
}

/// Plays games until it is told to stop. If the server becomes unreachable, the worker waits for it.
///
/// # Errors
/// When the server cannot be reached at the start, or cannot store a queue.
pub fn worker(
    url: &str,
    resources: &Resources,
    options: &WorkerOptions,
    notify: Notify,
) -> Result<(), QueueError> {
    let connection = Connection::new(url, notify)?;
    let jobs = connection.runtime.block_on(streams::job_consumer(&connection.context, options.ack_wait));
    jobs.map_err(QueueError::unfit)?;
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let name = format!("{machine}/{}", std::process::id());
    let worker = Worker { connection: &connection, resources, options, name };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(|| worker.work())).collect();
        let panicked = |_| QueueError("a thread of the worker panicked".to_string());
        threads.into_iter().try_for_each(|thread| thread.join().map_err(panicked))
    })
}

/// What the threads of a worker share. Each takes a job, plays it, answers, and takes the next.
struct Worker<'w> {
    connection: &'w Connection,
    resources: &'w Resources,
    options: &'w WorkerOptions,
    /// The machine and the process.
    name: String,
}

impl Worker<'_> {
    /// Works until it is told to stop. A game in progress is played to its end.
    fn work(&self) {
        let mut jobs = None;
        while !self.stopped() {
            match self.connection.runtime.block_on(self.next(&mut jobs)) {
                Ok(message) => {
                    self.connection.recovered();
                    if let Some((message, ack_wait)) = message {
                        self.handle(&message, ack_wait);
                    }
                }
                Err(trouble) => {
                    jobs = None;
                    self.connection.runtime.block_on(self.endure(&trouble));
                }
            }
        }
    }

    fn stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    /// Waits for the end of the trouble, but no longer than a worker may take to stop.
    async fn endure(&self, trouble: &Trouble) {
        // If the trouble lasts longer, the next attempt fails and comes here again.
        let _ = tokio::time::timeout(TURN, self.connection.endure(trouble)).await;
    }

    /// The next message, if one comes in time, and how long the server waits for a sign of life about it.
    async fn next(&self, jobs: &mut Option<PullConsumer>) -> Result<Option<(Message, Duration)>, Trouble> {
        if !self.connection.is_up() {
            return Err("not connected".into());
        }
        let jobs = match jobs {
            Some(jobs) => jobs,
            none => {
                none.insert(streams::job_consumer(&self.connection.context, self.options.ack_wait).await?)
            }
        };
        let message = streams::next(&mut streams::take(jobs, 1, TURN).await?, TURN).await?;
        Ok(message.map(|message| (message, jobs.cached_info().config.ack_wait)))
    }

    /// Plays and answers, and keeps telling the server that the game is in progress.
    fn handle(&self, message: &Message, ack_wait: Duration) {
        let busy = {
            let message = message.clone();
            self.connection.runtime.spawn(async move {
                loop {
                    tokio::time::sleep(ack_wait / 3).await;
                    // Without a connection, the next attempt may succeed.
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            })
        };
        let progress = Arc::new(Progress::default());
        let telling = read_subject(&message.subject).map(|(event, number)| {
            let (client, progress) = (self.connection.client.clone(), Arc::clone(&progress));
            self.connection.runtime.spawn(tell(client, event.progress(number), progress))
        });
        self.answer(message, &progress);
        busy.abort();
        telling.inspect(JoinHandle::abort);
    }

    fn answer(&self, message: &Message, progress: &Progress) {
        let Some((event, number)) = read_subject(&message.subject) else {
            self.connection.say(&format!("dropped a message that is not a job: {}", message.subject));
            // If this is lost, the message comes again.
            let _ = self.connection.runtime.block_on(message.ack_with(AckKind::Term));
            return;
        };
        let (deliveries, place) =
            message.info().map_or((0, 0), |info| (info.delivered, info.stream_sequence));
        let text = self.answer_to(&message.payload, deliveries, progress);
        // A job that is delivered again keeps its place in the queue. One that was asked for again has another place and gets another
        // answer.
        let id = format!("{}.{place}", event.result(number));
        self.connection.runtime.block_on(async {
            while let Err(trouble) = self.send(&event, number, &id, &text).await {
                if self.stopped() {
                    // Another worker will play the game again.
                    return;
                }
                self.endure(&trouble).await;
            }
            self.connection.recovered();
            // If this is lost, the game is played again and the second record is dropped.
            let _ = message.double_ack().await;
        });
    }

    /// The answer, as JSON, to a message that has been delivered `deliveries` times.
    fn answer_to(&self, payload: &[u8], deliveries: i64, progress: &Progress) -> String {
        let write = |outcome| to_json(&WorkerAnswer { worker: self.name.clone(), outcome });
        let most = most_bytes(self.connection.client.max_payload());
        let text = write(match self.play(payload, deliveries, progress) {
            Ok(record) => JobOutcome::Played(Box::new(record)),
            Err(why) => JobOutcome::Refused(why),
        });
        if text.len() <= most {
            return text;
        }
        write(JobOutcome::Refused(format!(
            "its record has {} bytes, but the NATS server takes {most}: raise its max_payload",
            text.len()
        )))
    }

    /// Plays a job, or refuses it. Those who can write to the queue must not be able to run any program.
    fn play(&self, payload: &[u8], deliveries: i64, progress: &Progress) -> Result<Record, String> {
        let JobMessage { job, .. } = JobMessage::read(payload)?;
        if deliveries > MOST_DELIVERIES {
            return Err(format!(
                "{MOST_DELIVERIES} workers have begun it, and all of them stopped before its end"
            ));
        }
        for player in &job.players {
            if player.parse::<PlayerSpec>()?.is_program() && !self.options.allow_programs {
                return Err(format!(
                    "{player}: this worker runs no programs; start it with --allow-programs"
                ));
            }
        }
        progress.begin(&job);
        play_watched(&job, self.resources, &|mv| progress.moved(job.number, mv))
    }

    /// Sends an answer and waits until it is stored. If its event is over, the answer is not needed any more.
    async fn send(&self, event: &EventName, number: u64, id: &str, text: &str) -> Result<(), Trouble> {
        let context = &self.connection.context;
        let answer = PublishMessage::build().payload(text.to_string().into()).message_id(id);
        let stored = context.send_publish(event.result(number), answer).await?.await;
        let Err(error) = stored else { return Ok(()) };
        if error.kind() == PublishErrorKind::StreamNotFound {
            let stream = context.get_stream(event.results_stream()).await;
            let problem = stream.err().map(|error| error.kind());
            if let Some(GetStreamErrorKind::JetStream(problem)) = problem
                && problem.error_code() == ErrorCode::STREAM_NOT_FOUND
            {
                self.connection
                    .say(&format!("{} is not needed any more: its event is over", event.result(number)));
                return Ok(());
            }
        }
        Err(error.into())
    }
}

/// Sends a game in progress to whoever listens, with all its moves each time: a message that is lost does no harm. A game that is over
/// in a moment is not sent at all.
async fn tell(client: Client, subject: String, progress: Arc<Progress>) {
    loop {
        tokio::time::sleep(PACE).await;
        for game in progress.news().into_iter().flatten() {
            let _ = client.publish(subject.clone(), to_json(&game).into()).await;
        }
    }
}
