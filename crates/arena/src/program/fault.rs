//! What a program can do wrong. Each text begins with the fault's name, so that tables of results can count the faults.

use thiserror::Error;

/// How many characters of an answer are shown.
const SHOWN: usize = 200;

/// Why a program's turn failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It did not answer, or did not read, in time.
    #[error("timeout")]
    Timeout,
    /// It ended by a signal, or with an exit code other than 0.
    #[error("crashed: {how}")]
    Crashed {
        /// The exit code or signal, and the last line it wrote to standard error.
        how: String,
    },
    /// It ended normally, or closed its output, without an answer.
    #[error("no answer")]
    NoAnswer,
    /// Its answer is longer than any answer can be.
    #[error("too much output")]
    TooMuchOutput,
    /// Its answer is not a legal move.
    #[error("illegal move: {answer:?}: {why}")]
    IllegalMove {
        /// What it answered, shortened.
        answer: String,
        /// Why it is not legal.
        why: String,
    },
    /// It cannot be started at all.
    #[error("cannot start: {why}")]
    CannotStart {
        /// The system's reason.
        why: String,
    },
}

impl Fault {
    /// The names of the faults, with which their texts begin.
    pub const NAMES: [&'static str; 6] =
        ["timeout", "crashed", "no answer", "too much output", "illegal move", "cannot start"];

    /// The fault of an answer that is not a legal move. Long answers are shortened.
    pub fn illegal_move(answer: &str, why: impl Into<String>) -> Self {
        Self::IllegalMove { answer: shorten(answer), why: why.into() }
    }
}

/// The beginning of a text, with dots if there is more.
pub(super) fn shorten(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
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
            Fault::Crashed { how: text() },
            Fault::NoAnswer,
            Fault::TooMuchOutput,
            Fault::IllegalMove { answer: text(), why: text() },
            Fault::CannotStart { why: text() },
        ];
        for (fault, name) in faults.iter().zip(Fault::NAMES) {
            assert!(fault.to_string().starts_with(name), "{fault}");
        }
    }

    #[test]
    fn long_answers_are_shortened_between_characters() {
        let Fault::IllegalMove { answer, .. } = Fault::illegal_move(&"ä".repeat(1000), "too long") else {
            panic!("another fault");
        };
        assert_eq!(answer, "ä".repeat(SHOWN) + "…");
        assert_eq!(Fault::illegal_move(" a1 ", "no man").to_string(), "illegal move: \"a1\": no man");
    }
}
