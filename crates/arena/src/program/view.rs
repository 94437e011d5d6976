//! The files and folders that a program may read: those of the system, those where its interpreter is installed, and its own.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use super::order::Order;

/// Where systems keep programs, libraries and their settings. Those that do not exist are left out.
pub(super) const SYSTEM: [&str; 12] = [
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr",
    "/etc",
    "/opt",
    "/nix",
    "/gnu",
    "/var/lib/ghc",
];

/// The devices that programs need.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What a program may read beside [`SYSTEM`] and [`DEVICES`], as absolute paths in order. None of them is inside another one or inside
/// a folder of the system.
pub(super) fn readable(order: &Order) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).filter(|folder| folder.is_absolute());
    let home = env::var_os("HOME").map(PathBuf::from);
    let installed = on_path.chain(order.readable.iter().cloned());
    let found = installed.flat_map(|path| installation(&path, home.as_deref()));
    outermost(found.filter(|path| !is_private(path)))
}

/// Whether this is `/` or `/tmp`: programs have their own.
pub fn is_private(path: &Path) -> bool {
    path.canonicalize().is_ok_and(|path| Path::new("/tmp").starts_with(path))
}

/// Whether a folder is too wide to be shown only because a command names a file in it: a home, `/` or `/tmp`.
pub(crate) fn is_too_wide(folder: &Path) -> bool {
    let home = env::var_os("HOME").and_then(|home| Path::new(&home).canonicalize().ok());
    is_private(folder) || home.is_some() && folder.canonicalize().ok() == home
}

/// A path that exists, as it is written and without symbolic links. A folder of programs comes with the folder around it, in which
/// their libraries are: `~/.pyenv/shims` comes with `~/.pyenv`. A home is never added as a whole, nor is what is beside `~/.local/bin`
/// except its libraries.
fn installation(path: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let real = path.canonicalize();
    let spellings = real.iter().flat_map(|real| [path, real.as_path()]);
    let around = |folder: &Path| -> Vec<PathBuf> {
        let has_programs = folder.file_name().is_some_and(|name| name == "bin" || name == "shims");
        match folder.parent().filter(|_| has_programs) {
            Some(parent) if parent.ends_with(".local") => vec![folder.to_owned(), parent.join("lib")],
            Some(parent) if parent.parent().is_some() && Some(parent) != home => vec![parent.to_owned()],
            _ => vec![folder.to_owned()],
        }
    };
    spellings.flat_map(around).filter(|path| path.exists()).collect()
}

/// Leaves out what another path or the system contains.
fn outermost(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut kept: Vec<PathBuf> = Vec::new();
    // A folder comes before what is in it.
    for path in paths.collect::<BTreeSet<_>>() {
        let is_in = |folder: &Path| path.starts_with(folder);
        if !kept.iter().any(|folder| is_in(folder)) && !SYSTEM.iter().any(|folder| is_in(Path::new(folder))) {
            kept.push(path);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outermost_folders_are_kept() {
        let paths = ["/a/b/c", "/usr/share/x", "/a/b", "/a/bc", "/a/b", "/tmp/x"].map(PathBuf::from);
        assert_eq!(outermost(paths.into_iter()), ["/a/b", "/a/bc", "/tmp/x"].map(PathBuf::from));
    }

    #[test]
    fn wide_folders_are_known() {
        assert!(["/", "/tmp", "/tmp/", "/usr/.."].iter().all(|folder| is_too_wide(Path::new(folder))));
        assert!(!is_too_wide(Path::new("/usr")) && !is_too_wide(Path::new("/missing")));
        let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.exists());
        assert!(home.is_none_or(|home| is_too_wide(&home)));
    }

    #[test]
    fn programs_come_with_their_libraries() {
        let place = env::temp_dir().join(format!("arena-view-{}", std::process::id()));
        for folder in
            ["home/bin", "home/.local/bin", "home/.local/lib", "home/.local/share", "home/.tool/shims"]
        {
            std::fs::create_dir_all(place.join(folder)).expect("temporary files can be written");
        }
        let place = place.canonicalize().expect("it exists");
        let home = place.join("home");
        let found = |folder: &str| outermost(installation(&home.join(folder), Some(&home)).into_iter());
        let expected = |folders: &[&str]| folders.iter().map(|folder| home.join(folder)).collect::<Vec<_>>();
        assert_eq!(found("bin"), expected(&["bin"]));
        assert_eq!(found(".tool/shims"), expected(&[".tool"]));
        assert_eq!(found(".local/bin"), expected(&[".local/bin", ".local/lib"]));
        assert_eq!(found("missing/bin"), expected(&[]));
        std::fs::remove_dir_all(place).expect("it is ours");
    }
}
