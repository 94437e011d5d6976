//! Ends every process below this one, also those that try to escape by new sessions, as orphans or by endless forks.
//!
//! On Linux an orphan becomes a child of the supervisor, so a supervisor without children has no descendants. On other systems only the
//! program's process group can be found.

use std::time::Duration;

/// How long to try to kill processes. Those of other users, and those that wait for broken hardware, may not be killable.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

#[cfg(target_os = "linux")]
pub(super) use linux::{count, end_all, end_marked, tasks_in_system};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{count, end_all, end_marked, tasks_in_system};

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{HashMap, HashSet};
    use std::fs;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

    use super::PATIENCE;

    /// Ends all processes below this one. The program is one of them.
    pub(in super::super) fn end_all(_program: Pid) {
        end_found(below_this_process, no_children_left);
    }

    /// Ends all processes whose environment has this entry.
    pub(in super::super) fn end_marked(entry: &str) {
        end_found(|| marked(entry), || marked(entry).is_empty());
    }

    /// How many processes there are below this one.
    pub(in super::super) fn count() -> usize {
        below_this_process().len()
    }

    /// How many processes and threads the whole system has, as a cheap bound on how many a program can have; 0 if it is unknown.
    pub(in super::super) fn tasks_in_system() -> usize {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let tasks = load.split(' ').nth(3).and_then(|tasks| tasks.split('/').nth(1));
        tasks.and_then(|tasks| tasks.parse().ok()).unwrap_or(0)
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
            let stopped: Vec<_> = stopped.into_iter().collect();
            signal(&stopped, Signal::KILL);
            sleep(Duration::from_millis(1));
        }
    }

    fn signal(processes: &[Pid], signal: Signal) {
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

    fn below_this_process() -> Vec<Pid> {
        let mut children: HashMap<Pid, Vec<Pid>> = HashMap::new();
        for pid in all_processes() {
            if let Some(parent) = parent_of(pid) {
                children.entry(parent).or_default().push(pid);
            }
        }
        let mut found = children.remove(&getpid()).unwrap_or_default();
        let mut next = 0;
        while let Some(pid) = found.get(next) {
            found.extend(children.remove(pid).unwrap_or_default());
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

    /// The parent of a living process.
    fn parent_of(pid: Pid) -> Option<Pid> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        // The second field is the program's name in parentheses, which may contain parentheses and spaces.
        let name_end = stat.iter().rposition(|&byte| byte == b')')?;
        let mut fields = str::from_utf8(&stat[name_end + 1..]).ok()?.split_ascii_whitespace();
        let state = fields.next()?;
        let parent = fields.next()?.parse().ok()?;
        if state == "Z" { None } else { Pid::from_raw(parent) }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use rustix::process::{Pid, Signal, kill_process_group};

    /// Ends the program's process group.
    pub(in super::super) fn end_all(program: Pid) {
        // The group may have ended meanwhile.
        let _ = kill_process_group(program, Signal::KILL);
    }

    /// Does nothing: this system does not show the environments of processes.
    pub(in super::super) fn end_marked(_entry: &str) {}

    /// Always 0: this system does not show which processes are below this one.
    pub(in super::super) fn count() -> usize {
        0
    }

    /// Always 0: this system does not show its tasks.
    pub(in super::super) fn tasks_in_system() -> usize {
        0
    }
}
