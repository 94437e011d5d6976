//! Ctrl-C: a command that runs for long keeps what it has found, says that it was interrupted, and exits with 130.

use std::collections::HashSet;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::common::events::games;
use crate::common::{Folder, ended, interrupt, quadrille, run, start, stdout, without_sandbox};

/// Long enough for some games, and for some plies of a search.
const A_WHILE: Duration = Duration::from_secs(2);

fn texts(output: Output) -> (String, String) {
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    (out, err)
}

/// Starts a command, interrupts it after a while, and returns what it printed.
fn interrupted(arguments: &[&str]) -> (String, String) {
    let child = start(arguments);
    interrupt(&child, A_WHILE);
    texts(ended(child))
}

#[test]
fn a_match_keeps_its_games() {
    let folder = Folder::new("interrupt-match");
    let (pgn, jsonl) = (folder.file("games.pgn"), folder.file("games.jsonl"));
    let long = ["match", "oska", "engine:depth=1", "random", "--games", "20000", "--concurrency", "2"];
    let written = ["--opening-plies", "0", "--pgn", &pgn, "--jsonl", &jsonl];
    let arguments = [&long[..], &written].concat();
    let (out, err) = interrupted(&arguments);
    let played = games(&jsonl).len();
    assert!(played > 0);
    assert!(out.contains(&format!("\ngames    {played}: ")), "{out}");
    assert!(out.contains("\ninterrupted after "), "{out}");
    assert_eq!(err, format!("interrupted after {played} of 20000 games\n"));
    assert_eq!(fs::read_to_string(&pgn).expect("games").matches("[Result ").count(), played);

    let (out, _) = interrupted(&[&arguments[..], &["--json"]].concat());
    let summary: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(summary["interrupted"], true);
    assert_eq!(summary["games"], games(&jsonl).len());
}

#[test]
fn a_player_that_hangs_does_not_keep_a_match_alive() {
    let (out, _) = interrupted(&["match", "oska", "random", "call:sleep 1000", "--patience", "1000s"]);
    assert!(out.contains("games    0: "), "{out}");
}

/// Making so many openings takes hours, and there is nothing to keep.
#[test]
fn a_match_that_has_not_begun_ends_at_once() {
    let (out, _) = interrupted(&["match", "ctf:12", "random", "random2=random", "--games", "1000000"]);
    assert_eq!(out, "");
}

#[test]
fn a_tournament_keeps_its_games_and_goes_on() {
    let folder = Folder::new("interrupt-tournament");
    let (file, jsonl) = (folder.file("event"), folder.file("games.jsonl"));
    let fixed = "tournament oska engine:depth=1 engine:depth=2 random --pairs 5000 --opening-plies 0";
    let arguments: Vec<&str> = fixed.split(' ').chain(["--event", &file, "--jsonl", &jsonl]).collect();
    let (out, err) = interrupted(&arguments);
    let before = games(&jsonl);
    assert!(!before.is_empty() && out.contains("engine:depth=2"), "{out}");
    assert!(
        err.ends_with(&format!(
            "interrupted after {} of 30000 games: --resume plays the rest\n",
            before.len()
        )),
        "{err}"
    );
    let child = start(&["tournament", "--resume", "--event", &file, "--jsonl", &jsonl]);
    interrupt(&child, A_WHILE);
    texts(ended(child));
    let after = games(&jsonl);
    assert!(after.len() > before.len());
    // Thousands of games: in a list each would be looked for among all.
    let after: HashSet<String> = after.iter().map(Value::to_string).collect();
    assert!(before.iter().all(|game| after.contains(&game.to_string())), "games that were played stay");
}

