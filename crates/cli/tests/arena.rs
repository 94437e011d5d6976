//! Matches and tournaments through their commands: players of all kinds, faults by their names, runs that are killed and
//! continued.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quadrille::{Catalogue, Random, Side};
use serde_json::Value;

use crate::common::events::{games, match_games, tournament};
use crate::common::{Folder, json, kills, quadrille, run, start, stdout};

#[test]
fn the_same_seed_plays_the_same_match() {
    let folder = Folder::new("seed");
    let play = |seed: u32| {
        match_games(&folder, &format!("oska --games 20 --seed {seed}"), ["engine:depth=2", "random"])
    };
    let first = play(1);
    assert_eq!(first, play(1));
    let (text, games) = first;
    assert_ne!(games, play(2).1);
    assert!(text.starts_with("engine:depth=2 against random, oska:4, seed 1\ngames    20: "), "{text}");
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"], "colours are swapped in every opening");
        assert_eq!(pair[0]["players"][0], pair[1]["players"][1]);
        assert_eq!(pair[0]["players"][1], pair[1]["players"][0]);
    }
}

#[test]
fn programs_play_like_the_engine_that_is_in_them() {
    let folder = Folder::new("programs");
    for (game, program) in [
        ("ctf", "call:quadrille capture {history} {player} {depth}"),
        ("crusher", "call:quadrille crusher {history} {player} {depth} {n}"),
        ("oska:5", "call:quadrille oska {board} {player} {depth}"),
        ("ctf:6", "ugi:quadrille ugi ctf:6"),
        ("congo", "ugi:quadrille ugi congo"),
    ] {
        let games = |player: &str| {
            let player = format!("player={}", player.replace("quadrille", quadrille()));
            let options = format!("{game} --games 2 --control depth=2 --most-plies 60");
            let games = match_games(&folder, &options, [&player, "engine:depth=1"]).1;
            let moves = games.iter().flat_map(|game| game["moves"].as_array().expect("moves"));
            moves.map(|ply| ply["move"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(games("engine"), games(program), "{game}");
    }
}

#[test]
fn a_program_of_the_congo_course_plays() {
    let folder = Folder::new("course");
    let player = format!("course=congo-course:{} congo tournament", quadrille());
    let options = "congo:course --games 2 --control time=30ms --margin 10s";
    let (text, _) = match_games(&folder, options, [&player, "random"]);
    assert!(text.contains("games    2: 2 won"), "{text}");
}

#[test]
fn a_program_of_the_congo_course_is_told_the_moves_of_its_opponent_only() {
    let folder = Folder::new("told");
    let heard = folder.file("heard");
    let player = format!("course=congo-course:sh -c 'tee -a {heard} | {} congo tournament'", quadrille());
    let options = "congo:course --games 2 --opening-plies 3 --control time=30ms --margin 10s --most-plies 9 --concurrency 1 --no-sandbox";
    let (text, games) = match_games(&folder, options, [&player, "random"]);
    assert!(!text.contains("fault"), "{text}");
    let heard = fs::read_to_string(heard).expect("what it was told");
    let mut expected = Vec::new();
    for game in &games {
        let start = Catalogue::standard().game("congo:course").expect("a game").start();
        let mut line = start;
        for mv in game["opening"]["moves"].as_array().expect("moves") {
            line.play(mv.as_str().expect("a move")).expect("a legal move");
        }
        let course = if game["players"][0] == "course" { Side::White } else { Side::Black };
        let (mut is_first, mut new) = (true, None);
        for ply in game["moves"].as_array().expect("moves") {
            let mv = ply["move"].as_str().expect("a move");
            if line.side() == course {
                if is_first {
                    expected.extend(["newgame".to_string(), format!("position {}", line.text())]);
                } else {
                    expected.extend(new.map(|mv| format!("moves {mv}")));
                }
                expected.push("go 0.03".to_string());
                is_first = false;
            }
            new = Some(mv);
            line.play(mv).expect("a legal move");
        }
    }
    assert_eq!(heard.lines().collect::<Vec<_>>(), expected);
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
fn verdicts(folder: &Folder, game: &str, player: &str, more: &str) -> Vec<String> {
    let options = format!("{game} --games 2 --opening-plies 0 --concurrency 1 {more}");
    let name = player.split('=').next().expect("a name");
    let check = |game: &Value| {
        let loser = usize::from(game["result"] == "1-0");
        assert_eq!(game["players"][loser], name, "the player at fault loses: {game}");
        let reason = game["reason"].as_str().expect("a reason");
        let whose = reason.strip_prefix(["White ", "Black "][loser]);
        whose.unwrap_or_else(|| panic!("it says whose fault it was: {reason}")).to_string()
    };
    match_games(folder, options.trim(), [player, "engine:depth=1"]).1.iter().map(check).collect()
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
    let cases = [
        ("crasher=call:sh -c 'exit 3'", "crashed: exit code 3", ""),
        ("killed=call:sh -c 'kill -9 $$'", "crashed: signal 9", ""),
        ("hanging=call:sleep 1000", "lost by timeout: it had 0.3 s for an answer", "--patience 300ms"),
        (late, "lost by timeout: it had 0.3 s for an answer", "--patience 300ms"),
        (late, "lost by timeout: it had 0.1 s for an answer and a margin of 0.1 s", "--control time=100ms"),
        ("flooding=call:yes", "wrote too much output", ""),
        ("chatty=ugi:yes", "wrote too much output", ""),
        ("silent=call:true", "gave no answer", ""),
        (
            "lying=call:echo nonsense",
            "made an illegal move: \"nonsense\": this is neither a move nor a board",
            "",
        ),
        ("missing=call:no-such-program", "cannot start: ", ""),
    ];
    for (player, verdict, more) in cases {
        for reason in verdicts(&folder, "oska", player, more) {
            assert!(reason.starts_with(verdict), "{player}: {reason}");
        }
    }
    // It moves a man of the enemy's.
    for reason in verdicts(&folder, "oska", "thief=call:echo wwww/---/--/---/bbb-", "") {
        assert!(reason.contains("no legal move leads to the board wwww/---/--/---/bbb-"), "{reason}");
    }
}

#[test]
fn mistakes_of_the_set_up_cost_no_games() {
    let folder = Folder::new("set-up");
    let event = folder.file("cup.sqlite");
    let cases = [
        ("anna=call:python3 nofile.py {board}", "anna: nofile.py: there is no such file"),
        ("anna=ugi:./nothing", "anna: ./nothing: there is no such file"),
        ("anna=haskell:nofile.hs:oska", "anna: nofile.hs: "),
    ];
    for (player, problem) in cases {
        for command in [
            vec!["match", "oska", player, "random"],
            vec!["tournament", "oska", player, "random", "--event", &event],
        ] {
            let output = run(&command, "");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
            assert!(said.contains(problem), "{command:?}: {said}");
            assert!(!Path::new(&event).exists(), "nothing has begun");
        }
    }
}

#[test]
fn a_conversation_may_go_wrong_at_any_time() {
    let folder = Folder::new("conversation");
    let cases: [(&str, &[&str], &str); 4] = [
        ("leaver", &["echo bestmove a1c3", "exit 0"], "gave no answer"),
        ("breaker", &["echo bestmove a1c3", "exit 7"], "crashed: exit code 7"),
        ("closer", &["exec >&-; sleep 1000"], "gave no answer"),
        ("mute", &["echo bestmove a1c3", ":"], "lost by timeout: it had 3 s for an answer"),
    ];
    for (name, turns, verdict) in cases {
        let player = scripted(&folder, name, turns);
        let reason = &verdicts(&folder, "crusher", &player, "--patience 3s")[0];
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
    let game = &match_games(&folder, "crusher --games 2 --opening-plies 0", [&white, &black]).1[0];
    assert_eq!(game["result"], "1-0", "{game}");
    let reason = game["reason"].as_str().expect("a reason");
    assert!(
        reason
            .starts_with("Black made an illegal move: \"d4c4\": this would repeat the board of 3 plies ago"),
        "{reason}"
    );
}

#[test]
fn clocks_run_and_fall() {
    let folder = Folder::new("clocks");
    let options = "oska --games 2 --control clock=2s+20ms --margin 10s";
    let (text, games) = match_games(&folder, options, ["engine", "random"]);
    assert!(!text.contains("fault"), "{text}");
    assert!(games.iter().all(|game| game["control"] == "clock=2000ms+20ms"));
    // Each answer is in time, but not all of them together.
    let slow = scripted(&folder, "slow", &["sleep 1; echo bestmove a1c3", "sleep 1; echo bestmove c3a1"]);
    let reason = &verdicts(&folder, "crusher", &slow, "--control clock=1500ms --margin 0ms")[0];
    assert!(
        reason.starts_with("lost by timeout: it had 0.") && reason.ends_with(" s left on its clock"),
        "{reason}"
    );
}

#[test]
fn a_game_that_is_won_can_be_given_to_the_winner() {
    let folder = Folder::new("adjudicated");
    let (_, games) = match_games(&folder, "ctf --games 10 --adjudicate 60", ["engine:depth=3", "random"]);
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
    let openings = folder.file("openings");
    fs::write(&openings, "# one and a half moves\nstartpos a1a2 b5b4 b1b2\nww-w/-w-/--/---/bbbb b\n")
        .expect("a file");
    let options = format!("oska --games 6 --openings {openings}");
    let (_, games) = match_games(&folder, &options, ["engine:depth=1", "random"]);
    let starts: Vec<&Value> = games.iter().map(|game| &game["opening"]["position"]).collect();
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
    for reason in verdicts(&folder, "oska", &format!("forker=call:sh {script}"), "--patience 5s") {
        assert!(reason.starts_with("made an illegal move"), "{reason}");
    }
    assert_eq!(processes_with(&mark), 0);
}

#[test]
fn games_are_read_back_and_replayed() {
    let folder = Folder::new("replay");
    let (text, lines) = (folder.file("games.pgn"), folder.file("games.jsonl"));
    for game in ["ctf:4", "crusher:4", "oska:6", "congo"] {
        let options = format!("{game} --games 2 --most-plies 40 --pgn {text}");
        let (_, games) = match_games(&folder, &options, ["engine:depth=2", "random"]);
        let shown = stdout(&["play", "--record", &text, "--game", "2"], "");
        assert_eq!(shown, stdout(&["play", "--record", &lines, "--game", "2"], ""), "{game}");
        let end = ["result", "reason"].map(|field| games[1][field].as_str().expect(field));
        assert!(shown.ends_with(&format!("{}\n", end.join(": "))), "{shown}");
    }
    let wrong = run(&["play", "--record", &text, "--game", "3"], "");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_test_of_hypotheses_ends_a_match_early() {
    let summary = json(&["match", "oska", "engine:depth=2", "random", "--games", "1000", "--sprt", "0,100"]);
    assert_eq!(summary["sprt"]["verdict"], "the larger difference");
    assert!(summary["games"].as_u64().expect("a number") < 200, "{summary}");
}

#[test]
fn a_test_of_hypotheses_is_the_same_however_many_games_are_played_at_a_time() {
    let folder = Folder::new("hypotheses");
    let play = |concurrency: u32| {
        let options = format!("oska --games 400 --sprt 0,60 --seed 3 --concurrency {concurrency}");
        match_games(&folder, &options, ["engine:depth=2", "engine:depth=1"])
    };
    let one = play(1);
    assert!(one.1.len() < 400, "{}", one.0);
    for concurrency in [2, 7] {
        assert_eq!(play(concurrency), one);
    }
}

#[test]
fn games_do_not_depend_on_the_games_before_them() {
    let folder = Folder::new("memory");
    // A selective search depends on what is in its transposition table, and on how large it is. This board has no solved tables.
    let play = |concurrency: u32| {
        let options =
            format!("ctf:6 --games 8 --control nodes=20000 --most-plies 8 --concurrency {concurrency}");
        match_games(&folder, &options, ["a=engine", "b=engine"]).1
    };
    assert_eq!(play(1), play(8));
}

/// Plays a tournament and kills it at most this often; how often it was. The table and the games are those of a run in one piece.
fn kill_and_resume(folder: &Folder, format: &str, kills: usize, random: &mut Random) -> usize {
    let file = |name: &str| folder.file(&format!("{format}-{name}"));
    let started = Instant::now();
    let (whole, whole_games) = (file("whole"), file("whole.jsonl"));
    let expected = run(&tournament(&whole, &whole_games, format), "");
    let length = started.elapsed();
    assert!(expected.status.success());

    let (file, jsonl) = (file("killed"), file("killed.jsonl"));
    let mut arguments = tournament(&file, &jsonl, format);
    let mut done = 0;
    let table = loop {
        let mut child = start(&arguments);
        std::thread::sleep(length.mul_f64(0.02 + 0.2 * random.below(100) as f64 / 100.0));
        if child.try_wait().expect("a status").is_none() && done < kills {
            child.kill().expect("it runs");
            done += 1;
        }
        let output = child.wait_with_output().expect("an output");
        if output.status.success() {
            break output.stdout;
        }
        // A run that was killed before the event was stored cannot be continued.
        if Path::new(&file).exists() {
            let resume = ["tournament", "--resume", "--concurrency", "2"];
            arguments = [&resume[..], &["--event", &file, "--jsonl", &jsonl]].concat();
        }
    };
    assert_eq!(String::from_utf8_lossy(&table), String::from_utf8_lossy(&expected.stdout), "{format}");
    assert_eq!(games(&jsonl), games(&whole_games), "{format}");
    done
}

#[test]
fn a_tournament_that_is_killed_continues_and_loses_nothing() {
    let folder = Folder::new("killed");
    let mut random = Random::new(11);
    for format in ["round-robin", "swiss"] {
        let kills = kill_and_resume(&folder, format, 30, &mut random);
        assert!(kills >= 3, "{kills} kills");
    }
}

#[test]
#[ignore = "a thousand kills, or KILLS: see CONTRIBUTING.md"]
fn a_thousand_kills_of_tournaments() {
    let mut random = Random::new(12);
    let (mut done, wanted) = (0, kills());
    for number in 0.. {
        let format = ["round-robin", "swiss", "gauntlet"][number % 3];
        let folder = Folder::new(&format!("killed-often-{number}"));
        done += kill_and_resume(&folder, format, wanted - done, &mut random);
        println!("{done} kills in {} tournaments, no game lost or counted twice", number + 1);
        if done >= wanted {
            break;
        }
    }
}
