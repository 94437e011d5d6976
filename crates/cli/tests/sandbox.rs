//! The sandbox of programs, as `match`, `tournament` and `grade` use it. What hostile programs can try is tested in `arena/tests/hostile.rs`.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{Folder, quadrille, run, shell};

/// What a command says on stderr, and what it prints.
fn texts(arguments: &[&str]) -> (String, String) {
    let output = run(arguments, "");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (err, out)
}

/// A shell script in a folder of its own, as a player.
fn scripted(folder: &Folder, name: &str, script: &str) -> String {
    let own = folder.file(name);
    fs::create_dir(&own).expect("a folder");
    fs::write(Path::new(&own).join("run.sh"), script).expect("a script");
    format!("{name}=call:sh {own}/run.sh")
}

/// A process for attacks.
struct Victim(Child);

impl Victim {
    fn new() -> Victim {
        Victim(
            Command::new("sleep")
                .arg("600")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("a process"),
        )
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        // A program may have ended it.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An attack of `hostile.py` with its argument, and how the event names it.
type Attack<'a> = (&'a str, &'a str, &'a str);

/// Plays an event in which each of the attacks is a player. All have to lose their games with the right words, and the event has to end.
fn event_goes_on(memory: u64, attacks: &[Attack]) {
    let folder = Folder::new("hostile");
    let (file, precious) = (folder.file("event.sqlite"), folder.file("precious"));
    fs::write(&precious, "results").expect("a file");
    let mut victim = Victim::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("an address").port().to_string();
    let player = |&(name, argument, _): &Attack| {
        let own = folder.file(name);
        fs::create_dir(&own).expect("a folder");
        fs::write(Path::new(&own).join("hostile.py"), include_str!("../../arena/tests/hostile.py"))
            .expect("a program");
        let argument = match argument {
            "VICTIM" => &victim.0.id().to_string(),
            "PORT" => &port,
            // Programs see the folders of files that their command names, and this is no name of a file.
            "FILE" => &format!("@{precious}"),
            argument => argument,
        };
        format!("{name}=call:python3 -I -S {own}/hostile.py {name} '{argument}'")
    };
    let players: Vec<String> = attacks.iter().map(player).collect();
    let mut command = Command::new(quadrille());
    command.args(["tournament", "oska:3", "random"]).args(&players).args(["--event", &file]);
    command.args(["--format", "gauntlet", "--memory", &memory.to_string()]);
    let output = command.output().expect("an output");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    println!("{err}{out}");
    assert!(output.status.success() && err.starts_with("sandbox: "), "{err}{out}");
    for (name, _, fault) in attacks {
        let line = out.lines().find(|line| line.starts_with(&format!("fault  {name}: ")));
        assert!(line.is_some_and(|line| line.contains(fault)), "{name}: {fault}: {err}{out}");
    }
    assert!(!out.contains("fault  random: "), "the other player has no fault: {out}");
    let left =
        shell(&format!("ps -eo pid,args | grep -v grep | grep -F '{}'", folder.file("")), folder.path());
    assert_eq!(String::from_utf8_lossy(&left.stdout), "", "nothing is left running");
    if err.starts_with("sandbox: on") {
        assert_eq!(fs::read_to_string(&precious).expect("it is still there"), "results");
        assert!(Path::new(&file).exists() && !Path::new("/tmp/hostile0.txt").exists());
        assert!(victim.0.try_wait().expect("a process").is_none(), "nobody has ended it");
    } else {
        println!("SKIPPED: this system cannot keep programs from files and processes");
    }
}

#[test]
fn an_event_goes_on_whatever_its_programs_do() {
    event_goes_on(
        100,
        &[
            ("kill", "VICTIM", "illegal move"),
            ("trace", "VICTIM", "illegal move"),
            ("files", "FILE", "illegal move"),
            ("network", "PORT", "illegal move"),
            ("processes", "4x50", "crashed: it used more than 100 MB of memory"),
            ("flood", "", "too much output"),
        ],
    );
}

#[test]
#[ignore = "takes gigabytes of memory: see CONTRIBUTING.md"]
fn an_event_goes_on_at_real_sizes() {
    let memory = "crashed: it used more than 1024 MB of memory";
    event_goes_on(
        1024,
        &[
            ("kill", "VICTIM", "illegal move"),
            ("trace", "VICTIM", "illegal move"),
            ("files", "FILE", "illegal move"),
            ("network", "PORT", "illegal move"),
            ("processes", "4x900", memory),
            ("shared", "5000", memory),
            ("stored", "5000", memory),
            ("segments", "5000", memory),
            ("sockets", "20000", memory),
            ("tables", "5000", memory),
            (
                "disk",
                "5000",
                "crashed: exit code 1, last error line: OSError: [Errno 28] No space left on device",
            ),
            ("forks", "12", "crashed: it started too many processes"),
            ("survive", "FILE", "illegal move"),
            ("flood", "", "too much output"),
            ("complain", "5000", "illegal move"),
        ],
    );
}

#[test]
fn programs_read_their_own_folder_and_what_they_are_shown() {
    let folder = Folder::new("readable");
    let shown = folder.file("shown");
    fs::create_dir(&shown).expect("a folder");
    fs::write(Path::new(&shown).join("answer"), "nonsense").expect("a file");
    let reader = scripted(&folder, "reader", &format!("cat {shown}/answer"));
    let play =
        |more: &[&str]| texts(&[&["match", "oska:3", &reader, "random", "--games", "2"], more].concat());
    let (err, out) = play(&[]);
    if err.starts_with("sandbox: on") {
        assert!(out.contains("reader: crashed, 2 times"), "{err}{out}");
    } else {
        println!("SKIPPED: this system cannot keep programs from files");
    }
    let (_, out) = play(&["--readable", &shown]);
    assert!(out.contains("reader: illegal move, 2 times"), "{out}");
    let (err, out) = play(&["--readable", "/tmp"]);
    assert!(err.contains("--readable /tmp: programs have a root folder") && out.is_empty(), "{err}{out}");
    let (err, out) = play(&["--readable", &folder.file("missing")]);
    assert!(err.contains("missing: there is no such file") && out.is_empty(), "{err}{out}");
}

#[test]
fn a_tournament_goes_on_with_what_its_programs_were_shown() {
    let folder = Folder::new("resumed");
    let (file, shown) = (folder.file("cup.sqlite"), folder.file("shown"));
    fs::create_dir(&shown).expect("a folder");
    fs::write(Path::new(&shown).join("answer"), "nonsense").expect("a file");
    let reader = scripted(&folder, "reader", &format!("cat {shown}/answer"));
    let (err, out) =
        texts(&["tournament", "oska:3", &reader, "random", "--event", &file, "--readable", &shown]);
    assert!(out.contains("reader: illegal move, 2 times"), "{err}{out}");
    // The second game has not been played yet.
    let connection = rusqlite::Connection::open(&file).expect("a file");
    connection.execute("DELETE FROM games WHERE number > 1", []).expect("a table");
    drop(connection);
    // The name `--file` is older than `--event`.
    let (err, out) = texts(&["tournament", "--resume", "--file", &file]);
    assert!(out.contains("reader: illegal move, 2 times") && !out.contains("crashed"), "{err}{out}");
}

#[test]
fn a_tournament_without_the_sandbox_does_not_go_on_inside_it() {
    let folder = Folder::new("resumed-outside");
    let file = folder.file("cup.sqlite");
    let begin = ["tournament", "oska:3", "sh=call:echo nonsense", "random", "--event", &file, "--no-sandbox"];
    assert!(texts(&begin).1.contains("illegal move"));
    let resume = ["tournament", "--resume", "--event", &file];
    let (err, out) = texts(&resume);
    assert!(err.contains("begun with --no-sandbox: say it again") && out.is_empty(), "{err}{out}");
    let (err, out) = texts(&[&resume[..], &["--no-sandbox"]].concat());
    assert!(out.contains("illegal move"), "{err}{out}");
}

#[test]
fn without_the_sandbox_everything_is_possible_and_said() {
    let folder = Folder::new("no-sandbox");
    let note = folder.file("note");
    let writer = scripted(&folder, "writer", &format!("echo >> {note}; echo nonsense"));
    let (err, out) = texts(&["match", "oska:3", &writer, "random", "--games", "2", "--no-sandbox"]);
    assert!(err.starts_with("sandbox: OFF: programs can read, change and delete all files"), "{err}");
    assert!(out.contains("writer: illegal move, 2 times"), "{out}");
    assert_eq!(fs::read_to_string(note).expect("it could write"), "\n\n");
}

#[test]
fn interpreters_start_in_the_sandbox() {
    let folder = Folder::new("interpreters");
    for (interpreter, program) in [
        ("python3", "import json, tempfile; tempfile.gettempdir; print('nonsense')"),
        ("node", "console.log('nonsense')"),
        ("perl", "print 'nonsense'"),
        ("bash", "echo nonsense"),
    ] {
        if !shell(&format!("command -v {interpreter}"), folder.path()).status.success() {
            println!("SKIPPED: {interpreter} is not installed");
            continue;
        }
        let file = folder.file(&format!("{interpreter}.program"));
        fs::write(&file, program).expect("a program");
        let player = format!("it=call:{interpreter} {file}");
        let (err, out) = texts(&["match", "oska:3", &player, "random", "--games", "2"]);
        assert!(out.contains("it: illegal move, 2 times"), "{interpreter}: {err}{out}");
    }
}
