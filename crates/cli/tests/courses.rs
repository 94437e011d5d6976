//! The calls of the courses: answers are legal boards, and the files of the Congo course come out as graded.

use std::io::Write;
use std::path::PathBuf;

use quadrille::Catalogue;
use quadrille::haskell::{parse_list, write_list};

use crate::common::conversation::Conversation;
use crate::common::{quadrille, run, stdout};

#[test]
fn answers_are_legal_boards() {
    let (ctf, hex, oska) = ("-wWw--www-------bbb--bBb-", "WWW-WW-------BB-BBB", "wwww/---/--/---/bbbb");
    let rows = write_list(&oska.split('/').map(str::to_string).collect::<Vec<_>>());
    let calls: [(&[&str], &str, String); 3] = [
        (&["capture", ctf, "'w'", "2"], "ctf", format!("{ctf} w")),
        (&["crusher", hex, "'W'", "2", "3"], "crusher", format!("{hex} W")),
        (&["oska", &rows, "'w'", "2"], "oska", format!("{oska} w")),
    ];
    for (call, game, position) in calls {
        let answer = parse_list(stdout(call, "").trim_end()).expect("boards or rows");
        let board = if game == "oska" { answer.join("/") } else { answer[0].clone() };
        let moves = stdout(&["moves", game, &position], "");
        let mut next = moves.lines().filter_map(|line| line.split([' ', ',']).nth(2));
        assert!(next.any(|next| next == board), "{board} in {moves}");
    }
}

#[test]
fn capture_does_not_repeat_a_board() {
    // Black can only shuffle; each answer joins the history, so no board may come twice.
    let mut history = vec!["-wWw--www-------bbb--bBb-".to_string()];
    for ply in 0..30 {
        let player = if ply % 2 == 0 { "'w'" } else { "'b'" };
        let output = run(&["capture", &write_list(&history), player, "2"], "");
        assert!(output.status.success());
        let board = String::from_utf8(output.stdout).expect("text").trim().trim_matches('"').to_string();
        if !output.stderr.is_empty() {
            assert_eq!(board, history[0], "a finished game keeps its board");
            return;
        }
        assert!(!history.contains(&board), "{board} repeats a board");
        history.insert(0, board);
    }
}

/// Each part of the course with the names of its input and of its output, which are read where they are, if they are there.
const PARTS: &str = include_str!("congo_course.txt");

#[test]
fn the_files_of_the_congo_course_come_out_as_graded() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/congo-course");
    let folder = PathBuf::from(std::env::var_os("CONGO_COURSE").unwrap_or_else(|| beside.into()));
    if !folder.is_dir() {
        // Written past the test harness, which would keep it to itself.
        let _ = writeln!(std::io::stderr(), "SKIPPED: the course's files are not in {}", folder.display());
        return;
    }
    let read = |name: String| {
        std::fs::read_to_string(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    for part in PARTS.lines() {
        let (files, arguments) = part.split_once(": ").expect("files and arguments");
        let (input, output) = files.split_once(' ').unwrap_or((files, files));
        let arguments: Vec<&str> = ["congo"].into_iter().chain(arguments.split(' ')).collect();
        let answer = stdout(&arguments, &read(format!("{input}.in")));
        assert_eq!(answer, read(format!("{output}.out")), "{part}");
    }
}

/// The course describes a game like this: the referee starts a game, sets up its first position and asks for a move. The agent answers, and
/// has played its answer. From then on the referee names only what the opponent has played, and asks again.
#[test]
fn an_agent_of_the_congo_course_plays_its_own_moves() {
    let mut line = Catalogue::standard().game("congo:course").expect("a game").start();
    let mut agent = Conversation::start(&["congo", "tournament"]);
    for text in ["newgame", &format!("position {}", line.text()), "go 0.05"] {
        agent.say(text);
    }
    let mut is_asked = true;
    for _ in 0..6 {
        let own = agent.next();
        is_asked = false;
        line.play(&own).unwrap_or_else(|refusal| panic!("{own} in {}: {refusal}", line.text()));
        let Some(reply) = line.moves().into_iter().next() else { break };
        line.play(&reply).expect("a legal move");
        if line.ending().is_some() {
            break;
        }
        agent.say(&format!("moves {reply}"));
        agent.say("go 0.05");
        is_asked = true;
    }
    if is_asked {
        agent.next();
    }
    // A new game starts at the beginning again.
    for text in ["newgame", "moves d2d3", "go 0.05"] {
        agent.say(text);
    }
    let mut line = line.game().start();
    line.play("d2d3").expect("a legal move");
    let answer = agent.next();
    line.play(&answer).unwrap_or_else(|refusal| panic!("{answer}: {refusal}"));
    assert!(agent.end().success());
}

#[test]
fn every_part_of_the_congo_course_can_be_graded() {
    let graded = |part: &str, program: &str| {
        let player = format!("call:{} congo {program}", quadrille());
        let options = ["grade", "congo:course", &player, "--part", part, "--positions", "4"];
        run(&options, "")
    };
    for (part, program) in [
        ("state", "state"),
        ("moves lion", "moves --piece lion"),
        ("moves superpawn", "moves --piece superpawn"),
        ("apply", "apply"),
        ("evaluate", "evaluate"),
        ("minimax", "minimax"),
        ("evaluate-advanced", "evaluate-advanced"),
        ("alphabeta 2", "alphabeta --depth 2"),
    ] {
        let output = graded(part, program);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{part}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(text.contains("ok    does its part of the course right                  10/10"), "{text}");
    }
    let output = graded("moves lion", "moves --piece pawn");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("problem   line 1 of the answer is wrong"), "{text}");
    let output = graded("moves horse", "state");
    assert_eq!(output.status.code(), Some(2));
}
