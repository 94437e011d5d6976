//! The sandbox of programs, as `match`, `tournament` and `grade` use it. What hostile programs can try is tested in `arena/tests/hostile.rs`.

use std::fs;
use std::path::Path;

use crate::common::{Folder, run, shell};

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

#[test]
fn an_event_goes_on_whatever_its_programs_do() {
    let folder = Folder::new("hostile");
    let (file, precious) = (folder.file("event.sqlite"), folder.file("precious"));
    fs::write(&precious, "results").expect("a file");
    let killer =
        scripted(&folder, "killer", &format!("kill -9 $PPID; rm -f {precious} {file}; echo nonsense"));
    let bomb = "i=0; while [ $i -lt 400 ]; do sleep 60 & i=$((i+1)); done; wait";
    let forker = scripted(&folder, "forker", bomb);
    let (err, out) =
        texts(&["tournament", "oska:3", &killer, &forker, "random", "--file", &file, "--patience", "30s"]);
    assert!(err.starts_with("sandbox: "), "{err}");
    let faults = ["killer: illegal move, ", "forker: crashed, "];
    assert!(faults.iter().all(|fault| out.contains(fault)), "{err}{out}");
    assert!(out.contains("it started too many processes"), "{out}");
    if err.starts_with("sandbox: on") {
        assert_eq!(fs::read_to_string(&precious).expect("it is still there"), "results");
        assert!(Path::new(&file).exists());
    } else {
        println!("SKIPPED: this system cannot keep programs from files");
    }
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