#[test]
fn an_analysis_shows_what_it_has_found() {
    let long = ["analyze", "crusher:4", "--depth", "60"];
    let (out, err) = interrupted(&long);
    assert!(out.contains("\nbest move  "), "{out}");
    let searched = out.lines().find_map(|line| line.strip_prefix("searched   ")).expect("a depth");
    let plies: u32 = searched.split(' ').next().and_then(|plies| plies.parse().ok()).expect("a number");
    assert!((1..60).contains(&plies), "{searched}");
    assert_eq!(err, format!("interrupted after {plies} of 60 plies\n"));

    for more in [&["--json"][..], &["--json", "--lines", "3"]] {
        let (out, _) = interrupted(&[&long[..], more].concat());
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(answer["interrupted"], true);
        let depth = answer["depth"].as_u64().expect("a depth");
        assert!((1..60).contains(&depth), "{out}");
        // It is the exact answer at that depth.
        let again = stdout(&["analyze", "crusher:4", "--json", "--depth", &depth.to_string()], "");
        let again: Value = serde_json::from_str(&again).expect("JSON");
        assert_eq!([&answer["move"], &answer["score"]], [&again["move"], &again["score"]]);
    }
    // A search on a clock knows a move at any time.
    let (out, err) = interrupted(&["analyze", "crusher:4", "--time", "1000s", "--trace"]);
    assert!(out.contains("\nbest move  ") && out.contains("evaluation"), "{out}");
    assert!(err.starts_with("interrupted after "), "{err}");
}

#[test]
fn an_analysis_of_many_positions_ends_after_the_present_one() {
    let mut command = Command::new(quadrille());
    command.args(["analyze", "crusher:4", "-", "--depth", "60"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, b"startpos\nstartpos\n").expect("it reads");
    interrupt(&child, A_WHILE);
    let (out, _) = texts(ended(child));
    drop(input);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.contains("\"interrupted\":true"), "{out}");
}

#[test]
fn a_program_that_waits_for_positions_ends_at_once() {
    let mut command = Command::new(quadrille());
    command.args(["analyze", "ctf", "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it");
    let input = child.stdin.take();
    interrupt(&child, Duration::from_millis(200));
    texts(ended(child));
    drop(input);
}

#[test]
fn grading_gives_no_grade() {
    let folder = Folder::new("interrupt-grade");
    let html = folder.file("report.html");
    let player = "call:sh -c 'sleep 0.2; echo a1a2'";
    let (out, err) = interrupted(&["grade", "oska", player, "--html", &html]);
    assert_eq!(out, "");
    let err = without_sandbox(&err);
    assert!(err.starts_with("interrupted after ") && err.contains("there is no grade"), "{err}");
    assert!(!fs::exists(&html).expect("a folder"));
}

#[test]
fn solving_keeps_finished_tables() {
    let folder = Folder::new("interrupt-solve");
    let tables = folder.file("tables");
    let child = start(&["solve", "oska:5", "--tables", &tables]);
    let first = std::path::Path::new(&tables).join("oska-5");
    let table = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("a file").path().extension().is_some_and(|kind| kind == "table")
    };
    let count = || {
        fs::read_dir(&first).map_or(0, |files| files.filter_map(|entry| table(entry).then_some(())).count())
    };
    while count() == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    // `solve` leaves this signal to the system, and so it would ignore Ctrl-C if it were started in the background.
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it runs");
    assert!(!ended(child).status.success());
    let there = count();
    assert!(there > 0);
    let checked = run(&["solve", "oska:5", "--men", "w-b", "--tables", &tables], "");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

/// The board is so large that the proof does not end by itself.
#[test]
fn a_proof_is_kept_and_goes_on() {
    let folder = Folder::new("interrupt-proof");
    let (file, none) = (folder.file("proof"), folder.file("none"));
    let fixed = "solve crusher:4 --prove startpos --side w --memory 64 --time 600s --json --save";
    let arguments: Vec<&str> = fixed.split(' ').chain([&*file, "--tables", &none]).collect();
    let nodes = |out: &str| serde_json::from_str::<Value>(out).expect("JSON")["nodes"].as_u64();
    let (out, err) = interrupted(&arguments);
    assert_eq!(err, format!("interrupted: the same call continues from {file}\n"));
    assert!(fs::metadata(format!("{file}.w")).expect("the proof").len() > 0);
    let first = nodes(&out);
    let (out, _) = interrupted(&arguments);
    assert!(first > Some(0) && nodes(&out) > first, "the second run has all positions of the first: {out}");
}
