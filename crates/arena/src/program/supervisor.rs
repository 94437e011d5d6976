//! The supervisor: the process between the arena and a program.
//!
//! Its standard input is a socket to the arena. It passes what it reads there on to the program's standard input, and sends the state of
//! the program back. When the arena ends its side of the socket, the program's input ends too; when the arena closes the socket or dies,
//! the supervisor ends the program with all its processes.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Resource, Rlimit, Signal, getpid, getrlimit, pidfd_open,
    set_child_subreaper, set_dumpable_behavior, setrlimit, setsid,
};
use rustix::stdio::{dup2_stdout, stdin};

use super::descendants::{self, ProcessLimit};
use super::memory::MemoryLimit;
use super::order::Order;
use super::status::Status;
use super::{CommandLine, Isolation, namespaces, pipes, restrictions};

/// The largest file that a program may write.
const LARGEST_FILE: u64 = 1 << 30;
/// How many files, pipes and sockets a process may have open.
const OPEN_FILES: u64 = 1024;

/// Runs a program below this process until it ends or the arena has gone, and then ends all processes that it started. Nothing else should
/// run in this process before or after. The arguments are those that [`Program::start`](super::Program::start) adds to the supervisor's
/// command line; they have to be the last ones of this process.
///
/// The exit code is the program's, 128 and its signal if it was killed, or 127 if it could not be started.
pub fn supervise(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let end = match Order::read(&arguments) {
        Some((order, _)) if order.isolation == Isolation::Namespaces && !order.inside => {
            match namespaces::run_inside(&order, &arguments) {
                // The second supervisor has told the arena everything.
                Ok(code) => return code,
                Err(error) => Err(error),
            }
        }
        Some((order, program)) => run(&order, &program),
        None => Err(io::Error::other("the supervisor did not get the arguments that the arena gives")),
    };
    let end = end.unwrap_or_else(|error| Status::Failed(error.to_string()));
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

fn run(order: &Order, line: &CommandLine) -> io::Result<Status> {
    // If memory runs out, the system should end the program, and not the arena.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    confine(order)?;
    let mut command = Command::new(&line.program);
    command.args(&line.arguments).stdin(Stdio::piped()).process_group(0);
    let is_trial = line.program.is_empty();
    let spawned = match order.isolation {
        Isolation::Namespaces => {
            namespaces::settle(order)?;
            command.env("TMPDIR", "/tmp");
            (!is_trial).then(|| command.spawn()).transpose()
        }
        Isolation::Landlock | Isolation::Filter => {
            if let Some(folder) = order.writable.first() {
                command.env("TMPDIR", folder);
            }
            restrictions::spawn(order, (!is_trial).then_some(&mut command))
        }
        Isolation::Off => (!is_trial).then(|| command.spawn()).transpose(),
    };
    let end = match spawned {
        Ok(Some(mut program)) => watch(&mut program, order),
        Ok(None) => return Ok(Status::Exited(0)),
        Err(error) => return Ok(Status::Failed(why_not(line, &error))),
    };
    descendants::end_all();
    end
}

/// Sets the sandbox limits of this process, and so of the program: children inherit them.
fn confine(order: &Order) -> io::Result<()> {
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
    // Also limits the sockets that are on their way to another process, which no list shows.
    limit(Resource::Nofile, OPEN_FILES)?;
    if let Some(memory) = order.memory {
        // This is for each process, and `MemoryLimit` for all together. The limit is on memory that can be written and not on address space: the run-time systems of Haskell, Java and JavaScript
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
    // The name of the program would mislead.
    if error.to_string().starts_with("sandbox: ") {
        return error.to_string();
    }
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
    let mut processes = ProcessLimit::new(order.processes);
    let mut memory = MemoryLimit::new(order);
    loop {
        let mut waiting = [PollFd::new(&ended, PollFlags::IN), PollFd::new(&arena, PollFlags::empty())];
        pipes::wait(&mut waiting, processes.next_count.min(memory.next_look));
        let [program_ended, arena_gone] = waiting.map(|descriptor| !descriptor.revents().is_empty());
        if program_ended {
            return program.wait().map(Status::of);
        }
        if arena_gone {
            // The program's input has ended too, so that it can end by itself.
            pipes::wait(&mut [PollFd::new(&ended, PollFlags::IN)], Instant::now() + order.grace);
            return Ok(Status::Killed(Signal::KILL.as_raw()));
        }
        if processes.is_exceeded() {
            return Ok(Status::TooManyProcesses);
        }
        if let Some(limit) = memory.exceeded() {
            return Ok(Status::TooMuchMemory(limit));
        }
    }
}
