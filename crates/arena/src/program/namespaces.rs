//! Namespaces: the strongest way to keep a program apart.
//!
//! The supervisor leaves the namespaces of the arena and starts itself a second time. The second supervisor is process 1 of the new
//! process namespace, so all processes of the program end with it, and the program can neither kill nor stop it. It builds a file system
//! that contains only what the program may see, and then runs the program as usual, without any capability.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::{Signal, chdir, getgid, getuid, pivot_root, set_parent_process_death_signal, setsid};
use rustix::stdio::dup2_stdout;
use rustix::thread::{CapabilitiesSecureBits, UnshareFlags, set_capabilities_secure_bits, set_no_new_privs};

use super::order::Order;
use super::view::{self, DEVICES, SYSTEM};

/// Where the new file system is built. Every Linux has this folder, and nothing in it is needed meanwhile.
const BASE: &str = "/proc";
/// How many megabytes of temporary files, shared memory included, a program may have.
pub(super) const TEMPORARY_MEGABYTES: u64 = 64;

/// Runs a second supervisor in new namespaces, with the same arguments, and returns its exit code.
pub(super) fn run_inside(order: &Order, arguments: &[OsString]) -> io::Result<ExitCode> {
    close_fds::set_fds_cloexec(3, &[]);
    // Leaves the arena's terminal, whose keys are for the arena alone.
    let _ = setsid();
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let flags = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC;
    #[expect(
        deprecated,
        reason = "it is so because of the flag FILES, which is dangerous and not used here"
    )]
    rustix::thread::unshare(flags).map_err(in_words("new namespaces"))?;
    // Without this, users may not map their group.
    fs::write("/proc/self/setgroups", "deny").map_err(in_words("the groups of the namespace"))?;
    fs::write("/proc/self/uid_map", format!("0 {user} 1")).map_err(in_words("the user of the namespace"))?;
    fs::write("/proc/self/gid_map", format!("0 {group} 1"))
        .map_err(in_words("the group of the namespace"))?;
    let order = Order { inside: true, ..order.clone() }.write().map_err(io::Error::other)?;
    // The arguments of this process that come before those of the arena.
    let all: Vec<OsString> = env::args_os().collect();
    let own = all.get(1..all.len().saturating_sub(arguments.len())).unwrap_or_default();
    let mut second = Command::new("/proc/self/exe");
    second.args(own).arg(order).args(arguments.get(1..).unwrap_or_default());
    let mut second = second.spawn().map_err(in_words("a second supervisor"))?;
    // The program's output ends when the program closes it, so no other process may hold it open.
    dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    let end = second.wait()?;
    let signal = || 128_u8.saturating_add(end.signal().unwrap_or_default() as u8);
    Ok(ExitCode::from(end.code().map_or_else(signal, |code| code as u8)))
}

/// Gives this process, the second supervisor, its own file system, and takes the ways out of it from its children.
pub(super) fn settle(order: &Order) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // Inside further user namespaces a program would be able to use more of the system. Old systems do not have this setting.
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
    build(order)?;
    // Programs get no capabilities, although they seem to run as root. This process keeps its own.
    set_capabilities_secure_bits(CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED)?;
    set_no_new_privs(true)?;
    Ok(())
}

fn build(order: &Order) -> io::Result<()> {
    let directory = env::current_dir()?;
    let mounted = mount_points(&fs::read_to_string("/proc/self/mountinfo")?);
    let readable = view::readable(order);
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)
        .map_err(in_words("private mounts"))?;
    let plain = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", BASE, "tmpfs", plain, c"mode=755,size=4m").map_err(in_words("a new file system"))?;

    let temporary = new_folder("/tmp")?;
    let size = format!("mode=1777,size={TEMPORARY_MEGABYTES}m,nr_inodes=16384\0");
    let size = std::ffi::CStr::from_bytes_with_nul(size.as_bytes()).map_err(io::Error::other)?;
    mount("tmpfs", &temporary, "tmpfs", plain, size).map_err(in_words("temporary files"))?;
    // Read-only, because some of the system's settings are files in it.
    let safe = plain | MountFlags::NOEXEC | MountFlags::RDONLY;
    mount("proc", new_folder("/proc")?, "proc", safe, None).map_err(in_words("a list of processes"))?;
    make_devices()?;
    new_folder("/var")?;
    symlink("/tmp", inside("/var/tmp"))?;

    for path in SYSTEM.map(Path::new) {
        match path.symlink_metadata() {
            Ok(found) if found.is_symlink() => symlink(fs::read_link(path)?, inside(path))?,
            Ok(_) => bind_read_only(path, &mounted, plain)?,
            Err(_) => {}
        }
    }
    for path in &readable {
        bind_read_only(path, &mounted, plain)?;
    }
    for path in &order.writable {
        bind(path)?;
    }
    for path in order.hidden.iter().filter_map(|path| path.canonicalize().ok()) {
        hide(&path)?;
    }
    new_folder(&directory)?;
    read_only(Path::new(BASE), plain)?;

    // The old root ends up below the new one, in the same place, and goes.
    chdir(BASE)?;
    pivot_root(".", ".").map_err(in_words("a new root"))?;
    unmount(".", UnmountFlags::DETACH).map_err(in_words("the old root"))?;
    chdir(&directory).map_err(in_words("the working directory"))?;
    Ok(())
}

