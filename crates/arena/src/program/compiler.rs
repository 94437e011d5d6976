//! Runs compilers, within the same limits as programs, only with more memory and time.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{CommandLine, Fault, Launch, Program};
use crate::resources::Sandbox;

/// How long a compiler may take.
const COMPILE_TIME: Duration = Duration::from_mins(3);
/// How much memory it may use: more than most programs.
const COMPILE_MEMORY: u64 = 4 << 30;

/// Runs a compiler that may read the first folder and write into the second.
///
/// # Errors
/// All that it says, or that it takes too long or cannot be run.
pub(crate) fn compile(
    sandbox: &Sandbox,
    compiler: &str,
    arguments: Vec<OsString>,
    [readable, writable]: [PathBuf; 2],
) -> Result<(), String> {
    // The shell passes on the code with which the compiler ends, after all that it says.
    let script = "\"$0\" \"$@\" 2>&1; echo \"exit code $?\"";
    let words = ["-c", script, compiler].into_iter().map(OsString::from).chain(arguments);
    let sandbox =
        Sandbox { memory: sandbox.memory.map(|memory| memory.max(COMPILE_MEMORY)), ..sandbox.clone() };
    let launch = Launch {
        readable: vec![readable],
        writable: vec![writable],
        ..Launch::new(sandbox, CommandLine::new("sh", words))
    };
    let said = Program::start(&launch).and_then(|compiler| compiler.read_all(Instant::now() + COMPILE_TIME));
    match said {
        Ok(said) => {
            let (message, code) = said.rsplit_once("exit code").unwrap_or((&said, ""));
            if code.trim() == "0" { Ok(()) } else { Err(message.trim().to_string()) }
        }
        Err(Fault::Timeout) => Err(format!("it did not end within {} seconds", COMPILE_TIME.as_secs())),
        Err(fault) => Err(fault.to_string()),
    }
}
