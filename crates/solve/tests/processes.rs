//! Several processes on one machine: this program, started again.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use solve::cluster::{Cluster, Hosts, Worker};
use solve::mesh::Deserted;

use crate::common::Scratch;
use crate::exercise::exercise;

const ROLE: &str = "QUADRILLE_MESH_ROLE";
const HOSTS: &str = "QUADRILLE_MESH_HOSTS";
const PROCESS: &str = "QUADRILLE_MESH_PROCESS";
const PATIENCE: &str = "QUADRILLE_MESH_PATIENCE";

/// A process of the cluster; never left behind.
struct Member(Child);

impl Member {
    fn start(hosts: &Scratch, process: usize, role: &str, patience: u64) -> Self {
        let child = Command::new(env::current_exe().unwrap())
            .args(["processes::member", "--exact", "--nocapture"])
            .envs([(ROLE, role), (PROCESS, &process.to_string()), (PATIENCE, &patience.to_string())])
            .env(HOSTS, hosts.0.join("hosts"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self(child)
    }

    /// Waits for its end, with this exit code, and checks that it has written something. All that it writes fits into a pipe.
    fn ends(mut self, seconds: u64, code: i32, wanted: &str) -> String {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "still there after {seconds} s");
            thread::sleep(Duration::from_millis(10));
        };
        let mut text = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        self.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(status.code(), Some(code), "{text}");
        assert!(text.contains(wanted), "{text}");
        text
    }

    fn await_line(&mut self, wanted: &str) {
        let mut lines = BufReader::new(self.0.stdout.as_mut().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains(wanted)), "it never said {wanted}");
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a started process does; without the variables, nothing.
#[test]
fn member() {
    let Ok(role) = env::var(ROLE) else { return };
    let number = |name| env::var(name).unwrap().parse().unwrap();
    let hosts = Hosts::read(Path::new(&env::var(HOSTS).unwrap()), number(PROCESS)).unwrap();
    let workers = if role == "more workers" { 3 } else { 2 };
    let mut cluster = Cluster::new(workers, Some(hosts));
    cluster.patience = Duration::from_secs(number(PATIENCE) as u64);
    cluster.on_loss = |message| {
        eprintln!("{message}");
        process::exit(1)
    };
    let results = match role.as_str() {
        "endless" => cluster.run("exercise", endless),
        "leaver" => cluster.run("exercise", leaver),
        "numbers" => cluster.run("exercise", |worker| worker.mesh::<u64>().sum(1).map(|sum| vec![sum])),
        "nonsense" => cluster.run("exercise", nonsense),
        "twice" => cluster.run("exercise", exercise).and_then(|_| cluster.run("exercise", exercise)),
        "other work" => cluster.run("another exercise", exercise),
        _ => cluster.run("exercise", exercise),
    };
    match results {
        Ok(results) => println!("results: {results:?}"),
        Err(error) => {
            println!("error: {error}");
            process::exit(3);
        }
    }
}

fn endless(worker: &mut Worker) -> Result<Vec<u64>, Deserted> {
    let mut mesh = worker.mesh::<Vec<u32>>();
    for step in 0.. {
        mesh.broadcast(vec![0; 25_000]);
        mesh.finish_step(|_| Some(()))?;
        if step == 3 && worker.is_first_of_process() {
            println!("going");
        }
    }
    unreachable!("the steps do not end")
}

/// The last worker has something to complain about before the second mesh.
fn leaver(worker: &mut Worker) -> Result<Vec<u64>, Deserted> {
    worker.mesh::<u64>().sum(1)?;
    if worker.index() + 1 == worker.peers() {
        return Ok(Vec::new());
    }
    worker.mesh::<u64>().sum(1).map(|sum| vec![sum])
}

/// Sends twelve bytes where the others expect the eight of a number.
fn nonsense(worker: &mut Worker) -> Result<Vec<u64>, Deserted> {
    let mut mesh = worker.mesh::<Vec<u32>>();
    mesh.broadcast(vec![1; 3]);
    mesh.finish_step(|_| Some(()))?;
    Ok(Vec::new())
}

/// A file of hosts in a directory of its own, with free ports of this machine.
fn host_file(name: &str, count: usize) -> (Scratch, Vec<String>) {
    let listeners: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    let scratch = Scratch::new(&format!("hosts-{name}"));
    scratch.file("hosts", &addresses.join("\n"));
    (scratch, addresses)
}

#[test]
fn processes_do_what_threads_do() {
    for count in [2, 3] {
        let (file, _) = host_file("same", count);
        let members: Vec<Member> =
            (0..count).map(|process| Member::start(&file, process, "exercise", 30)).collect();
        let here = Cluster::new(2 * count, None).run("", exercise).unwrap();
        let expected = format!("results: {:?}", &here[..2]);
        for member in members {
            member.ends(60, 0, &expected);
        }
    }
}

/// The second meeting takes place at the same addresses, right after the first.
#[test]
fn processes_can_meet_again() {
    let (file, _) = host_file("twice", 3);
    let members = [0, 1, 2].map(|process| Member::start(&file, process, "twice", 30));
    for member in members {
        member.ends(60, 0, "results: ");
    }
}

#[test]
fn one_host_needs_no_network() {
    let (file, _) = host_file("one", 1);
    let hosts = Hosts::read(&file.0.join("hosts"), 0).unwrap();
    let sums = Cluster::new(2, Some(hosts)).run("", |worker| worker.mesh::<u64>().sum(1)).unwrap();
    assert_eq!(sums, [Ok(2); 2]);
}

#[test]
fn who_never_comes_is_named() {
    let (file, addresses) = host_file("missing", 3);
    let members = [0, 2].map(|process| Member::start(&file, process, "exercise", 1));
    for member in members {
        member.ends(10, 3, &format!("process 1 ({}) did not come within 1 s; start it", addresses[1]));
    }
}

#[test]
fn other_work_is_refused_by_both() {
    let (file, addresses) = host_file("other", 2);
    let members =
        [(0, "exercise"), (1, "other work")].map(|(process, role)| Member::start(&file, process, role, 30));
    let greetings = ["exercise", "another exercise"];
    for (me, member) in members.into_iter().enumerate() {
        let other = 1 - me;
        let wanted = format!(
            "process {other} ({}) was started for other work: there it is `{}`, here `{}`",
            addresses[other], greetings[other], greetings[me]
        );
        member.ends(20, 3, &wanted);
    }
}

#[test]
fn other_numbers_of_workers_are_refused_by_both() {
    let (file, _) = host_file("workers", 2);
    let members =
        [(0, "exercise"), (1, "more workers")].map(|(process, role)| Member::start(&file, process, role, 30));
    for (member, wanted) in
        members.into_iter().zip(["has 3 workers and this one 2", "has 2 workers and this one 3"])
    {
        member.ends(20, 3, wanted);
    }
}

/// Why a process cannot begin that is the first in a file of hosts.
fn refusal(name: &str, hosts: &str) -> String {
    let scratch = Scratch::new(&format!("hosts-{name}"));
    let hosts = Hosts::read(&scratch.file("hosts", hosts), 0).unwrap();
    Cluster::new(1, Some(hosts)).run("", |_| ()).unwrap_err().to_string()
}

#[test]
fn an_address_that_cannot_be_used_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let error = refusal("taken", &format!("{address}\n127.0.0.1:1\n"));
    assert!(error.starts_with(&format!("process 0 cannot listen at {address}: ")), "{error}");
    let error = refusal("nowhere", "127.0.0.1:1\nno..where:4000\n");
    assert!(error.starts_with("no..where:4000 cannot be found: "), "{error}");
}

