//! What a worker does with a message: it plays the job or refuses it.

use quadrille::Record;

use super::message::{JobMessage, JobOutcome, WorkerAnswer, to_json};
use crate::player::PlayerSpec;
use crate::referee::{Job, play};
use crate::resources::Resources;

/// A job that has been delivered this often without an answer is probably what ends its workers.
pub(super) const MOST_DELIVERIES: i64 = 10;

/// A worker's own rules.
pub(super) struct Rules {
    pub(super) resources: Resources,
    pub(super) allow_programs: bool,
    /// The name of this worker for the coordinator.
    pub(super) name: String,
}

impl Rules {
    /// The answer to a message that has been delivered `deliveries` times, as JSON of at most `most_bytes`.
    pub(super) fn answer(&self, payload: &[u8], deliveries: i64, most_bytes: usize) -> String {
        let outcome = self.outcome(payload, deliveries);
        let text = self
            .write(outcome.map_or_else(JobOutcome::Refused, |record| JobOutcome::Played(Box::new(record))));
        if text.len() <= most_bytes {
            return text;
        }
        let (bytes, most) = (text.len(), most_bytes);
        let why =
            format!("its record has {bytes} bytes, but the NATS server takes {most}: raise its max_payload");
        self.write(JobOutcome::Refused(why))
    }

    fn write(&self, outcome: JobOutcome) -> String {
        to_json(&WorkerAnswer { worker: self.name.clone(), outcome })
    }

    fn outcome(&self, payload: &[u8], deliveries: i64) -> Result<Record, String> {
        let JobMessage { job, .. } = JobMessage::read(payload)?;
        if deliveries > MOST_DELIVERIES {
            return Err(format!(
                "{MOST_DELIVERIES} workers have begun it, and all of them stopped before its end"
            ));
        }
        self.check(&job)?;
        play(&job, &self.resources)
    }

    /// Whether this worker may play the job. Those who can write to the queue must not be able to run any program.
    fn check(&self, job: &Job) -> Result<(), String> {
        for player in &job.players {
            let spec: PlayerSpec = player.parse()?;
            if spec.is_program() && !self.allow_programs {
                return Err(format!(
                    "{player}: this worker runs no programs; start it with --allow-programs"
                ));
            }
        }
        Ok(())
    }
}
