//! Matches and tournaments through their commands: players of all kinds, faults by their names, runs that are killed and
//! continued.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quadrille::Random;
use serde_json::Value;

use crate::common::events::{games, tournament};
use crate::common::{Folder, quadrille, run, start, stdout};

#[test]
fn the_same_seed_plays_the_same_match() {
    let folder = Folder::new("seed");
    let play = |seed: &str, file: &str| {
        let file = folder.file(file);
        let arguments =
            ["match", "oska", "engine:depth=2", "random", "--games", "20", "--seed", seed, "--jsonl", &file];
        (stdout(&arguments, ""), games(&file))
    };
    let first = play("1", "a");
    assert_eq!(first, play("1", "b"));
    assert_ne!(first.1, play("2", "c").1);
    assert!(
        first.0.starts_with("engine:depth=2 against random, oska:4, seed 1\ngames    20: "),
        "{}",
        first.0
    );
}

#[test]
fn colours_are_swapped_in_every_opening() {
    let folder = Folder::new("colours");
    let file = folder.file("games");
    stdout(&["match", "ctf", "engine:depth=1", "random", "--games", "10", "--jsonl", &file], "");
    for pair in games(&file).chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!(pair[0]["players"][0], pair[1]["players"][1]);
        assert_eq!(pair[0]["players"][1], pair[1]["players"][0]);
    }
}

#[test]
fn programs_play_like_the_engine_that_is_in_them() {
    let folder = Folder::new("programs");
    let own = quadrille();
    let players = [
        ("ctf", format!("call:{own} capture {{history}} {{player}} {{depth}}")),
        ("crusher", format!("call:{own} crusher {{history}} {{player}} {{depth}} {{n}}")),
        ("oska:5", format!("call:{own} oska {{board}} {{player}} {{depth}}")),
        ("ctf:6", format!("ugi:{own} ugi ctf:6")),
        ("congo", format!("ugi:{own} ugi congo")),
    ];
    for (game, player) in players {
        let (own, foreign) = (folder.file("own"), folder.file("foreign"));
        for (player, file) in [("engine", &own), (player.as_str(), &foreign)] {
            let player = format!("player={player}");
            let options = ["--games", "2", "--control", "depth=2", "--most-plies", "60", "--jsonl", file];
            stdout(&[&["match", game, &player, "engine:depth=1"], &options[..]].concat(), "");
        }
        let moves = |file: &str| -> Vec<Vec<Value>> {
            let moves = |game: &Value| -> Vec<Value> {
                game["moves"].as_array().expect("moves").iter().map(|ply| ply["move"].clone()).collect()
            };
            games(file).iter().map(moves).collect()
        };
        assert_eq!(moves(&own), moves(&foreign), "{game}");
    }
}

#[test]
fn a_program_of_the_congo_course_plays() {
    let player = format!("course=congo-course:{} congo tournament", quadrille());
    let options = ["--games", "2", "--control", "time=30ms", "--margin", "10s"];
    let text = stdout(&[&["match", "congo:course", &player, "random"], &options[..]].concat(), "");
    assert!(text.contains("games    2: 2 won"), "{text}");
}

/// A program that speaks the Universal Game Interface and does this at each of its turns.
fn scripted(folder: &Folder, name: &str, turns: &[&str]) -> String {
    let turns: Vec<String> =
        turns.iter().enumerate().map(|(turn, what)| format!("{turn}) {what};;")).collect();
    let script = format!(
        "turn=0\nwhile read -r word rest; do case $word in\nugi) echo ugiok;;\nisready) echo readyok;;\n\
         go) case $turn in {} esac; turn=$((turn+1));;\nquit) exit;;\nesac; done\n",
        turns.join(" ")
    );
    let file = folder.file(name);
    fs::write(&file, script).expect("a script");
    format!("{name}=ugi:sh {file}")
}