#[test]
fn strangers_do_not_disturb() {
    let (file, addresses) = host_file("strangers", 2);
    let first = Member::start(&file, 0, "exercise", 30);
    let stranger = loop {
        match std::net::TcpStream::connect(&addresses[0]) {
            Ok(mut stream) => {
                std::io::Write::write_all(&mut stream, b"GET / HTTP/1.1\r\nHost: somewhere.invalid\r\n\r\n")
                    .unwrap();
                break stream;
            }
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    };
    let silent = std::net::TcpStream::connect(&addresses[0]).unwrap();
    let second = Member::start(&file, 1, "exercise", 30);
    for member in [first, second] {
        member.ends(60, 0, "");
    }
    drop((stranger, silent));
}

#[test]
fn a_worker_that_leaves_is_noticed_everywhere() {
    let (file, _) = host_file("leaver", 2);
    let members = [0, 1].map(|process| Member::start(&file, process, "leaver", 30));
    let deserted = "Err(Deserted { worker: 3 })";
    let expected = [format!("[{deserted}, {deserted}]"), format!("[{deserted}, Ok([])]")];
    for (member, expected) in members.into_iter().zip(expected) {
        member.ends(60, 0, &expected);
    }
}

/// The eight bytes that the other one gets are two of its numbers, so it only notices the end of this one.
#[test]
fn a_message_of_the_wrong_length_is_an_error_in_words() {
    let (file, addresses) = host_file("nonsense", 2);
    let [first, second] =
        [(0, "numbers"), (1, "nonsense")].map(|(process, role)| Member::start(&file, process, role, 30));
    let process = |number: usize| format!("process {number} ({})", addresses[number]);
    let refused = process(1) + " has sent something that `quadrille solve` does not send; start all";
    let text = first.ends(20, 1, &refused);
    assert!(!text.contains("panicked"), "{text}");
    second.ends(20, 1, &(process(0) + " is gone"));
}

/// Which of two the third one misses first is a matter of time; that it ends is not.
#[test]
fn a_killed_process_ends_the_others() {
    for (count, killed) in [(2, 0), (2, 1), (3, 1)] {
        let (file, addresses) = host_file("killed", count);
        let mut members: Vec<Member> =
            (0..count).map(|process| Member::start(&file, process, "endless", 30)).collect();
        for member in &mut members {
            member.await_line("going");
        }
        members.remove(killed).0.kill().unwrap();
        let wanted = if count == 2 {
            format!("process {killed} ({}) is gone; start all processes again", addresses[killed])
        } else {
            ") is gone; start all processes again: finished tiers are kept".to_owned()
        };
        for member in members {
            let text = member.ends(10, 1, &wanted);
            assert!(!text.contains("panicked"), "{text}");
        }
    }
}
