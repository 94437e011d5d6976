//! One thread of a worker: takes a job, plays it, answers, takes the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{GetStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, ErrorCode, Message};

use super::answer::Rules;
use super::link::{Link, Trouble};
use super::message::{EventName, most_bytes, read_subject};
use super::streams;

/// How long to wait for a job at a time: so late does a worker see that it should stop.
const TURN: Duration = Duration::from_secs(1);

/// A place where games are played one after another.
pub(super) struct Desk<'w> {
    pub(super) link: &'w Link,
    pub(super) rules: &'w Rules,
    pub(super) ack_wait: Duration,
    pub(super) stop: &'w AtomicBool,
}

impl Desk<'_> {
    /// Works until it is told to stop. A game under way is played to its end.
    pub(super) fn work(&self) {
        let mut jobs = None;
        while !self.stopped() {
            match self.link.runtime.block_on(self.next(&mut jobs)) {
                Ok(message) => {
                    self.link.recovered();
                    if let Some((message, ack_wait)) = message {
                        self.handle(&message, ack_wait);
                    }
                }
                Err(trouble) => {
                    jobs = None;
                    self.link.runtime.block_on(self.endure(&trouble));
                }
            }
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits for the trouble to be over, but no longer than one may wait for a worker to stop.
    async fn endure(&self, trouble: &Trouble) {
        // When the time is over, the next attempt fails, and comes here again.
        let _ = tokio::time::timeout(TURN, self.link.endure(trouble)).await;
    }

    /// The next message and how long one may be silent about it, if there is one within a turn.
    async fn next(&self, jobs: &mut Option<PullConsumer>) -> Result<Option<(Message, Duration)>, Trouble> {
        if !self.link.is_up() {
            return Err("not connected".into());
        }
        let jobs = match jobs {
            Some(jobs) => jobs,
            none => none.insert(streams::desk_of_workers(&self.link.context, self.ack_wait).await?),
        };
        let message = streams::take(jobs, 1, TURN).await?.next().await?;
        Ok(message.map(|message| (message, jobs.cached_info().config.ack_wait)))
    }

    /// Plays and answers, and lets the server know all the while that somebody is at it.
    fn handle(&self, message: &Message, ack_wait: Duration) {
        let busy = {
            let message = message.clone();
            self.link.runtime.spawn(async move {
                loop {
                    tokio::time::sleep(ack_wait / 3).await;
                    // Without a connection there is nothing to be done but to try again.
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            })
        };
        self.answer(message);
        busy.abort();
    }

    fn answer(&self, message: &Message) {
        let Some((event, number)) = read_subject(&message.subject) else {
            self.link.say(&format!("threw away what is no job: {}", message.subject));
            // If this is lost, it comes again.
            let _ = self.link.runtime.block_on(message.ack_with(AckKind::Term));
            return;
        };
        let (deliveries, place) =
            message.info().map_or((0, 0), |info| (info.delivered, info.stream_sequence));
        let text =
            self.rules.answer(&message.payload, deliveries, most_bytes(self.link.client.max_payload()));
        // A job that is delivered again keeps its place in the queue; one that is asked for again has another place, and gets another
        // answer.
        let id = format!("{}.{place}", event.result(number));
        self.link.runtime.block_on(async {
            while let Err(trouble) = self.send(&event, number, &id, &text).await {
                if self.stopped() {
                    // The game is played again, by another worker.
                    return;
                }
                self.endure(&trouble).await;
            }
            self.link.recovered();
            // If this is lost, the game is played twice, and the second record is dropped.
            let _ = message.double_ack().await;
        });
    }

    /// Sends an answer and waits until it is stored. If its event is over there is nobody to answer, which is well too.
    async fn send(&self, event: &EventName, number: u64, id: &str, text: &str) -> Result<(), Trouble> {
        let context = &self.link.context;
        let answer = PublishMessage::build().payload(text.to_string().into()).message_id(id);
        let stored = context.send_publish(event.result(number), answer).await?.await;
        let Err(error) = stored else { return Ok(()) };
        if error.kind() == PublishErrorKind::StreamNotFound {
            let stream = context.get_stream(event.results_stream()).await;
            let problem = stream.err().map(|error| error.kind());
            if let Some(GetStreamErrorKind::JetStream(problem)) = problem
                && problem.error_code() == ErrorCode::STREAM_NOT_FOUND
            {
                self.link.say(&format!("nobody waits for {} any more", event.result(number)));
                return Ok(());
            }
        }
        Err(error.into())
    }
}
