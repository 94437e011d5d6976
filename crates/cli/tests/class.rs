//! A folder of submissions: graded, summed up, compared, and taken up again after `kill -9`. And an autograder for Gradescope.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Folder, quadrille};

const OPTIONS: [&str; 8] = ["--sizes", "3", "--depth", "1", "--positions", "3", "--eval", "material"];
const PLAYER: &str = "call:python3 -I -S {file} {board} {player} {depth}";

fn student() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/students/oska.py")
}

/// A right program, a copy of it in a folder, one that fails, and one that is no program.
fn submissions(folder: &Folder) -> PathBuf {
    let submissions = folder.path().join("class of 2026");
    fs::create_dir_all(submissions.join("ben")).expect("a folder");
    let right = fs::read_to_string(student()).expect("the example");
    for (name, text) in [
        ("anna.py", &*right),
        ("ben/oska.py", &right),
        ("cleo.py", "print('[\"---\", \"--\", \"---\"]')\n"),
        ("dora.py", "import no_such_module\n"),
        (".hidden", "x"),
    ] {
        fs::write(submissions.join(name), text).expect("a file");
    }
    submissions
}

fn grade(submissions: &Path, results: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(quadrille());
    command.args(["grade", "oska", "--folder"]).arg(submissions).arg("--results").arg(results);
    command.args(OPTIONS).args(more);
    command
}

fn text(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The stored results of all submissions, without times.
fn results(folder: &Path) -> BTreeMap<String, Value> {
    let entries = fs::read_dir(folder).expect("results").map(|entry| entry.expect("an entry").path());
    let stored = entries.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    stored
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a file");
            let mut row = serde_json::from_str::<Value>(&text).expect("JSON")["row"].take();
            for time in ["median_seconds", "longest_seconds"] {
                row[time] = Value::Null;
            }
            (path.file_name().expect("a name").to_string_lossy().into_owned(), row)
        })
        .collect()
}

#[test]
fn a_folder_is_graded_and_a_killed_run_goes_on() {
    let folder = Folder::new("class");
    let submissions = submissions(&folder);
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let output = grade(&submissions, &whole, &[PLAYER]).output().expect("an output");
    let (out, err) = text(&output);
    assert_eq!(output.status.code(), Some(1), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("anna") && lines[0].ends_with("all checks passed"), "{out}");
    assert!(lines[1].starts_with("ben") && lines[1].ends_with("all checks passed"), "{out}");
    assert!(lines[2].starts_with("cleo") && lines[2].contains("legal"), "{out}");
    assert!(lines[3].starts_with("dora") && !lines[3].contains("passed"), "{out}");
    let csv = fs::read_to_string(whole.join("summary.csv")).expect("a summary");
    assert!(csv.starts_with("submission,points,of,notation,legal,"), "{csv}");
    assert_eq!(csv.lines().filter(|line| line.starts_with("anna,") || line.starts_with("ben,")).count(), 2);
    let page = fs::read_to_string(whole.join("summary.html")).expect("a page");
    assert!(page.contains("<a href=\"anna%2Ehtml\">") && whole.join("anna.html").is_file(), "{page}");
    let players = fs::read_to_string(whole.join("players.txt")).expect("players");
    assert_eq!(
        players.lines().map(|line| line.split('=').next().unwrap_or("")).collect::<Vec<_>>(),
        ["anna", "ben"]
    );

    // Killed twice after a new result, and ended by a third run.
    for wanted in [1, 2] {
        let mut child = grade(&submissions, &killed, &[PLAYER, "--concurrency", "1"])
            .stdout(Stdio::null())
            .spawn()
            .expect("a process");
        let deadline = Instant::now() + Duration::from_mins(2);
        let stored = || if killed.is_dir() { results(&killed).len() } else { 0 };
        while stored() < wanted && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(stored() >= wanted);
    }
    let before = fs::metadata(killed.join("anna.json")).and_then(|file| file.modified()).expect("a time");
    grade(&submissions, &killed, &[PLAYER]).output().expect("an output");
    assert_eq!(results(&killed), results(&whole));
    let after = fs::metadata(killed.join("anna.json")).and_then(|file| file.modified()).expect("a time");
    assert_eq!(before, after, "what was graded is not graded again");

    // A program that has changed is graded again.
    fs::copy(submissions.join("cleo.py"), submissions.join("anna.py")).expect("a file");
    grade(&submissions, &killed, &[PLAYER]).output().expect("an output");
    assert_ne!(results(&killed)["anna.json"], results(&whole)["anna.json"]);
}

