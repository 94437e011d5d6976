//! The bounds that a supervisor sets itself, and with that the program it starts: children inherit them.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, setsid};

/// No file that a program writes may be larger.
const LARGEST_FILE: u64 = 1 << 30;

/// Confines this process and its children. `memory` is in bytes, for each process; 0 is no bound.
///
/// # Errors
/// What the system says, if a bound cannot be set.
pub(super) fn confine(memory: u64) -> io::Result<()> {
    // Descriptors that the arena itself was given by careless parents would pass through to the program.
    close_fds::set_fds_cloexec(3, &[]);
    // Away from the arena's terminal: its keys are for the arena alone. This fails for the leader of a group, which has been moved already.
    let _ = setsid();
    hold_on_to_orphans()?;
    bound(Resource::Core, 0)?;
    bound(Resource::Fsize, LARGEST_FILE)?;
    if memory > 0 {
        // Memory that can be written, not address space: the run-time systems of Haskell, Java and JavaScript reserve far more of that
        // than they use.
        bound(Resource::Data, memory)?;
    }
    Ok(())
}

/// Lowers a limit for good; one that is lower already stays.
fn bound(resource: Resource, to: u64) -> io::Result<()> {
    let highest = getrlimit(resource).maximum.map_or(to, |present| present.min(to));
    Ok(setrlimit(resource, Rlimit { current: Some(highest), maximum: Some(highest) })?)
}

/// Processes whose parents end become children of this process, not of `init`; and no program can look into this process.
#[cfg(target_os = "linux")]
fn hold_on_to_orphans() -> io::Result<()> {
    use rustix::process::{DumpableBehavior, getpid, set_child_subreaper, set_dumpable_behavior};
    set_child_subreaper(Some(getpid()))?;
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

#[cfg(not(target_os = "linux"))]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn hold_on_to_orphans() -> io::Result<()> {
    Ok(())
}
