//! What a supervisor tells the arena about its program, in one line each: that it runs, and how it ended.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// The state of a program. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Started,
    Failed(String),
    Exited(i32),
    Killed(i32),
    /// The program had too many processes and was ended for that.
    TooManyProcesses,
}

impl Status {
    pub(super) fn of(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Exited(code),
            (None, Some(signal)) => Self::Killed(signal),
            (None, None) => Self::Failed(format!("it ended in an unknown way: {status}")),
        }
    }

    pub(super) fn parse(line: &str) -> Option<Self> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "started" => Some(Self::Started),
            "failed" => Some(Self::Failed(rest.to_owned())),
            "too-many-processes" => Some(Self::TooManyProcesses),
            "exited" => rest.parse().ok().map(Self::Exited),
            "killed" => rest.parse().ok().map(Self::Killed),
            _ => None,
        }
    }

    /// The exit code that a shell would give.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::Started => 0,
            Self::Failed(_) => 127,
            Self::Exited(code) => *code as u8,
            Self::TooManyProcesses => 137,
            Self::Killed(signal) => 128_u8.saturating_add(*signal as u8),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Started => write!(f, "started"),
            Self::Failed(why) => write!(f, "failed {}", why.replace('\n', " ")),
            Self::TooManyProcesses => write!(f, "too-many-processes"),
            Self::Exited(code) => write!(f, "exited {code}"),
            Self::Killed(signal) => write!(f, "killed {signal}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_as_they_are_written() {
        for status in [
            Status::Started,
            Status::Failed("no such file".into()),
            Status::Exited(3),
            Status::Killed(9),
            Status::TooManyProcesses,
        ] {
            assert_eq!(Status::parse(&status.to_string()), Some(status));
        }
        assert_eq!(Status::parse("exited gracefully"), None);
        assert_eq!(Status::parse(""), None);
    }
}
