//! What a program can do wrong. Each text begins with the fault's name, so that tables of results can count the faults.

use std::fmt::Display;

use quadrille::shorten;
use thiserror::Error;

/// How many characters of an answer are shown.
pub(super) const SHOWN: usize = 200;

/// Why a program's turn failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It did not answer, or did not read, in time.
    #[error("timeout")]
    Timeout,
    /// All its processes together used more processor time than allowed.
    #[error("too much processor time")]
    TooMuchProcessorTime,
    /// It ended by a signal, or with an exit code other than 0; with the last line that it wrote to standard error.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It ended normally, or closed its output, without an answer.
    #[error("no answer")]
    NoAnswer,
    /// Its answer is longer than any answer can be.
    #[error("too much output")]
    TooMuchOutput,
    /// Its answer is not a legal move: the answer, and why.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// It cannot be started at all, and the system's reason.
    #[error("cannot start: {0}")]
    CannotStart(String),
}

impl Fault {
    /// The names of the faults, with which their texts begin.
    pub const NAMES: [&'static str; 7] = [
        "timeout",
        "too much processor time",
        "crashed",
        "no answer",
        "too much output",
        "illegal move",
        "cannot start",
    ];

    /// What stands between the end of a program and the last line of its standard error.
    pub(crate) const LAST_LINE: &'static str = ", last error line: ";

    /// Whether the program took too long.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self, Self::Timeout | Self::TooMuchProcessorTime)
    }

    /// The fault of an answer that is not a legal move. Long answers are shortened.
    pub(crate) fn illegal_move(answer: &str, why: impl Display) -> Self {
        Self::IllegalMove(format!("{:?}: {why}", shorten(answer.trim(), SHOWN)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_begins_with_a_name() {
        let text = String::new;
        let faults = [
            Fault::Timeout,
            Fault::TooMuchProcessorTime,
            Fault::Crashed(text()),
            Fault::NoAnswer,
            Fault::TooMuchOutput,
            Fault::IllegalMove(text()),
            Fault::CannotStart(text()),
        ];
        for (fault, name) in faults.iter().zip(Fault::NAMES) {
            assert!(fault.to_string().starts_with(name), "{fault}");
        }
    }

    #[test]
    fn long_answers_are_shortened_between_characters() {
        let long = Fault::illegal_move(&"ä".repeat(1000), "too long").to_string();
        assert_eq!(long, format!("illegal move: \"{}…\": too long", "ä".repeat(SHOWN)));
        assert_eq!(Fault::illegal_move(" a1 ", "no man").to_string(), "illegal move: \"a1\": no man");
    }
}