#[test]
fn languages_are_compiled_and_called_as_the_file_says() {
    let folder = Folder::new("languages");
    let submissions = folder.path().join("class");
    fs::create_dir_all(submissions.join("several")).expect("a folder");
    let right = student().canonicalize().expect("the example");
    let script = format!("#!/bin/sh\nexec python3 {} \"$@\"\n", right.display());
    for (name, text) in [
        ("copied.sh", &*script),
        ("broken.sh", "does not compile\n"),
        ("plain.py", &fs::read_to_string(&right).expect("the example")),
        ("several/one.py", ""),
        ("several/two.py", ""),
        ("notes.txt", ""),
    ] {
        fs::write(submissions.join(name), text).expect("a file");
    }
    let config = folder.file("grading.toml");
    fs::write(
        &config,
        "[language.sh]\nbuild = \"if ! head -1 {file} | grep '^#!'; then echo 'error: no script' >&2; exit 1; fi; \
         cp {file} {program} && chmod +x {program}\"\n\
         player = \"call:{program} {board} {player} {depth}\"\n\
         [language.py]\nplayer = \"call:python3 {file} {board} {player} {depth}\"\n",
    )
    .expect("a file");
    let whole = folder.path().join("grades");
    // The copied script calls a program in another folder.
    let examples = right.parent().expect("a folder").display().to_string();
    let more = ["--config", &config, "--readable", &examples];
    let output = grade(&submissions, &whole, &more).output().expect("an output");
    let (out, err) = text(&output);
    let line = |name: &str| out.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_string();
    assert!(line("copied").ends_with("all checks passed"), "{out}{err}");
    assert!(line("plain").ends_with("all checks passed"), "{out}{err}");
    assert!(line("broken").contains(" 0 of 60  does not compile: error: no script"), "{out}");
    assert!(
        line("several").contains(" 0 of 60  has several files that can be called: one.py, two.py"),
        "{out}"
    );
    assert!(line("notes").contains(" 0 of 60  has no file of a language"), "{out}");
    let page = fs::read_to_string(whole.join("broken.html")).expect("a page");
    assert!(page.contains("does not compile:\nerror: no script"), "{page}");
    let summary = fs::read_to_string(whole.join("summary.html")).expect("a summary");
    assert!(summary.contains("<a href=\"broken%2Ehtml\">") && !summary.contains("0 of 0"), "{summary}");
    let csv = fs::read_to_string(whole.join("summary.csv")).expect("a summary");
    let broken = csv.lines().find(|line| line.starts_with("broken,")).expect("a line");
    assert!(broken.starts_with("broken,0,60,") && broken.contains(",broken.html,"), "{csv}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn mistakes_of_the_set_up_are_errors() {
    let folder = Folder::new("class-errors");
    let submissions = submissions(&folder);
    let empty = folder.path().join("empty");
    fs::create_dir_all(&empty).expect("a folder");
    let results = folder.path().join("grades");
    for (submissions, more, words) in [
        (&submissions, &[][..], "say how the programs are called"),
        (&submissions, &["call:python3 {fiel}"], "{fiel}"),
        (&empty, &[PLAYER], "has no submissions"),
        (&folder.path().join("nowhere"), &[PLAYER], "cannot be read"),
    ] {
        let output = grade(submissions, &results, more).output().expect("an output");
        let (out, err) = text(&output);
        assert_eq!((output.status.code(), &*out), (Some(2), ""), "{err}");
        assert!(err.contains(words), "{err}");
    }
    assert!(!results.exists());
}

/// The zip file is unpacked and run as Gradescope does, only in another folder.
#[test]
fn an_autograder_grades_without_editing() {
    let folder = Folder::new("autograder");
    let zip = folder.file("autograder.zip");
    let player = "call:python3 oska.py {board} {player} {depth}";
    let mut command = Command::new(quadrille());
    command.args(["grade", "oska", player, "--gradescope-zip", &zip]).args(OPTIONS);
    let (out, err) = text(&command.output().expect("an output"));
    assert!(out.contains("setup.sh, run_autograder, quadrille"), "{out}{err}");
    // Rust itself needs a version that is not the first.
    assert!(out.contains("needs the GNU C library 2.") || out.contains("statically linked"), "{out}");
    let unpack = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2]); \
                  print(*(oct(i.external_attr >> 16) for i in z.infolist()))";
    let root = folder.path().join("autograder");
    let source = root.join("source");
    let unpacked =
        Command::new("python3").args(["-c", unpack, &zip]).arg(&source).output().expect("an output");
    assert_eq!(text(&unpacked).0.trim(), "0o100755 0o100755 0o100755", "{}", text(&unpacked).1);
    for name in ["submission", "results"] {
        fs::create_dir_all(root.join(name)).expect("a folder");
    }
    // Gradescope keeps the permissions, Python's zipfile does not.
    let run = fs::read_to_string(source.join("run_autograder")).expect("a script");
    let run = run.replace("/autograder/", &format!("{}/", root.display()));
    let script = format!("chmod +x '{}'\n{run}", source.join("quadrille").display());
    let results = root.join("results/results.json");
    let graded = |script: &str| {
        let output = Command::new("sh").args(["-c", script]).output().expect("an output");
        assert!(output.status.success(), "{}", text(&output).1);
        serde_json::from_str::<Value>(&fs::read_to_string(&results).expect("results")).expect("JSON")
    };
    let missing = graded(&script);
    assert_eq!(missing["score"], 0);
    assert!(
        missing["output"].as_str().expect("words").contains("oska.py: there is no such file"),
        "{missing}"
    );
    fs::copy(student(), root.join("submission/oska.py")).expect("a submission");
    let right = graded(&script);
    let tests = right["tests"].as_array().expect("tests");
    assert!(
        tests.iter().all(|test| test["status"] == "passed" && test["score"] == test["max_score"]),
        "{right}"
    );
    assert!(right["score"].as_f64() > Some(0.0));
}

