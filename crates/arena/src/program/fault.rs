//! What a program can do wrong. Each text begins with the fault's name, so that tables of results can count the faults.

use std::fmt::Display;

use quadrille::{Side, shorten};
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

    /// What comes before each name in a sentence about the player.
    const VERBS: [&'static str; 7] = ["lost by ", "used ", "", "gave ", "wrote ", "made an ", ""];

    /// The fault as the reason for the end of a game, which says whose it was: `White crashed: exit code 1`.
    pub(crate) fn of(&self, side: Side) -> String {
        let text = self.to_string();
        let number = Self::NAMES.iter().position(|name| text.starts_with(name));
        format!("{side} {}{text}", number.map_or("", |number| Self::VERBS[number]))
    }

    /// The name of the fault that ended a game for this reason. Older records do not say whose fault it was.
    pub(crate) fn name_in(reason: &str) -> Option<&'static str> {
        let side = Side::BOTH.iter().find_map(|side| reason.strip_prefix(&format!("{side} ")));
        let is_told = |(name, verb): &(&str, &str)| {
            let rest = match side {
                Some(words) => words.strip_prefix(verb).and_then(|words| words.strip_prefix(name)),
                None => reason.strip_prefix(name),
            };
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        };
        Self::NAMES.into_iter().zip(Self::VERBS).find(is_told).map(|(name, _)| name)
    }

    /// What stands between the end of a program and the last line of its standard error.
    pub(crate) const LAST_LINE: &'static str = ", last error line: ";

    /// Whether the program took too long.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self, Self::Timeout | Self::TooMuchProcessorTime)
    }

    /// The fault of an answer that is not a legal move. Long answers are shortened.
    pub(crate) fn illegal_move(answer: &str, why: impl Display) -> Self {
        let answer = shorten(answer.trim(), SHOWN);
        // What is in quotes already gets no more of them: nobody can read `"\"a1\""`.
        let is_quoted = answer.starts_with('"') && !answer.contains(char::is_control);
        Self::IllegalMove(if is_quoted { format!("{answer}: {why}") } else { format!("{answer:?}: {why}") })
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
            for side in Side::BOTH {
                assert_eq!(Fault::name_in(&fault.of(side)), Some(name));
            }
            assert_eq!(Fault::name_in(&fault.to_string()), Some(name), "as older records have it");
        }
    }

    #[test]
    fn a_reason_says_whose_fault_it_was() {
        assert_eq!(Fault::Crashed("exit code 1".to_string()).of(Side::White), "White crashed: exit code 1");
        assert_eq!(Fault::Timeout.of(Side::Black), "Black lost by timeout");
        assert_eq!(Fault::name_in("Black lost by timeout: it had 60 s for an answer"), Some("timeout"));
        assert_eq!(
            Fault::illegal_move("a1", "no man").of(Side::White),
            "White made an illegal move: \"a1\": no man"
        );
        assert_eq!(
            Fault::illegal_move(" \"w-b\"\n", "no man").of(Side::White),
            "White made an illegal move: \"w-b\": no man"
        );
        for other in
            ["White resigned", "crashed into the wall", "White has no men left", "Black lost by timeouts"]
        {
            assert_eq!(Fault::name_in(other), None, "{other}");
        }
    }

    #[test]
    fn long_answers_are_shortened_between_characters() {
        let long = Fault::illegal_move(&"ä".repeat(1000), "too long").to_string();
        assert_eq!(long, format!("illegal move: \"{}…\": too long", "ä".repeat(SHOWN)));
        assert_eq!(Fault::illegal_move(" a1 ", "no man").to_string(), "illegal move: \"a1\": no man");
    }
}
