//! Running the program, in a folder of its own where it needs one.

pub(crate) mod conversation;
pub(crate) mod events;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Runs `quadrille` with these arguments and this on its stdin.
pub(crate) fn run(arguments: &[&str], stdin: &str) -> Output {
    let mut command = assert_cmd::Command::new(quadrille());
    command.args(arguments).write_stdin(stdin).timeout(Duration::from_mins(1)).output().expect("an output")
}

/// What a successful run prints.
pub(crate) fn stdout(arguments: &[&str], stdin: &str) -> String {
    let output = run(arguments, stdin);
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    assert!(output.status.success(), "{arguments:?}: {err}");
    assert_eq!(without_sandbox(&err), "", "{arguments:?} says nothing on stderr");
    out
}

/// A text without the line about the sandbox, which differs from system to system, and without the lines about the progress, which a busy
/// machine makes.
pub(crate) fn without_sandbox(text: &str) -> String {
    let is_progress = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        matches!(words.as_slice(), [done, "of", _, "games" | "questions" | "submissions"] if done.parse::<usize>().is_ok())
    };
    text.split_inclusive('\n').filter(|line| !line.starts_with("sandbox: ") && !is_progress(line)).collect()
}

/// What a successful run prints as one JSON object.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let text = stdout(&[arguments, &["--json"]].concat(), "");
    serde_json::from_str(&text).expect("JSON")
}

/// Runs a command of a shell in a folder, with `quadrille` on its path. A command that hangs is ended.
pub(crate) fn shell(command: &str, folder: &Path) -> Output {
    let program = Path::new(quadrille()).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("timeout");
    shell.args(["120", "sh", "-c", command]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    shell.output().expect("a shell")
}

/// Starts `quadrille`, for a test that reads its output or ends it.
pub(crate) fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(quadrille());
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program")
}

/// Sends a process the signal of Ctrl-C, `after` it has got ready to receive one.
pub(crate) fn interrupt(child: &Child, after: Duration) {
    let catches = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("its signals");
        u64::from_str_radix(mask.trim(), 16).expect("a number") >> (Signal::INT.as_raw() - 1) & 1 == 1
    };
    let patience = Instant::now() + Duration::from_secs(30);
    while !catches() {
        assert!(Instant::now() < patience, "the process does not wait for Ctrl-C");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(after);
    kill_process(Pid::from_child(child), Signal::INT).expect("it runs");
}

/// The output of a process that has to end by itself.
pub(crate) fn ended(child: Child) -> Output {
    let id = Pid::from_child(&child);
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(Duration::from_mins(1)).map_or_else(
        |_| {
            let _ = kill_process(id, Signal::KILL);
            panic!("the process does not end")
        },
        |output| output.expect("an output"),
    )
}

/// How many processes a long test kills.
pub(crate) fn kills() -> usize {
    std::env::var("KILLS").map_or(1000, |text| text.parse().expect("a whole number"))
}

/// A folder that is gone after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Tests that run at the same time get different folders, even with the same name.
    pub(crate) fn new(name: &str) -> Folder {
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = FOLDERS.fetch_add(1, Relaxed);
        let path = std::env::temp_dir().join(format!("quadrille-{}-{number}-{name}", std::process::id()));
        fs::create_dir(&path).expect("a folder");
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
