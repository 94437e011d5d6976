//! Hostile programs: each is contained under every isolation that this system allows, and the fault has a name. What the system does not
//! allow is `SKIPPED`. The attacks are in `hostile.py`; all are bounded, in case the sandbox does not work. They are small here, except in
//! the last test.

#[allow(dead_code, reason = "some of it is for other tests only")]
mod common;

use std::fs;
use std::io::{ErrorKind, Write, stderr};
use std::net::{TcpListener, UdpSocket};
use std::time::{Duration, Instant};

use arena::program::{CommandLine, Fault, Isolation, Launch, Program};
use common::setup::sandbox;
use common::{Playground, later};

use Isolation::{Filter, Landlock, Namespaces};

/// Those of these isolations that this system allows.
fn allowed(wanted: &[Isolation]) -> Vec<Isolation> {
    let is_allowed = |isolation: &Isolation| {
        let checked = isolation.check(&sandbox());
        if let Err(why) = &checked {
            // Not captured, unlike `eprintln!`.
            let _ = writeln!(stderr(), "SKIPPED: hostile programs under {isolation:?}: {why}");
        }
        checked.is_ok()
    };
    wanted.iter().copied().filter(is_allowed).collect()
}

/// How many megabytes programs have in most tests.
const LITTLE: u64 = 100;

/// An attack with its argument. Its processes have little memory.
fn attack(place: &Playground, isolation: Isolation, name: &str, argument: &str) -> Launch {
    fs::write(place.path().join("hostile.py"), include_str!("hostile.py")).expect("it can be written");
    let command = CommandLine::new("python3", ["-I", "-S", "hostile.py", name, argument]);
    let mut launch = place.launch(command);
    launch.sandbox.isolation = isolation;
    launch.sandbox.memory = Some(LITTLE << 20);
    launch.grace = Duration::ZERO;
    launch
}

/// What a program prints, or its fault.
fn printed(launch: &Launch) -> String {
    let printed = Program::start(launch).and_then(|program| program.read_all(later()));
    printed.unwrap_or_else(|fault| fault.to_string())
}

fn this_process() -> String {
    std::process::id().to_string()
}

#[test]
fn kills_the_referee() {
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        let place = Playground::new();
        let said = printed(&attack(&place, isolation, "kill", &this_process()));
        // Inside namespaces the parent is process 1, which signals of its children do not reach, and the referee does not exist.
        let expected = match isolation {
            Namespaces => "parent got the signal\nreferee No such process\n",
            _ => "parent Operation not permitted\nreferee Operation not permitted\n",
        };
        assert_eq!(said, expected, "{isolation:?}");
    }
}

#[test]
fn traces_the_referee() {
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        let place = Playground::new();
        let said = printed(&attack(&place, isolation, "trace", &this_process()));
        let referee = if isolation == Namespaces { "No such process" } else { "Operation not permitted" };
        assert_eq!(said, format!("parent Operation not permitted\nreferee {referee}\n"), "{isolation:?}");
    }
}

#[test]
fn attacks_files_of_others() {
    for isolation in allowed(&[Namespaces, Landlock]) {
        let (place, others) = (Playground::new(), Playground::new());
        let file = others.path().join("results.txt");
        fs::write(&file, "1-0").expect("it can be written");
        let said = printed(&attack(&place, isolation, "files", &file.to_string_lossy()));
        let (other, own) = match isolation {
            Namespaces => ("No such file or directory", "Read-only file system"),
            _ => ("Permission denied", "Permission denied"),
        };
        let expected = format!("read {other}\nwrite {other}\ndelete {other}\nown {own}\nsystem {own}\n");
        assert_eq!(said, expected, "{isolation:?}");
        assert_eq!(fs::read_to_string(&file).expect("it is still there"), "1-0");
    }
}

#[test]
fn reads_the_file_of_the_event_in_its_own_folder() {
    for isolation in allowed(&[Namespaces]) {
        let place = Playground::new();
        let file = place.path().join("event.sqlite");
        fs::write(&file, "1-0").expect("it can be written");
        let mut launch = attack(&place, isolation, "hidden", "event.sqlite");
        assert_eq!(printed(&launch), "hidden '1-0'\n", "it is not hidden yet");
        launch.sandbox.hidden = vec![file];
        assert_eq!(printed(&launch), "hidden ''\n");
    }
}