/// The reasons of the games of a match that a player at fault loses, all of them.
fn verdicts(folder: &Folder, game: &str, player: &str, more: &[&str]) -> Vec<String> {
    let file = folder.file("verdicts");
    let options = ["--games", "2", "--opening-plies", "0", "--concurrency", "1", "--jsonl", &file];
    let arguments = [&["match", game, player, "engine:depth=1"], &options[..], more].concat();
    let output = run(&arguments, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let name = player.split('=').next().expect("a name");
    let check = |game: &Value| {
        let loser = usize::from(game["result"] == "1-0");
        assert_eq!(game["players"][loser], name, "the player at fault loses: {game}");
        game["reason"].as_str().expect("a reason").to_string()
    };
    games(&file).iter().map(check).collect()
}

/// How many processes have this in their command line.
fn processes_with(mark: &str) -> usize {
    let entries = fs::read_dir("/proc").expect("a list of processes");
    let command = |path: PathBuf| fs::read(path.join("cmdline")).unwrap_or_default();
    let has_mark = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace('\0', " ").contains(mark);
    entries.filter(|entry| entry.as_ref().is_ok_and(|entry| has_mark(command(entry.path())))).count()
}

#[test]
fn programs_lose_by_the_name_of_their_fault() {
    let folder = Folder::new("faults");
    let late = "late=call:sh -c 'sleep 5; echo a1a2'";
    let cases: [(&str, &str, &[&str]); 10] = [
        ("crasher=call:sh -c 'exit 3'", "crashed: exit code 3", &[]),
        ("killed=call:sh -c 'kill -9 $$'", "crashed: signal 9", &[]),
        ("hanging=call:sleep 1000", "timeout", &["--patience", "300ms"]),
        (late, "timeout", &["--patience", "300ms"]),
        (late, "timeout", &["--control", "time=100ms"]),
        ("flooding=call:yes", "too much output", &[]),
        ("chatty=ugi:yes", "too much output", &[]),
        ("silent=call:true", "no answer", &[]),
        ("lying=call:echo nonsense", "illegal move: \"nonsense\": this is not a move, and not a board", &[]),
        ("missing=call:./no-such-program", "cannot start: ", &[]),
    ];
    for (player, verdict, more) in cases {
        for reason in verdicts(&folder, "oska", player, more) {
            assert!(reason.starts_with(verdict), "{player}: {reason}");
        }
    }
    // It moves a man of the enemy's.
    for reason in verdicts(&folder, "oska", "thief=call:echo wwww/---/--/---/bbb-", &[]) {
        assert!(reason.contains("no legal move makes the board wwww/---/--/---/bbb-"), "{reason}");
    }
}

#[test]
fn a_conversation_may_go_wrong_at_any_time() {
    let folder = Folder::new("conversation");
    let cases: [(&str, &[&str], &str); 4] = [
        ("leaver", &["echo bestmove a1c3", "exit 0"], "no answer"),
        ("breaker", &["echo bestmove a1c3", "exit 7"], "crashed: exit code 7"),
        ("closer", &["exec >&-; sleep 1000"], "no answer"),
        ("mute", &["echo bestmove a1c3", ":"], "timeout"),
    ];
    for (name, turns, verdict) in cases {
        let player = scripted(&folder, name, turns);
        let reason = &verdicts(&folder, "crusher", &player, &["--patience", "3s"])[0];
        assert!(reason.starts_with(verdict), "{name}: {reason}");
    }
}

#[test]
fn a_repeated_board_is_refused() {
    let folder = Folder::new("repeat");
    let there_and_back = |name, there: &str, back: &str| {
        let turns = [format!("echo bestmove {there}"), format!("echo bestmove {back}")];
        scripted(&folder, name, &[&turns[0], &turns[1]])
    };
    let white = there_and_back("white", "c2d3", "d3c2");
    let black = there_and_back("black", "c4d4", "d4c4");
    let file = folder.file("games");
    let options = ["--games", "2", "--opening-plies", "0", "--jsonl", &file];
    stdout(&[&["match", "crusher", &white, &black], &options[..]].concat(), "");
    let game = &games(&file)[0];
    assert_eq!(game["result"], "1-0", "{game}");
    let reason = game["reason"].as_str().expect("a reason");
    assert!(
        reason.starts_with("illegal move: \"d4c4\": this would repeat the board of 3 plies ago"),
        "{reason}"
    );
}

#[test]
fn clocks_run_and_fall() {
    let folder = Folder::new("clocks");
    let file = folder.file("games");
    let clock = ["--games", "2", "--control", "clock=2s+20ms", "--margin", "10s", "--jsonl", &file];
    let text = stdout(&[&["match", "oska", "engine", "random"], &clock[..]].concat(), "");
    assert!(!text.contains("fault"), "{text}");
    assert!(games(&file).iter().all(|game| game["control"] == "clock=2000ms+20ms"));
    // Each answer is in time, but not all of them together.
    let slow = scripted(&folder, "slow", &["sleep 1; echo bestmove a1c3", "sleep 1; echo bestmove c3a1"]);
    let reason = &verdicts(&folder, "crusher", &slow, &["--control", "clock=1500ms", "--margin", "0ms"])[0];
    assert_eq!(reason, "timeout");
}

#[test]
fn a_game_that_is_won_can_be_given_to_the_winner() {
    let folder = Folder::new("adjudicated");
    let file = folder.file("games");
    let options = ["--games", "10", "--adjudicate", "60", "--jsonl", &file];
    stdout(&[&["match", "ctf", "engine:depth=3", "random"], &options[..]].concat(), "");
    let games = games(&file);
    let given: Vec<&Value> = games.iter().filter(|game| game["reason"] == "adjudicated").collect();
    assert!(given.len() >= 5, "{} games", given.len());
    for game in given {
        let winner = usize::from(game["result"] == "0-1");
        assert_eq!(game["players"][winner], "engine:depth=3", "{game}");
    }
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new("openings");
    let (openings, file) = (folder.file("openings"), folder.file("games"));
    fs::write(&openings, "# one and a half moves\nstartpos a1a2 b5b4 b1b2\nww-w/-w-/--/---/bbbb b\n")
        .expect("a file");
    let options = ["--games", "6", "--openings", &openings, "--jsonl", &file];
    stdout(&[&["match", "oska", "engine:depth=1", "random"], &options[..]].concat(), "");
    let starts: Vec<String> = games(&file)
        .iter()
        .map(|game| game["opening"]["position"].as_str().unwrap_or("").to_string())
        .collect();
    let second = "ww-w/-w-/--/---/bbbb b";
    assert_eq!(starts, ["startpos", "startpos", second, second, "startpos", "startpos"]);
}

#[test]
fn nothing_that_a_program_starts_outlives_its_game() {
    let folder = Folder::new("left");
    let mark = folder.file("left-running");
    let script = folder.file("forks");
    let text = format!(
        "sh -c 'sleep 1000; : {mark}' & setsid sh -c 'sleep 1000; : {mark}' &\n\
         (sh -c 'sleep 1000; : {mark}' &) & echo nonsense\n"
    );
    fs::write(&script, text).expect("a script");
    for reason in verdicts(&folder, "oska", &format!("forker=call:sh {script}"), &["--patience", "5s"]) {
        assert!(reason.starts_with("illegal move"), "{reason}");
    }
    assert_eq!(processes_with(&mark), 0);
}

#[test]
fn games_are_read_back_and_replayed() {
    let folder = Folder::new("replay");
    let (text, lines) = (folder.file("games.pgn"), folder.file("games.jsonl"));
    for game in ["ctf:4", "crusher:4", "oska:6", "congo"] {
        let options = ["--games", "2", "--most-plies", "40", "--pgn", &text, "--jsonl", &lines];
        stdout(&[&["match", game, "engine:depth=2", "random"], &options[..]].concat(), "");
        let shown = stdout(&["play", "--record", &text, "--game", "2"], "");
        assert_eq!(shown, stdout(&["play", "--record", &lines, "--game", "2"], ""), "{game}");
        let last = &games(&lines)[1];
        let end =
            format!("{}: {}\n", last["result"].as_str().unwrap_or(""), last["reason"].as_str().unwrap_or(""));
        assert!(shown.ends_with(&end), "{shown}");
    }
    let wrong = run(&["play", "--record", &text, "--game", "3"], "");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_test_of_hypotheses_ends_a_match_early() {
    let arguments =
        ["match", "oska", "engine:depth=2", "random", "--games", "1000", "--sprt", "0,100", "--json"];
    let summary: Value = serde_json::from_str(&stdout(&arguments, "")).expect("JSON");
    assert_eq!(summary["sprt"]["verdict"], "the larger difference");
    assert!(summary["games"].as_u64().expect("a number") < 200, "{summary}");
}

#[test]
fn bad_events_are_refused_before_a_game_is_played() {
    let folder = Folder::new("refused");
    let file = folder.file("tournament");
    let refused = |arguments: &[&str], word: &str| {
        let output = run(arguments, "");
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {error}");
        assert!(error.contains(word), "{arguments:?}: {error}");
        assert!(!Path::new(&file).exists(), "{arguments:?}");
    };
    refused(&["match", "chess", "engine", "random"], "there is no game of this name");
    refused(&["match", "ctf", "engin", "random"], "a player is engine, random");
    refused(&["match", "ctf", "random", "random"], "two players are called random");
    refused(&["match", "ctf", "engine", "random", "--control", "depth=0"], "depth");
    refused(&["match", "ctf", "engine", "random", "--openings", "/no/such/file"], "cannot be read");
    refused(
        &["match", "ctf", "engine", "congo-course:./x"],
        "a program of the congo course cannot play ctf:5",
    );
    refused(&["tournament", "ctf", "engine", "--file", &file], "an event needs at least two players");
    refused(&["tournament", "--resume", "--file", &file], "does not exist");
    refused(&["tournament", "--resume", "--file", &file, "--pairs", "3"], "--pairs");
    refused(&["tournament", "ctf", "engine", "random", "--file", &file, "--html", &file], "the event itself");
    refused(
        &["tournament", "ctf", "engine", "random", "--file", &file, "--queue", "nats://127.0.0.1:1"],
        "connect",
    );
    let nowhere = folder.file("no/such/folder");
    refused(
        &["match", "ctf", "engine", "random", "--games", "100000", "--pgn", &nowhere],
        "cannot be written",
    );
    let same = folder.file("same");
    refused(&["match", "ctf", "engine", "random", "--pgn", &same, "--jsonl", &same], "asked for twice");
    refused(&["match", "ctf", "engine", "random", "--games", "4294967295"], "1000000");
    refused(&["match", "ctf", "engine", "random", "--patience", "18446744073709551615s"], "at most a year");
    refused(&["match", "ctf", "engine", "\u{1b}[31mred=random"], "plain text");
}

#[test]
fn a_file_in_use_or_of_another_kind_is_left_alone() {
    let folder = Folder::new("foreign");
    let file = folder.file("file");
    for text in ["my notes", ""] {
        fs::write(&file, text).expect("a file");
        assert_eq!(run(&["tournament", "--resume", "--file", &file], "").status.code(), Some(2));
        assert_eq!(fs::read_to_string(&file).expect("a file"), text);
    }
    fs::write(&file, "my notes").expect("a file");
    for arguments in [
        &["tournament", "ctf", "random", "engine", "--file", &file][..],
        &["tournament", "--resume", "--file", &file],
    ] {
        assert_eq!(run(arguments, "").status.code(), Some(2), "{arguments:?}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "my notes");
    }
}

#[test]
fn a_tournament_that_is_killed_continues_and_loses_nothing() {
    let folder = Folder::new("killed");
    for format in ["round-robin", "swiss"] {
        let whole = tournament(&folder.file(&format!("{format}-whole")), &folder.file("whole.jsonl"), format);
        let started = Instant::now();
        let expected = start(&whole).wait_with_output().expect("an output");
        let length = started.elapsed();
        assert!(expected.status.success());

        let (file, jsonl) = (folder.file(&format!("{format}-killed")), folder.file("killed.jsonl"));
        let mut random = Random::new(11);
        let mut arguments = tournament(&file, &jsonl, format);
        let mut kills = 0;
        let table = loop {
            let mut child = start(&arguments);
            std::thread::sleep(length.mul_f64(0.02 + 0.2 * random.below(100) as f64 / 100.0));
            if child.try_wait().expect("a status").is_none() && kills < 30 {
                child.kill().expect("it runs");
                kills += 1;
            }
            let output = child.wait_with_output().expect("an output");
            if output.status.success() {
                break output.stdout;
            }
            // A run that was killed before the event was stored cannot be continued.
            let resume = ["tournament", "--resume", "--concurrency", "2", "--file", &file, "--jsonl", &jsonl];
            if Path::new(&file).exists() {
                arguments = resume.map(str::to_string).to_vec();
            }
        };
        assert!(kills >= 3, "{kills} kills");
        assert_eq!(String::from_utf8_lossy(&table), String::from_utf8_lossy(&expected.stdout), "{format}");
        assert_eq!(games(&folder.file("killed.jsonl")), games(&folder.file("whole.jsonl")), "{format}");
    }
}

#[test]
fn the_manuals_players_play() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manual = fs::read_to_string(root.join("docs/players.md")).expect("the manual");
    let folder = Path::new(quadrille()).parent().expect("a folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let ghc = std::env::split_paths(&path).any(|folder| folder.join("ghc").is_file());
    let commands: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    assert!(commands.len() >= 8, "the manual has examples");
    for command in commands {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", command]).current_dir(&root).env("PATH", format!("{folder}:{path}"));
        let output = shell.output().expect("sh");
        let printed = String::from_utf8_lossy(&output.stdout).to_string();
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(output.status.success(), "{command}: {error}");
        if command.contains("haskell:") && !ghc {
            println!("SKIPPED: ghc is not installed");
            assert!(printed.contains("cannot start: ghc is not installed"), "{command}: {printed}");
        } else {
            assert!(!printed.contains("fault"), "{command}: {printed}");
        }
    }
}
