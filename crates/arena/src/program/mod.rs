//! Programs of others, run without trust.
//!
//! A [`Program`] runs below a supervisor, a process of our own ([`supervise`]), which keeps every process that the program starts below
//! itself and ends them all: when the program ends, when the [`Program`] is dropped, and when the arena dies, even by `kill -9`.
//!
//! ```text
//! arena ──socket──▶ supervisor ──pipe──▶ program's stdin
//!   ▲ ◀──reports──┘                          │
//!   └───────── stdout and stderr, direct ────┘
//! ```
//!
//! Promises: no call takes longer than its deadline and a short while for clearing up; what a program prints takes bounded memory; a
//! program inherits nothing but its three standard streams.

mod confine;
mod crowd;
mod descendants;
mod fault;
mod launch;
mod order;
mod pipes;
mod poll;
mod report;
mod supervisor;
mod tail;

pub use fault::Fault;
pub use launch::{CommandLine, Launch};
pub use supervisor::supervise;

use std::process::Child;
use std::time::{Duration, Instant};

use pipes::Pipes;
use report::Report;

/// How long a program that closed its output may take to end, so that it is known how it ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A program of somebody else, running. Dropping it ends it, with every process it started.
///
/// After a [`Fault`] it is of no more use, and should be dropped.
#[derive(Debug)]
pub struct Program {
    supervisor: Child,
    pipes: Pipes,
    output_limit: usize,
    grace: Duration,
    /// What the environment of every process of the program has, to find them by if the supervisor was killed.
    mark: String,
}

impl Program {
    /// Starts a program, and returns when it runs.
    ///
    /// # Errors
    /// [`Fault::CannotStart`], with the reason.
    pub fn start(launch: &Launch) -> Result<Self, Fault> {
        launch::start(launch)
    }

    /// Sends a line to the program; the line's end is added. A program that has ended is no error here: it may have left its answer, and
    /// reading tells.
    ///
    /// # Errors
    /// [`Fault::Timeout`] if the program does not read until the deadline.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        self.pipes.queue(line);
        while !self.pipes.all_sent() {
            if !self.pipes.step(deadline, self.output_limit) {
                return Err(Fault::Timeout);
            }
        }
        Ok(())
    }

    /// The next line that the program prints, without its end. What is not UTF-8 is replaced. A last line may lack its end if the program
    /// then ends well.
    ///
    /// # Errors
    /// [`Fault::Timeout`], [`Fault::TooMuchOutput`], [`Fault::Crashed`] or [`Fault::NoAnswer`].
    pub fn read_line(&mut self, deadline: Instant) -> Result<String, Fault> {
        loop {
            if let Some(line) = self.pipes.take_line(self.output_limit) {
                return Ok(line);
            }
            if self.pipes.output_len() > self.output_limit {
                return Err(Fault::TooMuchOutput);
            }
            if self.pipes.output_ended() {
                return self.rest();
            }
            if !self.pipes.step(deadline, self.output_limit) {
                return Err(Fault::Timeout);
            }
        }
    }

    /// Everything the program prints until it ends or closes its output: for a program that is called once a move. Its input ends here.
    ///
    /// # Errors
    /// [`Fault::Timeout`], [`Fault::TooMuchOutput`], [`Fault::Crashed`], or [`Fault::NoAnswer`] if it printed nothing but white space.
    pub fn read_all(mut self, deadline: Instant) -> Result<String, Fault> {
        self.pipes.end_input();
        while !self.pipes.output_ended() {
            if self.pipes.output_len() > self.output_limit {
                return Err(Fault::TooMuchOutput);
            }
            if !self.pipes.step(deadline, self.output_limit) {
                return Err(Fault::Timeout);
            }
        }
        self.rest()
    }

    /// The last few thousand characters that the program wrote to its standard error, as far as they were seen.
    pub fn last_errors(&self) -> String {
        self.pipes.errors().text()
    }

    /// What is left of the output of a program that closed it, or why that does not count.
    fn rest(&mut self) -> Result<String, Fault> {
        let clearing_up = Instant::now() + LAST_WORDS;
        while !self.pipes.all_ended() && self.pipes.step(clearing_up, self.output_limit) {}
        match self.pipes.last_report() {
            Some(Report::Exited(0)) => self.answer(),
            // It has closed its output, and lives on.
            Some(Report::Started) if !self.pipes.supervisor_gone() => self.answer(),
            Some(Report::Exited(code)) => Err(self.crash(&format!("exit code {code}"))),
            Some(Report::Killed(signal)) => {
                Err(self.crash(&format!("signal {signal}{}", report::meaning(signal))))
            }
            Some(Report::Crowded) => Err(self.crash("it started too many processes")),
            Some(Report::Failed(why)) => Err(Fault::CannotStart { why }),
            Some(Report::Started) | None => Err(self.crash("its supervisor was killed")),
        }
    }

    fn answer(&mut self) -> Result<String, Fault> {
        let text = self.pipes.take_all();
        if text.len() > self.output_limit {
            Err(Fault::TooMuchOutput)
        } else if text.trim().is_empty() {
            Err(Fault::NoAnswer)
        } else {
            Ok(text)
        }
    }

    fn crash(&self, how: &str) -> Fault {
        let how = match self.pipes.errors().last_line() {
            // It may be anything, and will be shown on terminals.
            Some(line) => format!("{how}, last error line: {}", line.replace(char::is_control, "·")),
            None => how.to_owned(),
        };
        Fault::Crashed { how }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.pipes.hang_up();
        let killed = launch::wait_for_end(&mut self.supervisor, self.grace);
        // A supervisor that ended in its own way has left nothing behind.
        if killed {
            descendants::end_marked(&self.mark);
        }
    }
}
