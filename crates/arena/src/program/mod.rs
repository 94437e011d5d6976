//! Programs of others, in a sandbox.
//!
//! A [`Program`] runs below a supervisor, a process of our own ([`supervise`]). All processes that the program starts stay below the
//! supervisor, which ends them when the program ends, when the [`Program`] is dropped, and when the arena dies, even by `kill -9`.
//!
//! ```text
//! arena ──socket──▶ supervisor ──pipe──▶ program's stdin
//!   ▲ ◀───status──┘                          │
//!   └───────── stdout and stderr, direct ────┘
//! ```
//!
//! How far the program is kept apart from the machine is its [`Isolation`]: `namespaces.rs`, or `restrictions.rs` where the system does
//! not allow namespaces.
//!
//! Promises: a call ends at its deadline, or shortly after to end the program's processes; the output of a program takes limited memory;
//! a program inherits only its three standard streams.

mod compiler;
mod descendants;
mod fault;
mod isolation;
mod launch;
mod memory;
mod namespaces;
mod order;
mod pipes;
mod restrictions;
mod status;
mod supervisor;
mod view;

pub(crate) use compiler::compile;
pub use fault::Fault;
pub use isolation::Isolation;
pub use launch::{CommandLine, Launch};
pub use supervisor::supervise;
pub use view::is_private;
pub(crate) use view::is_too_wide;

use std::net::Shutdown;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use pipes::Pipes;
use rustix::process::Pid;
use status::Status;

/// How many bytes an answer may have. Output beyond that is not read.
pub(crate) const OUTPUT_LIMIT: usize = 1 << 20;
/// How long a program that closed its output may take to end, so that it is known how it ended.
const ENDING_TIME: Duration = Duration::from_secs(1);
/// How long to wait at a time, and so how long it may take to see that a game should stop.
const TURN: Duration = Duration::from_millis(100);

/// A running program of others. Dropping it ends it, with every process it started.
///
/// After a [`Fault`] it should be dropped.
#[derive(Debug)]
pub struct Program {
    supervisor: Child,
    pipes: Pipes,
    grace: Duration,
    stop: Arc<AtomicBool>,
    /// A text in the environment of every process of the program, by which they are found if the supervisor was killed.
    mark: String,
    processor: Option<ProcessorLimit>,
}

/// A limit of the processor time that all processes of a program use together.
#[derive(Debug)]
struct ProcessorLimit {
    /// How much they may have used in all since they started.
    most: Duration,
    next_look: Instant,
}

impl Program {
    /// From now on the program may use this much processor time, with all its processes together. Reading and sending then fail with
    /// [`Fault::TooMuchProcessorTime`] soon after it has used more.
    pub fn limit_processor_time(&mut self, most: Option<Duration>) {
        self.processor = most.map(|most| ProcessorLimit {
            most: self.processor_time().saturating_add(most),
            next_look: Instant::now() + TURN,
        });
    }

    fn processor_time(&self) -> Duration {
        descendants::processor_time_below(Pid::from_child(&self.supervisor))
    }

    /// Whether the program has used too much processor time, if it is time to look.
    fn is_over_processor_limit(&mut self) -> bool {
        let now = Instant::now();
        let Some(limit) = self.processor.as_mut().filter(|limit| now >= limit.next_look) else {
            return false;
        };
        limit.next_look = now + TURN;
        let most = limit.most;
        self.processor_time() > most
    }

