//! The supervisor: the process between the arena and a program.
//!
//! Its standard input is a socket to the arena. It passes what it reads there on to the program's standard input, and sends the state of
//! the program back. When the arena ends its side of the socket, the program's input ends too; when the arena closes the socket or dies,
//! the supervisor ends the program with all its processes.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::thread;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};
use rustix::stdio::{dup2_stdout, stdin};

use super::order::Order;
use super::process_limit::ProcessLimit;
use super::status::Status;
use super::{CommandLine, confine, descendants, poll};

/// Runs a program below this process until it ends or the arena has gone, and then ends all processes that it started. Nothing else should
/// run in this process before or after. The arguments are those that [`Program::start`](super::Program::start) adds to the supervisor's
/// command line.
///
/// The exit code is the program's, 128 and its signal if it was killed, or 127 if it could not be started.
pub fn supervise(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let end = run(arguments).unwrap_or_else(|error| Status::Failed(error.to_string()));
    // The arena may have gone.
    let _ = send(&end);
    ExitCode::from(end.exit_code())
}

fn send(status: &Status) -> io::Result<()> {
    arena()?.write_all(format!("{status}\n").as_bytes())
}

/// The socket to the arena.
fn arena() -> io::Result<File> {
    Ok(File::from(stdin().try_clone_to_owned()?))
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> io::Result<Status> {
    let Some(order) = Order::from_arguments(arguments) else {
        return Ok(Status::Failed(
            "the supervisor did not get the arguments that the arena gives".to_owned(),
        ));
    };
    confine::confine(order.memory)?;
    let mut program = match spawn(&order.program) {
        Ok(program) => program,
        Err(error) => return Ok(Status::Failed(why_not(&order.program, &error))),
    };
    let id = Pid::from_child(&program);
    let end = match watch(&mut program, &order) {
        Ok(Reason::ProgramEnded) => program.wait().map(Status::of),
        Ok(Reason::ArenaGone) => Ok(Status::Killed(Signal::KILL.as_raw())),
        Ok(Reason::TooManyProcesses) => Ok(Status::TooManyProcesses),
        Err(error) => Err(error),
    };
    descendants::end_all(id);
    end
}

fn spawn(line: &CommandLine) -> io::Result<Child> {
    Command::new(&line.program).args(&line.arguments).stdin(Stdio::piped()).process_group(0).spawn()
}

fn why_not(line: &CommandLine, error: &io::Error) -> String {
    let hint = match error.kind() {
        io::ErrorKind::PermissionDenied => " (is it executable?)",
        io::ErrorKind::NotFound => " (or, if it is a script, the interpreter in its first line)",
        _ if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            " (a script begins with #! and its interpreter)"
        }
        _ => "",
    };
    format!("{}: {error}{hint}", line.program.display())
}

/// Why the supervision ends.
#[derive(PartialEq, Eq)]
enum Reason {
    ProgramEnded,
    ArenaGone,
    TooManyProcesses,
}

/// Passes the arena's input on until the supervision ends. A program whose arena has gone is given its grace.
fn watch(program: &mut Child, order: &Order) -> io::Result<Reason> {
    // The program's output ends when the program closes it, so no other process may hold it open.
    dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    let ended = end_of(Pid::from_child(program))?;
    let input = program.stdin.take().map(Input::new).transpose()?;
    send(&Status::Started)?;
    let reason = pass_on(&arena()?, input, &ended, ProcessLimit::new(order.processes))?;
    if reason == Reason::ArenaGone {
        // The program's input has ended too, so that it can end by itself.
        poll::wait(&mut [PollFd::new(&ended, PollFlags::IN)], Instant::now() + order.grace);
    }
    Ok(reason)
}

/// A descriptor that hangs up when the process ends. The process is not reaped.
fn end_of(process: Pid) -> io::Result<OwnedFd> {
    let (reader, writer) = io::pipe()?;
    thread::Builder::new().stack_size(1 << 16).spawn(move || {
        let until_ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let _ = retry_on_intr(|| waitid(WaitId::Pid(process), until_ended));
        drop(writer);
    })?;
    Ok(reader.into())
}

/// Copies from the arena to the program, and watches the number of processes.
fn pass_on(
    mut arena: &File,
    mut input: Option<Input>,
    ended: &OwnedFd,
    mut limit: ProcessLimit,
) -> io::Result<Reason> {
    let mut arena_speaks = true;
    let mut buffer = [0; 1 << 14];
    loop {
        let has_rest = input.as_ref().is_some_and(Input::has_rest);
        let listen = if arena_speaks && !has_rest { PollFlags::IN } else { PollFlags::empty() };
        let offer = if has_rest { PollFlags::OUT } else { PollFlags::empty() };
        let mut waiting = vec![PollFd::new(ended, PollFlags::IN), PollFd::new(arena, listen)];
        waiting.extend(input.as_ref().map(|input| PollFd::new(&input.pipe, offer)));
        poll::wait(&mut waiting, limit.next_count());
        let events: Vec<_> = waiting.iter().map(PollFd::revents).collect();

        if !events[0].is_empty() {
            return Ok(Reason::ProgramEnded);
        }
        if events[1].intersects(PollFlags::HUP | PollFlags::ERR) {
            return Ok(Reason::ArenaGone);
        }
        if limit.is_exceeded() {
            return Ok(Reason::TooManyProcesses);
        }
        // The program has closed its input: what the arena sends is dropped.
        if events.get(2).is_some_and(|event| event.contains(PollFlags::ERR)) {
            input = None;
        }
        if events[1].contains(PollFlags::IN) {
            let length = arena.read(&mut buffer)?;
            if length == 0 {
                arena_speaks = false;
                input = None;
            } else if let Some(input) = &mut input {
                input.rest = buffer[..length].to_vec();
            }
        }
        if input.as_mut().is_some_and(|input| input.write().is_err()) {
            input = None;
        }
    }
}

/// The program's standard input, and what is still to be written to it.
struct Input {
    pipe: ChildStdin,
    rest: Vec<u8>,
}

impl Input {
    fn new(pipe: ChildStdin) -> io::Result<Self> {
        fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?;
        Ok(Self { pipe, rest: Vec::new() })
    }

    fn has_rest(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Writes as much as the program takes without waiting.
    ///
    /// # Errors
    /// The program has closed its input.
    fn write(&mut self) -> io::Result<()> {
        if self.rest.is_empty() {
            return Ok(());
        }
        match self.pipe.write(&self.rest) {
            Ok(written) => {
                self.rest.drain(..written);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }
}
