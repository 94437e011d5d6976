//! The limit on the memory that all processes of a program fill together. The system's own limit is for each process, and does not count
//! memory that processes share.

use std::collections::HashMap;
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
const SELDOM: Duration = Duration::from_millis(250);

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
        let stored = self.stored(&processes);
        // Pages that processes share after a fork count several times here, so this is only a bound, but a quick one.
        let bound: u64 = processes.iter().map(|&pid| quick_bound(pid)).sum();
        (bound + stored > limit && exact(&processes, stored) > limit).then_some(limit)
    }

    /// The bytes in files that are kept in memory, whether processes have mapped them or not.
    fn stored(&self, processes: &[Pid]) -> u64 {
        let temporary = if self.owns_temporary { used("/tmp") + shared_segments() } else { 0 };
        // A file in memory without a name, which several descriptors may refer to.
        let mut anonymous = HashMap::new();
        for pid in processes {
            for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
                let is_in_memory = |name: std::path::PathBuf| name.to_string_lossy().starts_with("/memfd:");
                if fs::read_link(entry.path()).is_ok_and(is_in_memory)
                    && let Ok(file) = fs::metadata(entry.path())
                {
                    anonymous.insert(file.ino(), file.blocks() * 512);
                }
            }
        }
        temporary + anonymous.values().sum::<u64>()
    }
}

/// The bytes of memory of these processes and files together. Files that are mapped count as mapped or as stored, whichever is more.
fn exact(processes: &[Pid], stored: u64) -> u64 {
    let (mut private, mut shared) = (0, 0);
    for pid in processes {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        let field = |name| kilobytes(&rollup, name) << 10;
        private += field("Pss_Anon:") + field("SwapPss:");
        shared += field("Pss_Shmem:");
    }
    private + shared.max(stored)
}

fn quick_bound(pid: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    ["RssAnon:", "RssShmem:", "VmSwap:"].into_iter().map(|name| kilobytes(&status, name) << 10).sum()
}

fn kilobytes(text: &str, name: &str) -> u64 {
    let rest = text.lines().find_map(|line| line.strip_prefix(name));
    rest.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The bytes in use in a file system.
fn used(folder: &str) -> u64 {
    statvfs(folder).map_or(0, |found| (found.f_blocks - found.f_bfree) * found.f_frsize)
}

/// The bytes of shared memory segments in this IPC namespace that are in memory.
fn shared_segments() -> u64 {
    let list = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    let mut lines = list.lines();
    let header = lines.next().unwrap_or_default();
    let Some(column) = header.split_whitespace().position(|name| name == "rss") else { return 0 };
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
