//! A directory for each test's programs, and a search for processes that they left running.

pub(crate) mod setup;

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use arena::program::{CommandLine, Launch, Program};
use setup::sandbox;

/// Far more than any test takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(20);

/// A deadline that well-behaved programs never reach.
pub(crate) fn later() -> Instant {
    Instant::now() + LONG
}

/// A deadline for programs that never answer.
pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_millis(400)
}

/// A directory that only this test's processes have as their working directory.
pub(crate) struct Playground {
    directory: PathBuf,
}

impl Playground {
    pub(crate) fn new() -> Self {
        // Each of these states is another one.
        let unique = RandomState::new().hash_one(std::process::id());
        let directory = std::env::temp_dir().join(format!("arena-{unique:016x}"));
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Self { directory: directory.canonicalize().expect("it exists") }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn launch(&self, program: CommandLine) -> Launch {
        Launch { directory: Some(self.directory.clone()), ..Launch::new(sandbox(), program) }
    }

    /// A launch of a shell script. The name of the playground is among its arguments, so that the list of processes shows it.
    pub(crate) fn script(&self, script: &str) -> Launch {
        self.launch(CommandLine::new("sh", ["-c", script, &self.directory.to_string_lossy()]))
    }

    /// Starts a shell script.
    pub(crate) fn start(&self, script: &str) -> Program {
        Program::start(&self.script(script)).expect("the shell starts")
    }

    /// Processes that run here or name this place in their command line, except zombies.
    pub(crate) fn running(&self) -> Vec<String> {
        let entries = fs::read_dir("/proc").expect("a Linux").flatten();
        entries.filter_map(|entry| self.runs_here(&entry.path())).collect()
    }

    fn runs_here(&self, process: &Path) -> Option<String> {
        let line = String::from_utf8_lossy(&fs::read(process.join("cmdline")).ok()?).replace('\0', " ");
        let here = fs::read_link(process.join("cwd")).is_ok_and(|place| place == self.directory);
        let named = line.contains(&*self.directory.to_string_lossy());
        (!line.is_empty() && (here || named)).then(|| format!("{}: {line}", process.display()))
    }

    /// Waits until this many processes run here, the supervisor included.
    pub(crate) fn wait_for_processes(&self, count: usize) {
        let deadline = later();
        while self.running().len() != count {
            assert!(Instant::now() < deadline, "not {count} run here, but {:#?}", self.running());
            sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        let left = self.running();
        // If it cannot be removed, it stays among the temporary files.
        let _ = fs::remove_dir_all(&self.directory);
        if !std::thread::panicking() {
            assert!(left.is_empty(), "left running: {left:#?}");
        }
    }
}
