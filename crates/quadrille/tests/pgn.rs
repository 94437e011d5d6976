//! Games as text: written games are read back, and errors name the line.

use quadrille::pgn::{read, write};
use quadrille::{GameResult, Opening, Ply, Record, UNFINISHED};

fn record() -> Record {
    let ply = |mv: &str, milliseconds, score| Ply { mv: mv.to_string(), milliseconds, score };
    Record {
        event: "a \"quoted\" \\ name".to_string(),
        number: 7,
        pair: 3,
        game: "oska:4".to_string(),
        players: ["engine:depth=2".to_string(), "call:./student {board}".to_string()],
        control: "depth=2".to_string(),
        opening: Opening { position: "startpos".to_string(), moves: vec!["b1b2".to_string()] },
        moves: vec![ply("c5c4", 3, Some(-12)), ply("pass", 0, None), ply("a5a4", 1, Some(0))],
        result: GameResult::Black,
        reason: "illegal move: \"x\": no board".to_string(),
    }
}

#[test]
fn a_game_that_is_not_over_has_no_result() {
    let open = Record { reason: UNFINISHED.to_string(), result: GameResult::Draw, ..record() };
    let text = write(&open);
    assert!(text.contains("[Result \"*\"]") && text.ends_with("\n*\n"), "{text}");
    assert_eq!(read(&text), Ok(vec![open]));
    let games = read("[Game \"oska:4\"]\n1. b1b2 *").expect("a game");
    assert_eq!(games[0].reason, UNFINISHED);
}

#[test]
fn nothing_is_lost() {
    let mut long = record();
    for _ in 0..100 {
        long.moves.extend(record().moves);
    }
    let text = write(&record()) + "\n" + &write(&long);
    assert_eq!(read(&text), Ok(vec![record(), long]));
    assert!(text.lines().skip(12).all(|line| line.len() <= 100 || line.starts_with('[')));
    assert_eq!(Record::from_json(&record().to_json()), Ok(record()));
}

#[test]
fn games_by_others_are_read_as_well() {
    let text = "[Game \"ctf\"]\n1. c2c3 {a comment\nof two lines} c4c3 1/2-1/2\n";
    let records = read(text).expect("a game");
    assert_eq!(records[0].all_moves().collect::<Vec<_>>(), ["c2c3", "c4c3"]);
    assert_eq!((records[0].result, &*records[0].opening.position), (GameResult::Draw, "startpos"));
}

#[test]
fn what_is_no_game_is_refused_with_its_line() {
    let problem = |text: &str| read(text).expect_err(text);
    assert!(problem("[Game \"ctf\"]\n[White Anna]\n").starts_with("line 2: [White Anna] is not a tag"));
    assert!(problem("1. c2c3 1-0").starts_with("line 1: a game without a tag [Game"));
    assert!(problem("[Game \"ctf\"]\n1. c2c3").contains("no result"));
    assert!(problem("[Game \"ctf\"]\n[OpeningPlies \"9\"]\n1. c2c3 1-0").contains("9 plies"));
    assert!(problem("[Game \"ctf\"]\n[Result \"0-1\"]\n1. c2c3 1-0").contains("not the one"));
    assert!(problem("[Game \"ctf\"]\n1. c2c3 1-0 c4c3").contains("after the result"));
}

/// Found by fuzzing: each of these was read, but not read back after it was written.
#[test]
fn what_is_read_can_be_written_and_read_again() {
    let moves = "a1a2 ".repeat(40);
    let problem = read(&format!("[Game \"ctf\"]\n{moves}[x] 1-0\n")).expect_err("a tag among moves");
    assert_eq!(problem, "line 2: [x] is not a move, and a tag needs a line of its own");
    let problem = read("[Game \"ctf\"]\n[Reason \"not over\"]\n1. c2c3 1-0\n").expect_err("a contradiction");
    assert!(problem.starts_with("line 3: the game has the result 1-0"), "{problem}");
    let read_once = read("[Game \"ctf\"]\n[White \"a\rb\"]\n1. c2c3 1-0\n").expect("a game");
    assert_eq!(read(&write(&read_once[0])), Ok(read_once));
}
