//! The messages of the queue as JSON: jobs from the coordinator and answers from the workers, and the subjects under which they are sent.

use std::fmt::Display;

use quadrille::{Record, quote};
use serde::{Deserialize, Serialize};

use super::QueueError;
use crate::referee::Job;

/// The engine of another version is another player, so only workers of the coordinator's version may play its games.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The part of a message's bytes that its headers may need.
const HEADERS: usize = 1 << 10;

const JOBS: &str = "quadrille.jobs.";
const RESULTS: &str = "quadrille.results.";
/// Games in progress are sent to whoever listens, and not stored.
const PROGRESS: &str = "quadrille.progress.";
/// The jobs of all events.
pub(super) const ALL_JOBS: &str = "quadrille.jobs.>";
/// Stands for every number in a subject.
pub(super) const ALL: &str = "*";

/// A game to be played.
#[derive(Serialize, Deserialize)]
pub(super) struct JobMessage {
    pub(super) version: String,
    pub(super) job: Job,
}

/// The part of a job's message that every version has.
#[derive(Deserialize)]
struct Stamp {
    version: String,
}

impl JobMessage {
    /// Reads a message of this version, or says why it is not one.
    pub(super) fn read(payload: &[u8]) -> Result<JobMessage, String> {
        let in_words = |error: serde_json::Error| format!("this is not a job: {error}");
        let Stamp { version } = serde_json::from_slice(payload).map_err(in_words)?;
        if version != VERSION {
            return Err(format!("the job is for version {version}, and this is version {VERSION}"));
        }
        serde_json::from_slice(payload).map_err(in_words)
    }
}

/// A worker's answer to a job.
#[derive(Serialize, Deserialize)]
pub(super) struct WorkerAnswer {
    /// The machine and the process.
    pub(super) worker: String,
    pub(super) outcome: JobOutcome,
}

/// What became of a job.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JobOutcome {
    Played(Box<Record>),
    Refused(String),
}

/// A message as JSON.
pub(super) fn to_json(message: &impl Serialize) -> String {
    serde_json::to_string(message)
        .unwrap_or_else(|error| unreachable!("strings and numbers have a JSON form: {error}"))
}

/// How many bytes a message may have without its headers, given what the server accepts with them.
pub(super) fn most_bytes(max_payload: usize) -> usize {
    max_payload.saturating_sub(HEADERS)
}

/// The part of a subject that names the event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EventName(String);

impl EventName {
    pub(super) fn new(name: &str) -> Result<EventName, QueueError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if (1..=64).contains(&name.len()) && name.chars().all(fits) {
            Ok(EventName(name.to_string()))
        } else {
            let name = quote(name);
            Err(QueueError(format!(
                "{name:?} cannot name an event in the queue: use 1 to 64 letters, digits, hyphens and underscores"
            )))
        }
    }

    /// The subject of a game that is wanted, by its number, or of [`ALL`] games.
    pub(super) fn job(&self, number: impl Display) -> String {
        format!("{JOBS}{}.{number}", self.0)
    }

    /// The subject of the answer about a game, or about [`ALL`] games.
    pub(super) fn result(&self, number: impl Display) -> String {
        format!("{RESULTS}{}.{number}", self.0)
    }

    /// The subject of the moves of a game in progress, or of [`ALL`] games.
    pub(super) fn progress(&self, number: impl Display) -> String {
        format!("{PROGRESS}{}.{number}", self.0)
    }

    /// The name of the stream with the answers.
    pub(super) fn results_stream(&self) -> String {
        format!("QUADRILLE_RESULTS_{}", self.0)
    }
}

/// The event and the number of the game in a subject of either kind.
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
    fn names_with_separators_or_wildcards_are_refused() {
        for name in ["", "a.b", "a b", "*", ">", "ü", &"x".repeat(65)] {
            assert!(EventName::new(name).is_err(), "{name}");
        }
    }

    #[test]
    fn jobs_of_other_versions_are_distinguished_from_garbage() {
        let problem = |text: &str| JobMessage::read(text.as_bytes()).err().expect("not a job");
        assert!(problem("{\"version\":\"0.0.0\",\"task\":1}").contains("for version 0.0.0"));
        assert!(problem(&format!("{{\"version\":\"{VERSION}\",\"task\":1}}")).contains("not a job"));
        assert!(problem("garbage").contains("not a job"));
    }
}
