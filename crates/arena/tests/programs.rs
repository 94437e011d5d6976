//! Programs that crash, hang, print too much or try to escape: each gets the right fault, and none leaves a process behind. The playground
//! of each test checks that at its end.

#[allow(dead_code, reason = "some of it is for the tests of grading only")]
mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::program::{CommandLine, Fault, Isolation, Program};
use common::setup::{processes, sandbox};
use common::{Playground, later, soon};

fn crashed(how: &str) -> Fault {
    Fault::Crashed(how.to_owned())
}

#[test]
fn scripts_give_answers_and_faults() {
    let programs: BTreeMap<String, Vec<BTreeMap<String, String>>> =
        toml::from_str(include_str!("programs.toml")).expect("TOML");
    assert_eq!(programs["program"].len(), 22);
    for program in &programs["program"] {
        let place = Playground::new();
        let start = || place.start(&program["script"]);
        let in_words = |fault: Fault| format!("!{fault}");
        if let Some(expected) = program.get("line") {
            let line = start().read_line(later());
            assert_eq!(line.unwrap_or_else(in_words), *expected, "{program:?}");
        }
        if let Some(expected) = program.get("all") {
            let all = start().read_all(later());
            assert_eq!(all.unwrap_or_else(in_words), *expected, "{program:?}");
        }
    }
}

#[test]
fn conversation() {
    let place = Playground::new();
    let mut program = place.start("while read line; do echo \"you said $line\"; done");
    for word in ["one", "two", "three"] {
        assert_eq!(program.send(word, later()), Ok(()));
        assert_eq!(program.read_line(later()), Ok(format!("you said {word}")));
    }
}

#[test]
fn input_ends_when_everything_is_read() {
    let place = Playground::new();
    let mut program = place.start("all=$(cat); sleep 0.3; echo \"<$all>\"");
    assert_eq!(program.send("a question", later()), Ok(()));
    assert_eq!(program.read_all(later()), Ok("<a question>\n".to_owned()));
}

#[test]
fn exits_in_the_middle() {
    let place = Playground::new();
    let mut program = place.start("read line; echo \"$line\"; read line; exit 4");
    assert_eq!(program.send("one", later()), Ok(()));
    assert_eq!(program.read_line(later()), Ok("one".to_owned()));
    assert_eq!(program.send("two", later()), Ok(()));
    assert_eq!(program.read_line(later()), Err(crashed("exit code 4")));
    assert_eq!(program.send("three", later()), Ok(()), "reading shows what happened");
    assert_eq!(program.read_line(later()), Err(crashed("exit code 4")));
}

#[test]
fn answers_without_listening() {
    let place = Playground::new();
    let mut program = place.start("exec <&-; sleep 0.2; echo answer");
    assert_eq!(program.send(&"x".repeat(1 << 20), later()), Ok(()));
    assert_eq!(program.send(&"x".repeat(1 << 20), later()), Ok(()));
    assert_eq!(program.read_line(later()), Ok("answer".to_owned()));
}