    /// Sends a line to the program; the line's end is added. A program that has ended may have left an answer, so it is not an error
    /// here: reading shows it.
    ///
    /// # Errors
    /// [`Fault::Timeout`] if the program does not read before the deadline.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        self.pipes.unsent.extend_from_slice(format!("{line}\n").as_bytes());
        // What is left when the supervisor has gone is never sent.
        while !self.pipes.unsent.is_empty() && self.pipes.control.is_some() {
            self.wait(deadline)?;
        }
        Ok(())
    }

    /// The next line that the program prints, without its end. Bytes that are not UTF-8 are replaced. The last line may lack its end if
    /// the program then ends normally.
    ///
    /// # Errors
    /// [`Fault::Timeout`], [`Fault::TooMuchOutput`], [`Fault::Crashed`] or [`Fault::NoAnswer`].
    pub fn read_line(&mut self, deadline: Instant) -> Result<String, Fault> {
        loop {
            if let Some(line) = self.pipes.take_line() {
                return Ok(line);
            }
            if self.pipes.is_full() {
                return Err(Fault::TooMuchOutput);
            }
            if self.pipes.stdout.is_none() {
                return self.rest();
            }
            self.wait(deadline)?;
        }
    }

    /// Everything the program prints until it ends or closes its output, for a program that is called once for each move. Its input ends
    /// first.
    ///
    /// # Errors
    /// [`Fault::Timeout`], [`Fault::TooMuchOutput`], [`Fault::Crashed`], or [`Fault::NoAnswer`] if it printed only white space.
    pub fn read_all(mut self, deadline: Instant) -> Result<String, Fault> {
        if let Some(control) = &self.pipes.control {
            // It fails if the supervisor has gone, and with it the program's input.
            let _ = control.shutdown(Shutdown::Write);
        }
        while self.pipes.stdout.is_some() {
            if self.pipes.is_full() {
                return Err(Fault::TooMuchOutput);
            }
            self.wait(deadline)?;
        }
        self.rest()
    }

    /// Waits until something can be sent or received.
    fn wait(&mut self, deadline: Instant) -> Result<(), Fault> {
        loop {
            let now = Instant::now();
            if self.is_over_processor_limit() {
                return Err(Fault::TooMuchProcessorTime);
            }
            if self.pipes.step(deadline.min(now + TURN)) {
                return Ok(());
            }
            if now >= deadline || self.stop.load(Relaxed) {
                return Err(Fault::Timeout);
            }
        }
    }

    /// The last few thousand characters that the program wrote to its standard error, as far as they have arrived.
    pub fn last_errors(&self) -> String {
        self.pipes.errors()
    }

    /// The rest of the output of a program that has closed it, or its fault.
    fn rest(&mut self) -> Result<String, Fault> {
        let deadline = Instant::now() + ENDING_TIME;
        while self.pipes.is_open() && self.pipes.step(deadline) {}
        match self.pipes.last_status() {
            Some(Status::Exited(0)) => self.answer(),
            // It has closed its output and runs on.
            Some(Status::Started) if self.pipes.control.is_some() => self.answer(),
            Some(Status::Exited(code)) => Err(self.crash(&format!("exit code {code}"))),
            Some(Status::Killed(signal)) => {
                Err(self.crash(&format!("signal {signal}{}", status::meaning(signal))))
            }
            Some(Status::TooManyProcesses) => Err(self.crash("it started too many processes")),
            Some(Status::TooMuchMemory(limit)) => {
                Err(self.crash(&format!("it used more than {} MB of memory", limit >> 20)))
            }
            Some(Status::Failed(why)) => Err(Fault::CannotStart(why)),
            Some(Status::Started) | None => Err(self.crash("its supervisor was killed")),
        }
    }

    fn answer(&mut self) -> Result<String, Fault> {
        let text = self.pipes.take_all();
        if text.len() > OUTPUT_LIMIT {
            Err(Fault::TooMuchOutput)
        } else if text.trim().is_empty() {
            Err(Fault::NoAnswer)
        } else {
            Ok(text)
        }
    }

    fn crash(&self, how: &str) -> Fault {
        Fault::Crashed(match self.pipes.last_error() {
            // The line may contain anything and is shown on terminals.
            Some(line) => format!("{how}{}{}", Fault::LAST_LINE, line.replace(char::is_control, "·")),
            None => how.to_owned(),
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The supervisor ends the program when its socket is closed.
        self.pipes = Pipes::default();
        let killed = launch::wait_for_end(&mut self.supervisor, self.grace);
        // A supervisor that was not killed has left no process behind.
        if killed {
            descendants::end_marked(&format!("{}={}", launch::MARK, self.mark));
        }
    }
}
