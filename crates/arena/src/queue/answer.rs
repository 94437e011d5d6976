//! From a message to an outcome: what a worker plays and what it refuses.

use super::message::{Answer, Order, Outcome, to_json};
use crate::player::{House, PlayerSpec};
use crate::record::Record;
use crate::referee::{Job, play};

/// A job that has been given to so many workers in vain is what ends them.
pub(super) const MOST_DELIVERIES: i64 = 10;

/// A worker's own rules.
pub(super) struct Rules {
    pub(super) house: House,
    pub(super) allow_programs: bool,
    /// What the coordinator may call this worker.
    pub(super) name: String,
}

impl Rules {
    /// The answer to a message that has been delivered so many times, as JSON of at most so many bytes.
    pub(super) fn answer(&self, payload: &[u8], deliveries: i64, most_bytes: usize) -> String {
        let outcome = self.outcome(payload, deliveries);
        let text =
            self.write(outcome.map_or_else(Outcome::Refused, |record| Outcome::Played(Box::new(record))));
        if text.len() <= most_bytes {
            return text;
        }
        let (bytes, most) = (text.len(), most_bytes);
        let why =
            format!("its record has {bytes} bytes, but the NATS server takes {most}: raise its max_payload");
        self.write(Outcome::Refused(why))
    }

    fn write(&self, outcome: Outcome) -> String {
        to_json(&Answer { worker: self.name.clone(), outcome })
    }

    fn outcome(&self, payload: &[u8], deliveries: i64) -> Result<Record, String> {
        let Order { job, .. } = Order::read(payload)?;
        if deliveries > MOST_DELIVERIES {
            return Err(format!("{MOST_DELIVERIES} workers have begun it, and none has ended it"));
        }
        self.check(&job)?;
        play(&job, &self.house)
    }

    /// Whether the job may be played here: whoever can write to the queue must not be able to run what he likes.
    fn check(&self, job: &Job) -> Result<(), String> {
        for player in &job.players {
            let spec: PlayerSpec = player.parse()?;
            if spec.is_program() && !self.allow_programs {
                return Err(format!("{player}: this worker runs no programs: it does with --allow-programs"));
            }
        }
        Ok(())
    }
}
