//! Why a command gives no answer, and the exit code that goes with it.

use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command gives no answer.
pub(crate) enum Failure {
    /// The input is wrong; the message says what, where, and what would be right.
    Input(String),
    /// Reading or writing went wrong.
    Stream(io::Error),
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

/// Says something on stderr. If that is closed, there is nowhere to complain.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
