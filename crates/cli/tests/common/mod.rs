//! Running the program, in a folder of its own where it needs one.

pub(crate) mod events;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};

use assert_cmd::Command;

/// Runs `quadrille` with these arguments and this on its stdin.
pub(crate) fn run(arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(quadrille());
    command
        .args(arguments)
        .write_stdin(stdin)
        .timeout(std::time::Duration::from_mins(1))
        .output()
        .expect("an output")
}

/// What a successful run prints.
pub(crate) fn stdout(arguments: &[&str], stdin: &str) -> String {
    let output = run(arguments, stdin);
    let (out, err) =
        (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"));
    assert!(output.status.success(), "{arguments:?}: {err}");
    assert_eq!(err, "", "{arguments:?} says nothing on stderr");
    out
}

/// Starts it, for a test that reads its output or ends it.
pub(crate) fn start(arguments: &[String]) -> Child {
    let mut command = std::process::Command::new(quadrille());
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("the program")
}

/// A folder that is gone after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quadrille-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn quadrille() -> &'static str {
    env!("CARGO_BIN_EXE_quadrille")
}
