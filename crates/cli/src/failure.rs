//! Why a command gives no answer, and the exit code that goes with it.

use std::io::{self, Write};
use std::process::ExitCode;

use quadrille::shorten;

use crate::process::INTERRUPTED;

/// Why a command gives no answer.
pub(crate) enum Failure {
    /// The input is wrong; the message says what, where, and what would be right.
    Input(String),
    /// Reading or writing went wrong.
    Stream(io::Error),
    /// The command was interrupted and has printed what it has; this says after how much.
    Interrupted(String),
    /// The command has printed everything; this is its exit code.
    Exit(ExitCode),
}

impl Failure {
    /// The input is wrong, and this says why.
    #[allow(clippy::needless_pass_by_value, reason = "callers map errors to failures")]
    pub(crate) fn input(problem: impl ToString) -> Failure {
        Failure::Input(problem.to_string())
    }

    /// Says on stderr what went wrong; gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Exit(code) => *code,
            Failure::Interrupted(message) => {
                say(message);
                ExitCode::from(INTERRUPTED)
            }
            Failure::Input(message) => {
                say(&format!("error: {message}"));
                ExitCode::from(2)
            }
            // The reader has seen enough: `quadrille moves … | head` is not a failure.
            Failure::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Stream(error) => {
                say(&format!("error: {error}"));
                ExitCode::from(1)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Stream(error)
    }
}

impl From<quadrille::Error> for Failure {
    fn from(error: quadrille::Error) -> Failure {
        Failure::input(error)
    }
}

/// The most characters of a line of a message. Messages quote few characters of their input; this is for those that do not.
const LONGEST_LINE: usize = 400;

/// Says something on stderr. If that is closed, there is nowhere to complain.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{}", readable(text));
}

/// A message without lines that are too long to be read.
pub(crate) fn readable(message: &str) -> String {
    message.split('\n').map(|line| shorten(line, LONGEST_LINE)).collect::<Vec<_>>().join("\n")
}