/// Each process stays below the limit, and so does what the system counts for it.
fn memory_is_limited_in_all(limit: u64, attacks: &[(&str, &str)]) {
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        for &(how, how_much) in attacks {
            let place = Playground::new();
            let mut launch = attack(&place, isolation, how, how_much);
            launch.sandbox.memory = Some(limit << 20);
            let started = Instant::now();
            let said = printed(&launch);
            // Programs without an IPC namespace get no segments at all.
            let expected = if how == "segments" && isolation != Namespaces {
                "crashed: exit code 1, last error line: shmget: Operation not permitted".to_owned()
            } else {
                format!("crashed: it used more than {limit} MB of memory")
            };
            println!("{isolation:?}, {how} {how_much}: {said}, after {:.1?}", started.elapsed());
            assert_eq!(said, expected, "{isolation:?}, {how}");
        }
    }
}

#[test]
fn uses_too_much_memory_in_all() {
    let attacks = [
        ("processes", "4x50"),
        ("shared", "150"),
        ("stored", "150"),
        ("segments", "150"),
        ("sockets", "2000"),
        ("tables", "150"),
    ];
    memory_is_limited_in_all(LITTLE, &attacks);
}

#[test]
fn fills_the_disk() {
    for isolation in allowed(&[Namespaces, Landlock]) {
        let place = Playground::new();
        let said = printed(&attack(&place, isolation, "disk", "150"));
        let why = match isolation {
            Namespaces => "OSError: [Errno 28] No space left on device",
            _ => "PermissionError: [Errno 13] Permission denied: '/tmp/hostile0.txt'",
        };
        assert_eq!(said, format!("crashed: exit code 1, last error line: {why}"), "{isolation:?}");
    }
}

#[test]
fn uses_the_network() {
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        let place = Playground::new();
        let tcp = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let address = tcp.local_addr().expect("an address");
        let udp = UdpSocket::bind(address).expect("the same port");
        let said = printed(&attack(&place, isolation, "network", &address.port().to_string()));
        let why = if isolation == Namespaces { "Network is unreachable" } else { "Operation not permitted" };
        assert_eq!(said, format!("udp {why}\ntcp {why}\n"), "{isolation:?}");
        tcp.set_nonblocking(true).expect("a socket");
        udp.set_nonblocking(true).expect("a socket");
        assert_eq!(tcp.accept().map(|_| ()).map_err(|error| error.kind()), Err(ErrorKind::WouldBlock));
        assert_eq!(udp.recv(&mut [0]).map_err(|error| error.kind()), Err(ErrorKind::WouldBlock));
    }
}

#[test]
fn survives_its_game() {
    // The playground looks for what is left when it is dropped.
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        let place = Playground::new();
        let launch = attack(&place, isolation, "survive", &place.path().to_string_lossy());
        let mut program = Program::start(&launch).expect("it starts");
        assert_eq!(program.read_line(later()), Ok("answer".to_owned()), "{isolation:?}");
    }
}

#[test]
fn starts_too_many_processes() {
    for isolation in allowed(&Isolation::ALL) {
        let place = Playground::new();
        // A limited number, so that a faulty arena does not take the machine down.
        let mut launch =
            place.script("i=0; while [ $i -lt 150 ]; do (setsid sleep 60 &) ; i=$((i+1)); done; sleep 60");
        launch.sandbox.isolation = isolation;
        launch.processes = 50;
        assert_eq!(printed(&launch), "crashed: it started too many processes", "{isolation:?}");
    }
}

#[test]
fn fills_the_pipes() {
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        let place = Playground::new();
        let mut program = Program::start(&attack(&place, isolation, "flood", "")).expect("it starts");
        assert_eq!(program.read_line(later()), Err(Fault::TooMuchOutput), "{isolation:?}");
    }
}

#[test]
fn fills_the_pipe_of_errors() {
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        let place = Playground::new();
        assert_eq!(printed(&attack(&place, isolation, "complain", "20")), "answer\n", "{isolation:?}");
    }
}

#[test]
#[ignore = "takes gigabytes of memory: see CONTRIBUTING.md"]
fn at_real_sizes() {
    let attacks = [
        ("processes", "4x900"),
        ("shared", "5000"),
        ("stored", "5000"),
        ("segments", "5000"),
        ("sockets", "20000"),
        ("tables", "5000"),
    ];
    memory_is_limited_in_all(1024, &attacks);
    for isolation in allowed(&[Namespaces, Landlock, Filter]) {
        let place = Playground::new();
        // Four thousand processes, where 256 are allowed.
        let mut launch = attack(&place, isolation, "forks", "12");
        launch.sandbox.memory = Some(1 << 30);
        let said = printed(&launch);
        assert_eq!(said, "crashed: it started too many processes", "{isolation:?}");
    }
}
