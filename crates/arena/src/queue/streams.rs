//! The streams on the server: one with the jobs of all events, and one for each event with its answers. The server stores them in files
//! and removes a message only when it has been acknowledged.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::Batch;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, Message};
use futures_util::StreamExt;
use tokio::time::timeout;

use super::connection::Trouble;
use super::message::{ALL, ALL_JOBS, EventName};

/// The stream of all jobs.
const JOBS_STREAM: &str = "QUADRILLE_JOBS";
/// The consumer that all workers take their jobs from.
const WORKERS: &str = "workers";
/// The consumer that a coordinator takes its answers from.
const COORDINATOR: &str = "coordinator";

/// How long an answer may wait for a coordinator that never comes back.
const RESULTS_AGE: Duration = Duration::from_hours(24 * 30);
/// How long the coordinator may take to store an answer before the server sends it again, which does no harm.
const WRITING: Duration = Duration::from_secs(10);
/// How long the server may be late with its answer. After that it has forgotten the request, in a restart for example.
const SILENCE: Duration = Duration::from_secs(2);

fn queue(name: &str, subject: &str) -> stream::Config {
    stream::Config {
        name: name.to_string(),
        subjects: vec![subject.to_string()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        num_replicas: 1,
        ..stream::Config::default()
    }
}

/// The stream of the jobs. It is created if it does not exist.
pub(super) async fn jobs(context: &Context) -> Result<Stream, Trouble> {
    get_or_create(context, queue(JOBS_STREAM, ALL_JOBS)).await
}

/// The stream of an event's answers. It is created if it does not exist.
pub(super) async fn results(context: &Context, event: &EventName) -> Result<Stream, Trouble> {
    let config =
        stream::Config { max_age: RESULTS_AGE, ..queue(&event.results_stream(), &event.result(ALL)) };
    get_or_create(context, config).await
}

/// If two processes create a stream at the same time, the server may refuse one of them, which then finds the stream of the other.
async fn get_or_create(context: &Context, config: stream::Config) -> Result<Stream, Trouble> {
    if let Ok(stream) = context.get_or_create_stream(config.clone()).await {
        return Ok(stream);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    Ok(context.get_or_create_stream(config).await?)
}

fn consumer(name: &str, ack_wait: Duration) -> pull::Config {
    pull::Config {
        durable_name: Some(name.to_string()),
        ack_policy: AckPolicy::Explicit,
        ack_wait,
        // There is no limit to the number of workers.
        max_ack_pending: -1,
        max_waiting: 1 << 16,
        ..pull::Config::default()
    }
}

/// Where workers take their jobs. The first worker decides how long a silent worker keeps its job.
pub(super) async fn job_consumer(context: &Context, ack_wait: Duration) -> Result<PullConsumer, Trouble> {
    let stream = jobs(context).await?;
    Ok(stream.get_or_create_consumer(WORKERS, consumer(WORKERS, ack_wait)).await?)
}

/// Deletes the consumer of the jobs if it delivers nothing although there are jobs; the workers then create it again. A server
/// that is killed can forget how far an empty stream had counted. It then counts from 1 again, while its consumer waits for
/// messages beyond those that it has delivered.
pub(super) async fn revive_job_consumer(jobs: &Stream) -> Result<(), Trouble> {
    // Without a worker there is no consumer yet.
    let Ok(consumer) = jobs.consumer_info(WORKERS).await else { return Ok(()) };
    let state = jobs.get_info().await?.state;
    let is_ahead = consumer.delivered.stream_sequence > state.last_sequence;
    let sees_nothing = consumer.num_pending == 0 && consumer.num_ack_pending == 0;
    if is_ahead || state.messages > 0 && sees_nothing {
        jobs.delete_consumer(WORKERS).await?;
    }
    Ok(())
}

/// Where the coordinator takes its answers: all that are stored, also those that an earlier coordinator has taken and not
/// acknowledged. The consumer is always a new one, for the reason of [`revive_job_consumer`].
pub(super) async fn answer_consumer(results: &Stream) -> Result<PullConsumer, Trouble> {
    // Usually there was none.
    let _ = results.delete_consumer(COORDINATOR).await;
    Ok(results.create_consumer(consumer(COORDINATOR, WRITING)).await?)
}

/// Asks for up to `most` messages within the time.
pub(super) async fn take(consumer: &PullConsumer, most: usize, time: Duration) -> Result<Batch, Trouble> {
    Ok(consumer.batch().max_messages(most).expires(time).messages().await?)
}

/// The next message of those that were asked for within the time; `None` when the time is over.
pub(super) async fn next(batch: &mut Batch, time: Duration) -> Result<Option<Message>, Trouble> {
    timeout(time + SILENCE, batch.next()).await.map_err(|_| "the server does not answer")?.transpose()
}
