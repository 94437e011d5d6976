//! The version that `--version` prints: that of the package, with the commit if it is known.
//!
//! The commit comes from git. Without a repository, as in an archive of the sources, the environment variable `QUADRILLE_COMMIT`
//! may name it. The same commit gives the same version at any time and in any folder.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=QUADRILLE_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let commit = commit_of_repository().or_else(|| std::env::var("QUADRILLE_COMMIT").ok());
    let version = env!("CARGO_PKG_VERSION");
    match commit.as_deref().map(str::trim).filter(|commit| !commit.is_empty()) {
        Some(commit) => println!("cargo::rustc-env=QUADRILLE_VERSION={version} ({commit})"),
        None => println!("cargo::rustc-env=QUADRILLE_VERSION={version}"),
    }
}

/// The first digits of the commit, always as many. The script runs again when another commit is checked out.
fn commit_of_repository() -> Option<String> {
    // Sources that were unpacked inside of another repository do not belong to its commits.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let head = git(&["rev-parse", "HEAD"])?;
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        // A file that does not exist would let the script run each time.
        let path = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists());
        if let Some(path) = path {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    Some(head[..12].to_string())
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
