//! Counts and ends the processes below this one, also those that try to escape by new sessions, as orphans or by endless forks.
//!
//! An orphan becomes a child of the supervisor, so a supervisor without children has no descendants.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

/// How long to try to kill processes. Those of other users, and those that wait for broken hardware, may not be killable.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// How often processes are counted: often enough to stop a flood of processes in time, and seldom enough to cost nothing.
const INTERVAL: Duration = Duration::from_millis(50);

/// The limit on how many processes a program may have at once. Without it, a program that forks endlessly takes the machine down long
/// before its time is over. The system's own limit counts all processes of a user, so it cannot be used.
pub(super) struct ProcessLimit {
    limit: usize,
    /// The lowest number of tasks in the whole system so far.
    fewest: usize,
    pub(super) next_count: Instant,
}

impl ProcessLimit {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, fewest: tasks_in_system(), next_count: Instant::now() + INTERVAL }
    }

    /// Whether the program has too many processes, if it is time to count them.
    pub(super) fn is_exceeded(&mut self) -> bool {
        if Instant::now() < self.next_count {
            return false;
        }
        self.next_count = Instant::now() + INTERVAL;
        let tasks = tasks_in_system();
        self.fewest = self.fewest.min(tasks);
        // Finding the program's own processes takes a look at all processes, so it waits until there can be too many.
        tasks > self.fewest + self.limit && below_this_process().len() > self.limit
    }
}

/// How many processes and threads the whole system has, as a cheap bound on how many a program can have; 0 if it is unknown.
fn tasks_in_system() -> usize {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let tasks = load.split(' ').nth(3).and_then(|tasks| tasks.split('/').nth(1));
    tasks.and_then(|tasks| tasks.parse().ok()).unwrap_or(0)
}

/// Ends all processes below this one.
pub(super) fn end_all() {
    end_found(below_this_process, no_children_left);
}

/// Ends all processes whose environment has this entry.
pub(super) fn end_marked(entry: &str) {
    end_found(|| marked(entry), || marked(entry).is_empty());
}

fn end_found(find: impl Fn() -> Vec<Pid>, done: impl Fn() -> bool) {
    let give_up = Instant::now() + PATIENCE;
    while !done() && Instant::now() < give_up {
        // All are stopped before the first is killed, so that none can see another one die and start a new one.
        let mut stopped = HashSet::new();
        loop {
            let fresh: Vec<_> = find().into_iter().filter(|&pid| stopped.insert(pid)).collect();
            signal(&fresh, Signal::STOP);
            if fresh.is_empty() || Instant::now() >= give_up {
                break;
            }
        }
        signal(&stopped, Signal::KILL);
        sleep(Duration::from_millis(1));
    }
}

fn signal<'p>(processes: impl IntoIterator<Item = &'p Pid>, signal: Signal) {
    for &pid in processes {
        // The process may have ended meanwhile.
        let _ = kill_process(pid, signal);
    }
}

/// Reaps the children that have ended; whether no others are left.
fn no_children_left() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}

pub(super) fn below_this_process() -> Vec<Pid> {
    let processes = all_processes().filter_map(|pid| Some((pid, stat(pid)?)));
    below(getpid(), processes.filter(|(_, stat)| !stat.is_zombie)).into_iter().map(|(pid, _)| pid).collect()
}

/// The processor time that the processes below this one have used so far, together with what their children have used that have ended. What
/// is not known does not count.
pub(super) fn processor_time_below(root: Pid) -> Duration {
    let processes = all_processes().filter_map(|pid| Some((pid, stat(pid)?)));
    let ticks: u64 = below(root, processes).into_iter().map(|(_, stat)| stat.ticks).sum();
    Duration::from_secs_f64(ticks as f64 / clock_ticks_per_second().max(1) as f64)
}

fn below(root: Pid, processes: impl Iterator<Item = (Pid, Stat)>) -> Vec<(Pid, Stat)> {
    let mut children: HashMap<Pid, Vec<(Pid, Stat)>> = HashMap::new();
    for (pid, stat) in processes {
        children.entry(stat.parent).or_default().push((pid, stat));
    }
    let mut found = children.remove(&root).unwrap_or_default();
    let mut next = 0;
    while let Some(&(pid, _)) = found.get(next) {
        found.extend(children.remove(&pid).unwrap_or_default());
        next += 1;
    }
    found
}

fn marked(entry: &str) -> Vec<Pid> {
    let has_entry = |&pid: &Pid| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        pid != getpid() && environment.split(|&byte| byte == 0).any(|found| found == entry.as_bytes())
    };
    all_processes().filter(has_entry).collect()
}

fn all_processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// What the system says about a process.
#[derive(Clone, Copy)]
struct Stat {
    parent: Pid,
    /// Whether it has ended, and its parent has not noticed yet.
    is_zombie: bool,
    /// The processor time that it and the children that it has waited for have used, in ticks of the system's clock.
    ticks: u64,
}

fn stat(pid: Pid) -> Option<Stat> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may contain parentheses and spaces.
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let fields: Vec<&str> = str::from_utf8(&stat[name_end + 1..]).ok()?.split_ascii_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        parent: Pid::from_raw(fields.get(1)?.parse().ok()?)?,
        is_zombie: *fields.first()? == "Z",
        // Its own time in programs and in the system, and that of its children.
        ticks: (11..15).filter_map(number).sum(),
    })
}
