//! One thread of a worker: takes a job, plays it, answers, takes the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{GetStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, ErrorCode, Message};

use super::connection::{Connection, Trouble};
use super::message::{EventName, most_bytes, read_subject};
use super::rules::Rules;
use super::streams;

/// How long to wait for a job at a time, and so how long a worker may take to see that it should stop.
const TURN: Duration = Duration::from_secs(1);

/// Plays games one after another.
pub(super) struct WorkerThread<'w> {
    pub(super) connection: &'w Connection,
    pub(super) rules: &'w Rules,
    pub(super) ack_wait: Duration,
    pub(super) stop: &'w AtomicBool,
}

impl WorkerThread<'_> {
    /// Works until it is told to stop. A game in progress is played to its end.
    pub(super) fn work(&self) {
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
        self.stop.load(Ordering::Relaxed)
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
            none => none.insert(streams::job_consumer(&self.connection.context, self.ack_wait).await?),
        };
        let message = streams::take(jobs, 1, TURN).await?.next().await?;
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
        self.answer(message);
        busy.abort();
    }

    fn answer(&self, message: &Message) {
        let Some((event, number)) = read_subject(&message.subject) else {
            self.connection.say(&format!("dropped a message that is not a job: {}", message.subject));
            // If this is lost, the message comes again.
            let _ = self.connection.runtime.block_on(message.ack_with(AckKind::Term));
            return;
        };
        let (deliveries, place) =
            message.info().map_or((0, 0), |info| (info.delivered, info.stream_sequence));
        let text =
            self.rules.answer(&message.payload, deliveries, most_bytes(self.connection.client.max_payload()));
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
