//! A local NATS server for each test, and processes that use it. All of them end with the test, even if it fails.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// Far more than any test takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(50);

/// Does something on a thread of its own, and panics if it takes too long.
pub(crate) fn in_time<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    // If the receiver has gone, the test has failed already.
    thread::spawn(move || drop(sender.send(work())));
    receiver.recv_timeout(LONG).unwrap_or_else(|error| panic!("{what}: {error}"))
}

/// Waits until a condition holds.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + LONG;
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        sleep(Duration::from_millis(10));
    }
}

/// A process that is killed when it is dropped.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> Process {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        Process(child.unwrap_or_else(|error| panic!("{name} does not start: {error}")))
    }

    /// Kills the process like `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.0.kill().expect("it is ours");
        self.0.wait().expect("it is ours");
    }

    /// Asks the process to end, and waits until it has.
    pub(crate) fn terminate(&mut self) {
        let asked = Command::new("kill").arg(self.0.id().to_string()).status().expect("kill runs");
        assert!(asked.success());
        self.0.wait().expect("it is ours");
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.0.try_wait().expect("it is ours").is_none()
    }

    /// Waits for its end.
    pub(crate) fn succeeded(&mut self) -> bool {
        self.0.wait().expect("it is ours").success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A NATS server with its store in a directory of its own.
pub(crate) struct Server {
    process: Process,
    port: u16,
    directory: PathBuf,
    arguments: Vec<String>,
}

impl Server {
    /// A server with `JetStream`.
    pub(crate) fn start(test: &str) -> Server {
        Server::start_with(test, &["-js"], "")
    }

    /// A server with these arguments and this text as its configuration.
    pub(crate) fn start_with(test: &str, arguments: &[&str], configuration: &str) -> Server {
        let directory = std::env::temp_dir().join(format!("arena-nats-{test}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("temporary files can be written");
        fs::write(directory.join("nats.conf"), configuration).expect("temporary files can be written");
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let free = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let port = free.local_addr().expect("it has an address").port();
        drop(free);
        let process = launch(&directory, port, &arguments);
        Server { process, port, directory, arguments }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Kills the server and starts it again with its stored messages.
    pub(crate) fn kill_and_restart(&mut self) {
        self.process.kill();
        self.process = launch(&self.directory, self.port, &self.arguments);
    }

    /// Ends the server, which stores everything, changes its directory and starts it again.
    pub(crate) fn restart_after(&mut self, change: impl FnOnce(&Path)) {
        self.process.terminate();
        change(&self.directory);
        self.process = launch(&self.directory, self.port, &self.arguments);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server writes to its directory until it has ended. If it cannot be removed, it stays among the temporary files.
        let _ = self.process.0.kill();
        let _ = self.process.0.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn launch(directory: &Path, port: u16, arguments: &[String]) -> Process {
    let found = Command::new("nats-server").arg("--version").output();
    assert!(found.is_ok(), "nats-server is not installed: run `apt-get install nats-server`");
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(arguments);
    command.arg("-c").arg(directory.join("nats.conf")).arg("-sd").arg(directory);
    command.arg("-l").arg(directory.join("nats.log"));
    let mut process = Process::start(&mut command);
    wait_until("the NATS server listens", || {
        let log = || fs::read_to_string(directory.join("nats.log")).unwrap_or_default();
        assert!(process.is_running(), "the NATS server has ended: {}", log());
        TcpStream::connect(("127.0.0.1", port)).is_ok()
    });
    process
}
