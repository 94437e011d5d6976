//! What a supervisor tells the arena, a line each: that the program runs, and how it ended.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// One report. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    Started,
    Failed(String),
    Exited(i32),
    Killed(i32),
    /// The program had too many processes, and was ended for that.
    Crowded,
}

impl Report {
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
            "crowded" => Some(Self::Crowded),
            "exited" => rest.parse().ok().map(Self::Exited),
            "killed" => rest.parse().ok().map(Self::Killed),
            _ => None,
        }
    }

    /// The exit code that says the same in the way of shells.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::Started => 0,
            Self::Failed(_) => 127,
            Self::Exited(code) => *code as u8,
            Self::Crowded => 137,
            Self::Killed(signal) => 128_u8.saturating_add(*signal as u8),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Started => write!(f, "started"),
            Self::Failed(why) => write!(f, "failed {}", why.replace('\n', " ")),
            Self::Crowded => write!(f, "crowded"),
            Self::Exited(code) => write!(f, "exited {code}"),
            Self::Killed(signal) => write!(f, "killed {signal}"),
        }
    }
}

/// What the signals mean that programs mostly die of. Their numbers are the same on all systems.
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
    fn what_is_written_is_read() {
        for report in [
            Report::Started,
            Report::Failed("no such file".into()),
            Report::Exited(3),
            Report::Killed(9),
            Report::Crowded,
        ] {
            assert_eq!(Report::parse(&report.to_string()), Some(report));
        }
        assert_eq!(Report::parse("exited gracefully"), None);
        assert_eq!(Report::parse(""), None);
    }
}