#[test]
fn hangs() {
    for script in ["sleep 60", "trap '' TERM INT HUP; while :; do sleep 60; done", "while :; do :; done"] {
        let place = Playground::new();
        let before = Instant::now();
        assert_eq!(place.start(script).read_line(soon()), Err(Fault::Timeout));
        assert_eq!(place.start(script).read_all(soon()), Err(Fault::Timeout));
        assert!(before.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn answers_late() {
    let place = Playground::new();
    let mut program = place.start("sleep 1; echo late; sleep 60");
    assert_eq!(program.read_line(soon()), Err(Fault::Timeout));
    assert_eq!(program.read_line(later()), Ok("late".to_owned()), "a caller may give it more time");
}

#[test]
fn the_longest_line_is_an_answer() {
    let place = Playground::new();
    let mut program = place.start("head -c 1048576 /dev/zero; echo");
    assert_eq!(program.read_line(later()), Ok("\0".repeat(1 << 20)));
}

#[test]
fn floods_errors() {
    let place = Playground::new();
    let mut program = place.start("yes complaint | head -c 10000000 >&2; echo answer; sleep 60");
    assert_eq!(program.read_line(later()), Ok("answer".to_owned()));
    // The last part may end in the middle of a line: more may be on the way.
    assert!(program.last_errors().contains("complaint\ncomplaint\n"));
    assert!(program.last_errors().len() < 10_000);
}

#[test]
fn floods_errors_endlessly() {
    let place = Playground::new();
    assert_eq!(place.start("yes complaint >&2").read_line(soon()), Err(Fault::Timeout));
    assert_eq!(place.start("yes complaint >&2").read_all(soon()), Err(Fault::Timeout));
}

#[test]
fn writes_and_reads_at_once() {
    let place = Playground::new();
    let mut program = place.start("cat");
    let long = "x".repeat(1_000_000);
    assert_eq!(program.send(&long, later()), Ok(()));
    assert_eq!(program.read_line(later()), Ok(long));
}

#[test]
fn never_reads() {
    let place = Playground::new();
    let mut program = place.start("sleep 60");
    assert_eq!(program.send("a few words fit into the pipe", later()), Ok(()));
    assert_eq!(program.send(&"x".repeat(10 << 20), soon()), Err(Fault::Timeout));
}

#[test]
fn starts_new_processes_while_it_is_ended() {
    let place = Playground::new();
    // Each process starts two more, each in a session of its own, for seven generations.
    let hydra =
        "[ $1 -lt 7 ] && for head in 1 2; do setsid sh ./hydra $(($1 + 1)) & done; sleep 0.05; sleep 60";
    fs::write(place.path().join("hydra"), hydra).expect("it can be written");
    let mut launch = place.script("sh ./hydra 1 & sleep 0.1; echo answer; sleep 60");
    launch.grace = Duration::ZERO;
    let mut program = Program::start(&launch).expect("the shell starts");
    assert_eq!(program.read_line(later()), Ok("answer".to_owned()));
}

#[test]
fn kills_or_stops_its_supervisor() {
    for signal in ["KILL", "STOP"] {
        let place = Playground::new();
        let mut program = place.start(&format!("read go; setsid sleep 60 & kill -{signal} $PPID; sleep 60"));
        assert_eq!(program.send("go", later()), Ok(()));
        assert_eq!(program.read_line(soon()), Err(Fault::Timeout));
        drop(program);
        place.wait_for_processes(0);
    }
}

#[test]
fn uses_too_much_memory() {
    let place = Playground::new();
    let mut launch = place.script("x=0123456789; while :; do x=$x$x; done");
    launch.sandbox.memory = Some(64 << 20);
    let fault = Program::start(&launch).expect("the shell starts").read_line(later());
    assert!(matches!(fault, Err(Fault::Crashed(_))), "{fault:?}");
}

#[test]
fn uses_too_much_processor_time() {
    let place = Playground::new();
    // By its children together, and by one that has ended.
    for script in [
        "while :; do :; done & while :; do :; done",
        "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; sleep 60",
    ] {
        let mut program = place.start(script);
        program.limit_processor_time(Some(Duration::from_millis(200)));
        assert_eq!(program.read_line(later()), Err(Fault::TooMuchProcessorTime), "{script}");
    }
    // Waiting takes none.
    let mut program = place.start("sleep 0.5; echo answer");
    program.limit_processor_time(Some(Duration::from_millis(200)));
    assert_eq!(program.read_line(later()), Ok("answer".to_owned()));
}

#[test]
fn inherits_three_descriptors() {
    // The program must not inherit descriptors that the arena's own parent left open. A shell around the supervisor opens one.
    let place = Playground::new();
    let mut launch = place.script("echo /proc/$$/fd/*");
    let CommandLine { program, arguments } = launch.sandbox.supervisor;
    launch.sandbox.supervisor = CommandLine::new("sh", ["-c", "exec 7</dev/null; exec \"$0\" \"$@\""]);
    launch.sandbox.supervisor.arguments.push(program);
    launch.sandbox.supervisor.arguments.extend(arguments);
    let open = Program::start(&launch).expect("the shell starts").read_all(later()).expect("an answer");
    let mut numbers: Vec<_> = open.split_whitespace().filter_map(|path| path.rsplit('/').next()).collect();
    // The shell reads the list itself through another descriptor.
    assert_eq!(numbers.remove(3), "3");
    assert_eq!(numbers, ["0", "1", "2"]);
}

#[test]
fn leaves_the_terminal_of_the_arena() {
    // Otherwise Ctrl-C would end programs and supervisors before the arena can finish its games.
    let session = |process: &str| {
        let stat = fs::read_to_string(format!("{process}/stat")).expect("a process");
        let after_name = stat.rsplit(')').next().expect("fields").to_owned();
        after_name.split_whitespace().nth(3).expect("a session").to_owned()
    };
    let place = Playground::new();
    let mut program = place.start("echo ready; sleep 60; :");
    assert_eq!(program.read_line(later()), Ok("ready".to_owned()));
    let running = place.running();
    assert!(running.len() >= 3, "{running:?}");
    for process in &running {
        let folder = process.split(':').next().expect("a folder");
        assert_ne!(session(folder), session("/proc/self"), "{process}");
    }
}

#[test]
fn cannot_start() {
    let place = Playground::new();
    let why = |program: &str| match Program::start(&place.launch(CommandLine::new(program, [""; 0]))) {
        Err(Fault::CannotStart(why)) => why,
        other => panic!("{other:?}"),
    };
    assert!(why("./missing").starts_with("./missing: No such file"), "{}", why("./missing"));
    let script = place.path().join("script");
    fs::write(&script, "echo no first line").expect("it can be written");
    assert!(why("./script").contains("is it executable?"), "{}", why("./script"));
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    assert!(why("./script").contains("a script begins with #!"), "{}", why("./script"));

    let mut launch = place.script("echo");
    launch.directory = Some("/nowhere".into());
    let fault = Program::start(&launch).expect_err("there is no such directory");
    assert_eq!(fault.to_string(), "cannot start: /nowhere: no such directory");
    let mut launch = place.script("echo");
    launch.sandbox.supervisor = CommandLine::new("true", [""; 0]);
    let fault = Program::start(&launch).expect_err("true is not a supervisor");
    assert!(fault.to_string().starts_with("cannot start: its supervisor"), "{fault}");
}

#[test]
fn nothing_outlives_the_arena() {
    let place = Playground::new();
    let script = "trap '' TERM HUP; setsid sleep 60 & (setsid sleep 60 &) ; sleep 60";
    let mut arena = Command::new(processes())
        .args(["arena", "sh", "-c", script])
        .arg(place.path())
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the arena starts");
    let mut said = String::new();
    let stdout = arena.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut said).expect("it speaks");
    assert_eq!(said, "started\n");
    // The arena, the supervisor (which hides its working directory, but not its arguments), the shell and three sleepers. In namespaces
    // there are two supervisors.
    place.wait_for_processes(6 + usize::from(sandbox().isolation == Isolation::Namespaces));
    arena.kill().expect("it runs");
    arena.wait().expect("it ends");
    place.wait_for_processes(0);
}
