//! The limit on the memory that all processes of a program fill together. The system's own limit is for each process, and does not count
//! memory that processes share, nor what the kernel keeps for them: page tables, and what waits in sockets, pipes and message queues.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

use rustix::fs::statvfs;
use rustix::process::Pid;

use super::Isolation;
use super::descendants::below_this_process;
use super::order::Order;

/// How often memory is added up inside namespaces, where the list of processes is short.
const OFTEN: Duration = Duration::from_millis(20);
/// How often elsewhere: finding the program's processes takes a look at all processes of the system.
const SELDOM: Duration = Duration::from_millis(100);
/// How many bytes wait in a pipe at most, unless the program makes some pipes larger, which the system limits for all of them.
const PIPE: u64 = 64 << 10;
/// How many sockets a program may have before they count: what waits in them cannot be seen, and the interpreters of some languages have a few.
const FEW_SOCKETS: u64 = 64;
/// How many bytes a program may let wait in a socket, if the system does not say it.
const SOCKET: u64 = 212_992;

pub(super) struct MemoryLimit {
    limit: Option<u64>,
    interval: Duration,
    /// Whether the files in /tmp are those of this program.
    owns_temporary: bool,
    pub(super) next_look: Instant,
}

impl MemoryLimit {
    pub(super) fn new(order: &Order) -> Self {
        let owns_temporary = order.isolation == Isolation::Namespaces;
        let interval = if owns_temporary { OFTEN } else { SELDOM };
        Self { limit: order.memory, interval, owns_temporary, next_look: Instant::now() + interval }
    }

    /// The limit, if the program has exceeded it and it is time to look.
    pub(super) fn exceeded(&mut self) -> Option<u64> {
        if Instant::now() < self.next_look {
            return None;
        }
        self.next_look = Instant::now() + self.interval;
        let limit = self.limit?;
        let processes = below_this_process();
        let held = self.held(&processes);
        // Pages that processes share after a fork count several times here, so this is only a bound, but a quick one.
        let bound: u64 = processes.iter().map(|&pid| quick_bound(pid)).sum();
        (bound + held.files + held.waiting > limit && exact(&processes, &held) > limit).then_some(limit)
    }

    /// What the kernel keeps for the program beside the memory of its processes.
    fn held(&self, processes: &[Pid]) -> Held {
        let mut files = HashMap::new();
        let (mut sockets, mut pipes) = (HashSet::new(), HashSet::new());
        for pid in processes {
            for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
                let Ok(name) = fs::read_link(entry.path()) else { continue };
                let name = name.to_string_lossy();
                // Several descriptors may refer to the same thing.
                if name.starts_with("socket:") {
                    sockets.insert(name.into_owned());
                } else if name.starts_with("pipe:") {
                    pipes.insert(name.into_owned());
                } else if name.starts_with("/memfd:")
                    && let Ok(file) = fs::metadata(entry.path())
                {
                    files.insert(file.ino(), file.blocks() * 512);
                }
            }
        }
        let mut held = Held { files: files.values().sum(), waiting: pipes.len() as u64 * PIPE };
        held.waiting += (sockets.len() as u64).saturating_sub(FEW_SOCKETS) * socket_bytes();
        if self.owns_temporary {
            held.files += used("/tmp") + sum_of("/proc/sysvipc/shm", "rss");
            held.waiting += sum_of("/proc/sysvipc/msg", "cbytes");
        }
        held
    }
}

struct Held {
    /// The bytes in files that are kept in memory, whether processes have mapped them or not.
    files: u64,
    /// How many bytes wait in pipes, sockets and queues at most.
    waiting: u64,
}

/// The bytes of memory of these processes and of what is held for them. Files that are mapped count as mapped or as stored, whichever is
/// more.
fn exact(processes: &[Pid], held: &Held) -> u64 {
    let (mut private, mut shared) = (0, 0);
    for &pid in processes {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        let field = |name| kilobytes(&rollup, name) << 10;
        private += field("Pss_Anon:") + field("SwapPss:") + (kilobytes(&status(pid), PAGE_TABLES) << 10);
        shared += field("Pss_Shmem:");
    }
    private + shared.max(held.files) + held.waiting
}

const PAGE_TABLES: &str = "VmPTE:";

fn quick_bound(pid: Pid) -> u64 {
    let status = status(pid);
    let fields = ["RssAnon:", "RssShmem:", "VmSwap:", PAGE_TABLES];
    fields.into_iter().map(|name| kilobytes(&status, name) << 10).sum()
}

fn status(pid: Pid) -> String {
    fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default()
}

/// How many bytes may wait in a socket at most. The system counts twice what a program asks for.
fn socket_bytes() -> u64 {
    let most = fs::read_to_string("/proc/sys/net/core/wmem_max").unwrap_or_default();
    2 * most.trim().parse().unwrap_or(SOCKET)
}

fn kilobytes(text: &str, name: &str) -> u64 {
    let rest = text.lines().find_map(|line| line.strip_prefix(name));
    rest.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The bytes in use in a file system.
fn used(folder: &str) -> u64 {
    statvfs(folder).map_or(0, |found| (found.f_blocks - found.f_bfree) * found.f_frsize)
}

/// The sum of a column in a list of what this IPC namespace has: bytes in shared memory segments or in message queues.
fn sum_of(list: &str, column: &str) -> u64 {
    let list = fs::read_to_string(list).unwrap_or_default();
    let mut lines = list.lines();
    let header = lines.next().unwrap_or_default();
    let Some(column) = header.split_whitespace().position(|name| name == column) else { return 0 };
    let bytes = |line: &str| line.split_whitespace().nth(column)?.parse::<u64>().ok();
    lines.filter_map(bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read() {
        let text = "Name:\tsh\nRssAnon:\t     128 kB\nRssShmem:\t       4 kB\n";
        assert_eq!(kilobytes(text, "RssAnon:"), 128);
        assert_eq!(kilobytes(text, "VmSwap:"), 0);
    }
}
