//! How a program is started and ended, as seen from the arena.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use super::descendants::PATIENCE;
use super::order::Order;
use super::pipes::{self, Pipes};
use super::status::Status;
use super::{Fault, Program};
use crate::resources::Sandbox;

/// How long a supervisor may take to start the program. Only a machine in trouble needs more than milliseconds.
const START: Duration = Duration::from_secs(10);

/// The variable in the environment of all processes of a program that has their mark.
pub(super) const MARK: &str = "ARENA_PROGRAM";

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// A name, which the system looks for in `PATH`, or a path, which is relative to the working directory.
    pub program: OsString,
    /// The arguments as they are: no shell interprets them.
    pub arguments: Vec<OsString>,
}

impl CommandLine {
    /// A program with arguments.
    pub fn new<T: Into<OsString>>(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = T>,
    ) -> Self {
        Self { program: program.into(), arguments: arguments.into_iter().map(Into::into).collect() }
    }
}

/// What to start, and its sandbox limits.
#[derive(Clone, Debug)]
pub struct Launch {
    /// What every program gets.
    pub sandbox: Sandbox,
    /// The program itself.
    pub program: CommandLine,
    /// Its working directory, which it may read; by default that of the arena, of which it may read only [`Launch::readable`].
    pub directory: Option<PathBuf>,
    /// Files and folders that it may read, beside those of the system and of [`Sandbox::readable`].
    pub readable: Vec<PathBuf>,
    /// Folders that it may change.
    pub writable: Vec<PathBuf>,
    /// How many processes it may have at once.
    pub processes: usize,
    /// How long the program may take to end by itself when it is dropped and its input ends.
    pub grace: Duration,
}

impl Launch {
    /// A launch with 256 processes and a grace of 50 milliseconds.
    pub fn new(sandbox: Sandbox, program: CommandLine) -> Self {
        Self {
            sandbox,
            program,
            directory: None,
            readable: Vec::new(),
            writable: Vec::new(),
            processes: 256,
            grace: Duration::from_millis(50),
        }
    }

    /// What the supervisor has to do.
    fn order(&self) -> Result<String, String> {
        let absolute = |paths: Vec<&PathBuf>| -> Result<Vec<PathBuf>, String> {
            let absolute = |path: &PathBuf| {
                std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
            };
            paths.into_iter().map(absolute).collect()
        };
        let readable = self.readable.iter().chain(&self.sandbox.readable).chain(&self.directory);
        let order = Order {
            memory: self.sandbox.memory,
            processes: self.processes,
            grace: self.grace,
            isolation: self.sandbox.isolation,
            inside: false,
            readable: absolute(readable.collect())?,
            writable: absolute(self.writable.iter().collect())?,
            hidden: absolute(self.sandbox.hidden.iter().collect())?,
        };
        order.write()
    }
}

impl Program {
    /// Starts a program, and returns when it runs.
    ///
    /// # Errors
    /// [`Fault::CannotStart`], with the reason.
    pub fn start(launch: &Launch) -> Result<Self, Fault> {
        let mark = new_mark();
        let (supervisor, pipes) = spawn(launch, &mark).map_err(Fault::CannotStart)?;
        let stop = Arc::clone(&launch.sandbox.stop);
        let mut program = Program { supervisor, pipes, grace: launch.grace, stop, mark, processor: None };
        let deadline = Instant::now() + START;
        while program.pipes.last_status().is_none() && program.pipes.control.is_some() {
            if !program.pipes.step(deadline) {
                break;
            }
        }
        match program.pipes.last_status() {
            Some(Status::Failed(why)) => Err(Fault::CannotStart(why)),
            Some(_) => Ok(program),
            None => {
                Err(Fault::CannotStart(format!("its supervisor does not answer {}", program.last_errors())))
            }
        }
    }
}

fn spawn(launch: &Launch, mark: &str) -> Result<(Child, Pipes), String> {
    let Launch { sandbox: Sandbox { supervisor, .. }, program, .. } = launch;
    let mut command = Command::new(&supervisor.program);
    command.args(&supervisor.arguments).arg(launch.order()?);
    command.arg(&program.program).args(&program.arguments).env(MARK, mark);
    if let Some(directory) = &launch.directory {
        // Otherwise the system's message would name the supervisor.
        if !directory.is_dir() {
            return Err(format!("{}: no such directory", directory.display()));
        }
        command.current_dir(directory);
    }
    let in_words = |error: io::Error| format!("its supervisor {}: {error}", supervisor.program.display());
    let (ours, theirs) = UnixStream::pair().map_err(in_words)?;
    ours.set_nonblocking(true).map_err(in_words)?;
    command.stdin(OwnedFd::from(theirs)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(in_words)?;
    let mut pipes = Pipes::default();
    (pipes.control, pipes.stdout, pipes.stderr) = (Some(ours), child.stdout.take(), child.stderr.take());
    Ok((child, pipes))
}

/// A text that only the processes of this program have in their environment.
fn new_mark() -> String {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    // Two of these states are never equal.
    format!("{}-{now}-{:016x}", std::process::id(), RandomState::new().hash_one(now))
}

/// Waits for the end of a supervisor that has been told to end; whether it was killed, here or by others.
pub(super) fn wait_for_end(supervisor: &mut Child, grace: Duration) -> bool {
    let id = Pid::from_child(supervisor);
    // The program may have stopped it by a signal.
    let _ = kill_process(id, Signal::CONT);
    let give_up = Instant::now() + grace + 2 * PATIENCE;
    let has_ended = pidfd_open(id, PidfdFlags::empty())
        .is_ok_and(|ended| pipes::wait(&mut [PollFd::new(&ended, PollFlags::IN)], give_up));
    if !has_ended {
        let _ = supervisor.kill();
    }
    // It has ended or was killed, so this wait is short.
    supervisor.wait().map_or(true, |status| status.code().is_none())
}
