//! The memory of this machine.

use std::fs;

/// The bytes of memory that are free, where the system tells: for the machine, or for the group of processes (container) that this
/// process belongs to, if that has less.
pub fn free_memory() -> Option<u64> {
    [on_machine(), in_group()].into_iter().flatten().min()
}

fn on_machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// Control groups without a limit say `max`, which is not a number.
fn in_group() -> Option<u64> {
    let number = |name: &str| {
        fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?.trim().parse::<u64>().ok()
    };
    Some(number("max")?.saturating_sub(number("current")?))
}
