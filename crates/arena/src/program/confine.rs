//! The sandbox limits that a supervisor sets for itself, and so for the program it starts: children inherit them.

use std::io;

use rustix::process::{
    DumpableBehavior, Resource, Rlimit, getpid, getrlimit, set_child_subreaper, set_dumpable_behavior,
    setrlimit, setsid,
};

/// The largest file that a program may write.
const LARGEST_FILE: u64 = 1 << 30;

/// Confines this process and its children. `memory` is in bytes, for each process; 0 is no limit.
///
/// # Errors
/// The system's error, if a limit cannot be set.
pub(super) fn confine(memory: u64) -> io::Result<()> {
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
