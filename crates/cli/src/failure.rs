//! Why a command gives no answer, and the exit code that goes with it.

use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command gives no answer.
pub(crate) enum Failure {
    /// The input is wrong; the message says what, where, and what would be right.
    Input(String),
    /// Reading or writing went wrong.
    Stream(io::Error),
    /// The answer is there, and says that something is not as it should be; or there is nothing to say.
    Exit(ExitCode),
}

impl Failure {
    /// Says on stderr what went wrong, and what to exit with.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Exit(code) => *code,
            Failure::Input(message) => {
                say(&format!("error: {message}"));
                ExitCode::from(2)
            }
            // Whoever read the answer has seen enough: `quadrille moves … | head` is no failure.
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

impl From<games::Error> for Failure {
    fn from(error: games::Error) -> Failure {
        Failure::Input(error.to_string())
    }
}

/// Says something on stderr. If nobody can hear it, there is nobody to tell.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