/// Where a path of the new file system is while it is being built.
fn inside(path: impl AsRef<Path>) -> PathBuf {
    let path = path.as_ref();
    Path::new(BASE).join(path.strip_prefix("/").unwrap_or(path))
}

/// A folder of the new file system.
fn new_folder(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    let target = inside(path);
    // Folders that are visible are read-only, so they are not made again.
    if !target.is_dir() {
        fs::create_dir_all(&target).map_err(in_words(&target.to_string_lossy()))?;
    }
    Ok(target)
}

fn make_devices() -> io::Result<()> {
    new_folder("/dev")?;
    for device in DEVICES.map(Path::new).into_iter().filter(|device| device.exists()) {
        bind(device)?;
        // Read-only, since whoever owns a device may change its permissions. That does not stop writing to a device.
        read_only(&inside(device), MountFlags::NOSUID | MountFlags::NOEXEC)?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
        ("shm", "/tmp"),
    ] {
        symlink(target, inside("/dev").join(name))?;
    }
    Ok(())
}

/// Makes a file or folder of the old file system visible in the new one.
fn bind(path: &Path) -> io::Result<()> {
    let target = inside(path);
    if path.is_dir() {
        new_folder(path)?;
    } else if !target.exists() {
        path.parent().map(new_folder).transpose()?;
        File::create(&target).map_err(in_words(&target.to_string_lossy()))?;
    }
    mount_bind_recursive(path, &target).map_err(in_words(&path.to_string_lossy()))
}

fn bind_read_only(path: &Path, mounted: &[PathBuf], flags: MountFlags) -> io::Result<()> {
    bind(path)?;
    read_only(&inside(path), flags)?;
    // What is mounted inside it has its own flags.
    for below in mounted.iter().filter(|below| *below != path && below.starts_with(path)) {
        match read_only(&inside(below), flags) {
            // It is below another mount or in a private folder, so nobody else gets there either.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) => {}
            result => result?,
        }
    }
    Ok(())
}

fn read_only(target: &Path, mut flags: MountFlags) -> io::Result<()> {
    // Flags of the old file system must stay.
    let present = statvfs(target)?.f_flag;
    for (flag, kept) in
        [(StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC), (StatVfsMountFlags::NODEV, MountFlags::NODEV)]
    {
        if present.contains(flag) {
            flags |= kept;
        }
    }
    mount_remount(target, MountFlags::BIND | MountFlags::RDONLY | flags, c"")
        .map_err(in_words(&target.to_string_lossy()))
}

/// Covers a file or folder, if the new file system shows it.
fn hide(path: &Path) -> io::Result<()> {
    let target = inside(path);
    let covered = match target.symlink_metadata() {
        Err(_) => return Ok(()),
        Ok(found) if found.is_dir() => {
            mount("tmpfs", &target, "tmpfs", MountFlags::RDONLY | MountFlags::NOSUID, c"mode=755,size=4k")
        }
        Ok(_) => rustix::mount::mount_bind(inside("/dev/null"), &target),
    };
    covered.map_err(in_words(&path.to_string_lossy()))
}

/// The mount points in the system's list.
fn mount_points(list: &str) -> Vec<PathBuf> {
    let unescape = |field: &str| {
        [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
            .iter()
            .fold(field.to_owned(), |text, (code, character)| text.replace(code, character))
    };
    list.lines().filter_map(|line| line.split(' ').nth(4)).map(|field| unescape(field).into()).collect()
}

/// Says what could not be set up.
fn in_words<E: Into<io::Error>>(what: &str) -> impl FnOnce(E) -> io::Error {
    let what = what.to_owned();
    move |error| {
        let error = error.into();
        io::Error::new(error.kind(), format!("sandbox: {what}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mount_points_are_read() {
        let list = "22 1 254:0 / / rw,relatime - ext4 /dev/root rw\n\
                    30 22 0:5 / /a\\040b rw,nosuid shared:2 - tmpfs none rw\n";
        assert_eq!(mount_points(list), ["/", "/a b"].map(PathBuf::from));
    }
}
