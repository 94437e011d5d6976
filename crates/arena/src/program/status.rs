//! What a supervisor tells the arena about its program, in one line of JSON each: that it runs, and how it ended.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

/// The state of a program.
#[derive(Serialize, Deserialize)]
pub(super) enum Status {
    Started,
    Failed(String),
    Exited(i32),
    Killed(i32),
    /// The program had too many processes and was ended for that.
    TooManyProcesses,
    /// Its processes together used more than this many bytes of memory, and it was ended for that.
    TooMuchMemory(u64),
}

impl Status {
    pub(super) fn of(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Exited(code),
            (None, Some(signal)) => Self::Killed(signal),
            (None, None) => Self::Failed(format!("it ended in an unknown way: {status}")),
        }
    }

    /// The exit code that a shell would give.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::Started => 0,
            Self::Failed(_) => 127,
            Self::Exited(code) => *code as u8,
            Self::TooManyProcesses | Self::TooMuchMemory(_) => 137,
            Self::Killed(signal) => 128_u8.saturating_add(*signal as u8),
        }
    }
}

/// The meaning of the signals that usually end programs. Their numbers are the same on all systems.
pub(super) fn meaning(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (aborted)",
        8 => " (arithmetic error)",
        9 => " (killed)",
        11 => " (segmentation fault)",
        13 => " (wrote to a closed pipe)",
        15 => " (terminated)",
        _ => "",
    }
}
