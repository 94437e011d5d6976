//! The supervisor: the process between the arena and a program.
//!
//! Its standard input is a socket to the arena. It passes what it reads there on to the program's standard input, and sends the state of
//! the program back. When the arena ends its side of the socket, the program's input ends too; when the arena closes the socket or dies,
//! the supervisor ends the program with all its processes.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Resource, Rlimit, Signal, getpid, getrlimit, pidfd_open,
    set_child_subreaper, set_dumpable_behavior, setrlimit, setsid,
};
use rustix::stdio::{dup2_stdout, stdin};

use super::descendants::{self, ProcessLimit};
use super::status::Status;
use super::{CommandLine, pipes};

/// The largest file that a program may write.
const LARGEST_FILE: u64 = 1 << 30;

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
    arena()?.write_all((serde_json::to_string(status)? + "\n").as_bytes())
}

/// The socket to the arena.
fn arena() -> io::Result<File> {
    Ok(File::from(stdin().try_clone_to_owned()?))
}

/// A program to run, and its sandbox limits.
struct Order {
    /// In bytes; 0 is no limit.
    memory: u64,
    /// How many processes it may have at once.
    processes: usize,
    /// How long the program may run on after the arena has gone.
    grace: Duration,
    program: CommandLine,
}

impl Order {
    fn read(arguments: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut arguments = arguments.into_iter();
        let memory = arguments.next()?.to_str()?.parse().ok()?;
        let processes = arguments.next()?.to_str()?.parse().ok()?;
        let grace = Duration::from_millis(arguments.next()?.to_str()?.parse().ok()?);
        let program = CommandLine { program: arguments.next()?, arguments: arguments.collect() };
        Some(Self { memory, processes, grace, program })
    }
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> io::Result<Status> {
    let Some(order) = Order::read(arguments) else {
        return Ok(Status::Failed(
            "the supervisor did not get the arguments that the arena gives".to_owned(),
        ));
    };
    confine(order.memory)?;
    let CommandLine { program, arguments } = &order.program;
    let spawned = Command::new(program).args(arguments).stdin(Stdio::piped()).process_group(0).spawn();
    let end = match spawned {
        Ok(mut program) => watch(&mut program, &order),
        Err(error) => return Ok(Status::Failed(why_not(&order.program, &error))),
    };
    descendants::end_all();
    end
}

/// Sets the sandbox limits of this process, and so of the program: children inherit them.
fn confine(memory: u64) -> io::Result<()> {
    // Otherwise the program would inherit descriptors that the arena's own parent left open.
    close_fds::set_fds_cloexec(3, &[]);
    // Leaves the arena's terminal, whose keys are for the arena alone. This fails for the leader of a group, which has left already.
    let _ = setsid();
    // Processes whose parents end become children of this process, not of `init`.
    set_child_subreaper(Some(getpid()))?;
    // Hides this process's memory from programs.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, LARGEST_FILE)?;
    if memory > 0 {
        // The limit is on memory that can be written and not on address space: the run-time systems of Haskell, Java and JavaScript
        // reserve far more of that than they use.
        limit(Resource::Data, memory)?;
    }
    Ok(())
}

/// Lowers a limit permanently; one that is lower already stays.
fn limit(resource: Resource, to: u64) -> io::Result<()> {
    let highest = getrlimit(resource).maximum.map_or(to, |present| present.min(to));
    Ok(setrlimit(resource, Rlimit { current: Some(highest), maximum: Some(highest) })?)
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

/// Passes the arena's input on until the program ends, has too many processes, or the arena has gone.
fn watch(program: &mut Child, order: &Order) -> io::Result<Status> {
    // The program's output ends when the program closes it, so no other process may hold it open.
    dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    let ended = pidfd_open(Pid::from_child(program), PidfdFlags::empty())?;
    let (arena, mut from_arena, mut input) = (arena()?, arena()?, program.stdin.take());
    // `io::copy` would lock the pipe while it waits for the arena.
    thread::Builder::new().stack_size(1 << 16).spawn(move || {
        let mut buffer = [0; 1 << 14];
        while let Ok(length @ 1..) = from_arena.read(&mut buffer) {
            // After the program has closed its input, what the arena sends is dropped.
            if input.as_mut().is_some_and(|input| input.write_all(&buffer[..length]).is_err()) {
                input = None;
            }
        }
    })?;
    send(&Status::Started)?;
    let mut limit = ProcessLimit::new(order.processes);
    loop {
        let mut waiting = [PollFd::new(&ended, PollFlags::IN), PollFd::new(&arena, PollFlags::empty())];
        pipes::wait(&mut waiting, limit.next_count);
        let [program_ended, arena_gone] = waiting.map(|descriptor| !descriptor.revents().is_empty());
        if program_ended {
            return program.wait().map(Status::of);
        }
        if arena_gone {
            // The program's input has ended too, so that it can end by itself.
            pipes::wait(&mut [PollFd::new(&ended, PollFlags::IN)], Instant::now() + order.grace);
            return Ok(Status::Killed(Signal::KILL.as_raw()));
        }
        if limit.is_exceeded() {
            return Ok(Status::TooManyProcesses);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let read = |arguments: &[&str]| Order::read(arguments.iter().map(OsString::from));
        let order = read(&["1099511627776", "7", "250", "sh", "-c", "exit 3", "--", ""]).expect("an order");
        assert_eq!((order.memory, order.processes, order.grace), (1 << 40, 7, Duration::from_millis(250)));
        assert_eq!(order.program, CommandLine::new("sh", ["-c", "exit 3", "--", ""]));
        assert!(read(&["1", "2", "soon", "sh"]).is_none());
        assert!(read(&["1", "2", "3"]).is_none());
    }
}