/// Programs with one thing changed: a number, a comparison or a sign. Changes in lines about the depth could make a program run for ever.
fn changed_programs(count: usize) -> Vec<String> {
    let right = fs::read_to_string(student()).expect("the example");
    let changes = [
        (" + 1", " - 1"),
        (" - 1", " + 1"),
        (" < ", " <= "),
        (" == ", " != "),
        ("(0, 1)", "(0,)"),
        ("max(", "min("),
    ];
    let changes = changes.into_iter().chain([
        (" 1", " 0"),
        (" 0", " 1"),
        (" or ", " and "),
        (" not in ", " in "),
        ("2", "1"),
    ]);
    let mut programs = vec![right.clone()];
    for (from, to) in changes {
        for (at, _) in right.match_indices(from) {
            let line = right[..at].rfind('\n').map_or(0, |end| end + 1);
            let rest = &right[line..];
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            if !line.contains("depth")
                && !line.contains("while")
                && !line.trim_start().starts_with(['#', '"'])
            {
                programs.push(format!("{}{to}{}", &right[..at], &right[at + from.len()..]));
            }
        }
    }
    // Some submissions are always the same.
    programs.iter().cycle().take(count).cloned().collect()
}

#[test]
#[ignore = "takes many minutes: see CONTRIBUTING.md"]
fn two_hundred_submissions_are_graded_and_a_killed_run_goes_on() {
    const COUNT: usize = 200;
    let folder = Folder::new("two hundred");
    let submissions = folder.path().join("class");
    fs::create_dir_all(&submissions).expect("a folder");
    for (number, program) in changed_programs(COUNT).into_iter().enumerate() {
        fs::write(submissions.join(format!("student{number:03}.py")), program).expect("a file");
    }
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let started = Instant::now();
    let output = grade(&submissions, &whole, &[PLAYER]).output().expect("an output");
    let took = started.elapsed();
    println!("{COUNT} submissions in {took:.1?}, {:.2} s each", took.as_secs_f64() / COUNT as f64);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output).1);
    for wanted in [COUNT / 3, 2 * COUNT / 3] {
        let mut child =
            grade(&submissions, &killed, &[PLAYER]).stdout(Stdio::null()).spawn().expect("a process");
        let deadline = Instant::now() + Duration::from_hours(1);
        let stored = || if killed.is_dir() { results(&killed).len() } else { 0 };
        while stored() < wanted && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(100));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        println!("killed after {} submissions", stored());
        assert!((wanted..COUNT).contains(&stored()));
    }
    grade(&submissions, &killed, &[PLAYER]).output().expect("an output");
    assert_eq!(results(&killed), results(&whole));
    // Names and points; times differ.
    let summary = |folder: &Path| {
        let csv = fs::read_to_string(folder.join("summary.csv")).expect("a summary");
        csv.lines().map(|line| line.split(',').take(3).collect::<Vec<_>>().join(",")).collect::<Vec<_>>()
    };
    assert_eq!(summary(&killed), summary(&whole));
    let similar = |folder: &Path| fs::read_to_string(folder.join("similar.csv")).expect("a list");
    assert_eq!(similar(&killed), similar(&whole));
    let kinds = results(&whole)
        .values()
        .map(|row| row["points"].to_string())
        .collect::<std::collections::BTreeSet<_>>();
    println!("{} different points", kinds.len());
    assert!(kinds.len() > 5, "the programs differ: {kinds:?}");
}
