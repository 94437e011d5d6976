//! Restrictions that need no namespaces, for systems that do not allow those: Landlock for files, and a filter of system calls for the
//! network and for the processes of the arena.
//!
//! Both apply to the thread that asks for them and to the processes that it starts, so the supervisor itself stays free.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread;

use landlock::{
    ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{getpgid, getpgrp, getpid, getppid};
use rustix::thread::set_no_new_privs;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::Isolation;
use super::order::Order;
use super::view::{self, DEVICES, SYSTEM};

/// The newest rules that are asked for. Older systems enforce those that they know.
const LANDLOCK: ABI = ABI::V6;

/// System calls that programs do not need and that lead out of the sandbox: to the network, into other processes, to memory that is not
/// counted, to kernel features that do their work outside the filter.
const REFUSED: [i64; 17] = [
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
];

/// System calls with which a program could end or limit the process in their first argument.
const AT_PROCESSES: [i64; 7] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_open,
    libc::SYS_prlimit64,
];

/// Starts a program under the restrictions of its order. `None` instead of a program only tries them.
pub(super) fn spawn(order: &Order, command: Option<&mut Command>) -> io::Result<Option<Child>> {
    let filter = filter()?;
    let start = || {
        set_no_new_privs(true)?;
        if order.isolation == Isolation::Landlock {
            restrict_files(order)?;
        }
        seccompiler::apply_filter(&filter).map_err(in_words("a filter of system calls"))?;
        command.map(Command::spawn).transpose()
    };
    thread::scope(|scope| {
        scope.spawn(start).join().unwrap_or_else(|_| Err(io::Error::other("sandbox: its thread failed")))
    })
}

fn restrict_files(order: &Order) -> io::Result<()> {
    let restrict = || {
        let (all, read) = (AccessFs::from_all(LANDLOCK), AccessFs::from_read(LANDLOCK));
        let system = SYSTEM.into_iter().chain(["/proc"]).map(PathBuf::from);
        let readable = system.chain(view::readable(order));
        let writable = DEVICES.into_iter().map(PathBuf::from).chain(order.writable.iter().cloned());
        Ruleset::default()
            .handle_access(all)?
            .scope(Scope::from_all(LANDLOCK))?
            .create()?
            .add_rules(path_beneath_rules(readable, read))?
            .add_rules(path_beneath_rules(writable, all))?
            .restrict_self()
    };
    match restrict().map_err(in_words("Landlock"))?.ruleset {
        RulesetStatus::NotEnforced => Err(io::Error::other("sandbox: the system does not have Landlock")),
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}

fn filter() -> io::Result<BpfProgram> {
    let rule = |process: i32| {
        // Processes are numbers of 32 bits; negative ones are groups, and -1 is everybody.
        let number = u64::from(process as u32);
        let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, number)?;
        SeccompRule::new(vec![condition])
    };
    let arena = getppid();
    let own = [Some(getpid()), Some(getpgrp()), arena, getpgid(arena).ok()];
    let own = own.into_iter().flatten().map(|process| process.as_raw_nonzero().get());
    let protected: Vec<i32> = own.flat_map(|process| [process, -process]).chain([-1]).collect();
    let compile = || -> Result<BpfProgram, seccompiler::BackendError> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            REFUSED.iter().map(|&call| (call, Vec::new())).collect();
        for call in AT_PROCESSES {
            rules.insert(call, protected.iter().copied().map(rule).collect::<Result<_, _>>()?);
        }
        let refusal = SeccompAction::Errno(libc::EPERM as u32);
        let architecture = std::env::consts::ARCH.try_into()?;
        SeccompFilter::new(rules, SeccompAction::Allow, refusal, architecture)?.try_into()
    };
    compile().map_err(in_words("a filter of system calls"))
}

fn in_words<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> io::Error {
    move |error| io::Error::other(format!("sandbox: {what}: {error}"))
}
