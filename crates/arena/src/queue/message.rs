//! What goes over the queue: orders from the coordinator, answers from the workers, both as JSON, and the subjects they travel under.

use serde::{Deserialize, Serialize};

use super::QueueError;
use crate::record::Record;
use crate::referee::Job;

/// An engine of another version is another player, so only workers of the coordinator's version may play its games.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What headers may need of the bytes that the server allows for a message.
const HEADERS: usize = 1 << 10;

const JOBS: &str = "quadrille.jobs.";
const RESULTS: &str = "quadrille.results.";

/// A game to be played.
#[derive(Serialize, Deserialize)]
pub(super) struct Order {
    version: String,
    pub(super) job: Job,
}

/// The part of an order that every version has.
#[derive(Deserialize)]
struct Stamp {
    version: String,
}

impl Order {
    pub(super) fn new(job: Job) -> Order {
        Order { version: VERSION.to_string(), job }
    }

    /// Reads an order, of this version only.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn read(payload: &[u8]) -> Result<Order, String> {
        let in_words = |error: serde_json::Error| format!("this is no job: {error}");
        let Stamp { version } = serde_json::from_slice(payload).map_err(in_words)?;
        if version != VERSION {
            return Err(format!("the job is for version {version}, and this is version {VERSION}"));
        }
        serde_json::from_slice(payload).map_err(in_words)
    }
}

/// What a worker has to say of an order.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer {
    /// The machine and the process.
    pub(super) worker: String,
    pub(super) outcome: Outcome,
}

/// How an order went.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Played(Box<Record>),
    Refused(String),
}

/// A message as JSON.
pub(super) fn to_json(message: &impl Serialize) -> String {
    serde_json::to_string(message)
        .unwrap_or_else(|error| unreachable!("strings and numbers have a JSON form: {error}"))
}

/// How many bytes a message may have where the server takes so many with the headers.
pub(super) fn most_bytes(max_payload: usize) -> usize {
    max_payload.saturating_sub(HEADERS)
}

/// The part of all subjects that tells an event from others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EventName(String);

impl EventName {
    pub(super) fn new(name: &str) -> Result<EventName, QueueError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if (1..=64).contains(&name.len()) && name.chars().all(fits) {
            Ok(EventName(name.to_string()))
        } else {
            Err(QueueError::EventName(name.to_string()))
        }
    }

    /// Where a game is asked for.
    pub(super) fn job(&self, number: u64) -> String {
        format!("{JOBS}{}.{number}", self.0)
    }

    /// All games that are asked for.
    pub(super) fn jobs(&self) -> String {
        format!("{JOBS}{}.*", self.0)
    }

    /// Where a game is answered.
    pub(super) fn result(&self, number: u64) -> String {
        format!("{RESULTS}{}.{number}", self.0)
    }

    /// All answers.
    pub(super) fn results(&self) -> String {
        format!("{RESULTS}{}.*", self.0)
    }

    /// The name of the stream with the answers.
    pub(super) fn results_stream(&self) -> String {
        format!("QUADRILLE_RESULTS_{}", self.0)
    }
}

/// All jobs of all events.
pub(super) fn all_jobs() -> String {
    format!("{JOBS}>")
}

/// The event and the number of the game that a subject of either kind is about.
pub(super) fn read_subject(subject: &str) -> Option<(EventName, u64)> {
    let rest = subject.strip_prefix(JOBS).or_else(|| subject.strip_prefix(RESULTS))?;
    let (event, number) = rest.split_once('.')?;
    Some((EventName::new(event).ok()?, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read_as_they_are_written() {
        let event = EventName::new("cup-2_a").expect("a name");
        for subject in [event.job(17), event.result(17)] {
            assert_eq!(read_subject(&subject), Some((event.clone(), 17)));
        }
        for other in ["quadrille.jobs.cup", "quadrille.jobs.cup.x", "quadrille.jobs.cup.1.2", "jobs.cup.1"] {
            assert_eq!(read_subject(other), None, "{other}");
        }
    }

    #[test]
    fn names_that_would_be_several_words_or_wildcards_are_refused() {
        for name in ["", "a.b", "a b", "*", ">", "ü", &"x".repeat(65)] {
            assert!(EventName::new(name).is_err(), "{name}");
        }
    }

    #[test]
    fn orders_of_other_versions_are_told_from_garbage() {
        let problem = |text: &str| Order::read(text.as_bytes()).err().expect("no order");
        assert!(problem("{\"version\":\"0.0.0\",\"task\":1}").contains("for version 0.0.0"));
        assert!(problem(&format!("{{\"version\":\"{VERSION}\",\"task\":1}}")).contains("no job"));
        assert!(problem("garbage").contains("no job"));
    }
}
