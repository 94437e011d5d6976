//! The rules of Congo one by one, the errors in wrong texts, and a check that no text makes a function panic.

use std::fmt::Write;

use game::{Line, Notation, Outcome, Rules, Side};
use games::Problem;
use games::congo::{self, Congo, Kind, Position, course};
use proptest::prelude::*;

fn read(fen: &str) -> Position {
    Congo::new().parse(fen).unwrap_or_else(|error| panic!("{error}"))[0]
}

/// The moves of the man on a cell, as written, sorted.
fn moves_from(fen: &str, cell: &str) -> Vec<String> {
    let (game, position) = (Congo::new(), read(fen));
    let written = game.moves(&position).map(|mv| game.write_move(&position, mv));
    let mut moves: Vec<String> = written.filter(|mv| mv.starts_with(cell)).collect();
    moves.sort_unstable();
    moves
}

fn assert_moves(fen: &str, cell: &str, expected: &str) {
    assert_eq!(moves_from(fen, cell).join(" "), expected, "{fen}");
}

/// The position after a move.
fn after(fen: &str, mv: &str) -> String {
    course::apply(fen, mv).unwrap_or_else(|error| panic!("{error}")).0
}

#[test]
fn men_that_will_drown_still_block() {
    assert_moves("3l3/7/7/C2P3/7/7/3L3 w 0", "a4", "a4a3 a4a5 a4b3 a4b4 a4b5 a4c4");
    // The lions face each other only after the pawn between them has drowned.
    assert!(!moves_from("3l3/7/7/3P3/7/7/3L3 w 0", "d1").contains(&"d1d7".to_string()));
    assert!(moves_from("3l3/7/7/7/7/7/3L2Z b 0", "d7").contains(&"d7d1".to_string()));
    assert_moves("3l3/7/7/2P4/1z5/M6/3L3 w 0", "a2", "a2a1 a2a3 a2b1 a2b2");
}

#[test]
fn every_rule_holds_in_its_examples() {
    let mut rule = "";
    for line in include_str!("data/congo_rules.txt").lines().filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            rule = line;
            continue;
        }
        let [fen, cells, expected] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line} has three parts");
        };
        let found = if cells.len() == 2 { moves_from(fen, cells).join(" ") } else { after(fen, cells) };
        assert_eq!(found, expected, "{rule} {line}");
    }
}

/// Four men around c3, and a monkey that can go round over all of them.
const RING: &str = "3l3/7/7/1z1z3/M6/1z1z3/3L3 w 0";

#[test]
fn paths_over_the_same_men_are_one_move() {
    let written = "a3a2 a3a4 a3b3 a3c1 a3c1e3 a3c1e3c5 a3c1e3c5a3 a3c5 a3c5e3 a3c5e3c1";
    assert_moves(RING, "a3", written);
    let (game, position) = (Congo::new(), read(RING));
    let [one_way, other_way] = ["a3c1e3c5a3", "a3c5e3c1a3"].map(|path| game.parse_move(&position, path));
    assert!(one_way.is_ok());
    assert_eq!(one_way, other_way);
}

#[test]
fn taking_the_lion_ends_a_monkeys_capture() {
    let fen = "7/7/2Ml3/4z2/7/7/3L3 w 0";
    assert_moves(fen, "c5", "c5b4 c5b5 c5b6 c5c4 c5c6 c5d4 c5d6 c5e5");
    assert!(course::apply(fen, "c5e5e3").is_err());
    assert_eq!(course::apply(fen, "c5e5").expect("a capture").1, "White wins");
}

/// White's men block each other.
const STUCK: &str = "MMMlMMM/MMMMMMM/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPLPPP w 0";

#[test]
fn games_end_by_a_lost_lion_bare_lions_or_no_move() {
    let game = Congo::new();
    let outcome = |fen| Line::new(&game, read(fen)).ending().map(|ending| ending.outcome);
    assert_eq!(outcome("7/7/7/7/7/7/3L3 b 0"), Some(Outcome::Win(Side::White)));
    assert_eq!(outcome("3l3/7/7/7/7/7/7 b 0"), Some(Outcome::Win(Side::Black)));
    assert_eq!(outcome("3L3/7/7/7/7/7/7 b 0"), Some(Outcome::Win(Side::White)));
    assert_eq!(outcome("7/7/7/7/7/7/7 w 0"), Some(Outcome::Win(Side::White)));
    assert_eq!(outcome("2l4/7/7/7/7/7/3L3 w 0"), Some(Outcome::Draw));
    assert_eq!(outcome("3l3/7/7/7/7/7/3L3 w 0"), None);
    assert_eq!(outcome(STUCK), Some(Outcome::Win(Side::Black)));
    assert_eq!(congo::minimax(STUCK, 1), Ok(-10_000_000));
    assert!(!game.is_final(&read("2l4/7/7/7/7/7/3L3 w 0")), "perft plays on");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let mut errors = String::new();
    for fen in [
        "",
        "   ",
        " 7/7/7 w 0",
        "7/7/7/7/7/7/7/ w 0",
        "7/7/7/3l2/7/7/7 w 0",
        "7/7//7/7/7/7 w 0",
        "7/ppppppppp/7/7/7/7/7 w 0",
        "7/7/7/7/7/2é4/7 w 0",
        "7/7/7/7/7/2k4/7 w 0",
        "7/7/7/7/7/8/7 w 0",
        "7/7/7/7/7/70/7 w 0",
        "7/7/7/7/7/7/7",
        "7/7/7/7/7/7/7 W 1",
        "7/7/7/7/7/7/7  w ",
        "7/7/7/7/7/7/7 w +1",
        "7/7/7/7/7/7/7 w 1000000000",
        "7/7/7/7/7/7/7 w 1 more of it",
        "3l3/3l3/7/7/7/7/3L3 w 0",
        "3l3/7/7/7/7/7/L6 w 0",
        "7/7/7/3l3/7/7/3L3 w 0",
        "3l3/3L3/7/7/7/7/7 w 0",
        "P2l3/7/7/7/7/7/3L3 w 0",
        "3l3/7/7/7/7/7/3L2p w 0",
    ] {
        let error = congo::evaluate(fen).expect_err(fen);
        let _ = writeln!(errors, "{error}\n{:?}\n", error.place);
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("congo_errors", errors) });
    assert!(congo::evaluate("  3l3/7/7/7/7/7/3L3 \t w   0 \r\n").is_ok());
}

#[test]
fn moves_that_are_none_are_refused() {
    let (game, position) = (Congo::new(), Congo::new().start());
    let problem = |text| game.parse_move(&position, text).map_err(|error| error.problem);
    assert_eq!(problem(""), Err(Problem::NotAStep));
    assert_eq!(problem("a2"), Err(Problem::NotAStep));
    for text in ["a2a4", "a6a5", "a4a5", "d1d7", "a2a3a4", "b1b1"] {
        assert_eq!(problem(text), Err(Problem::IllegalMove), "{text}");
    }
    assert!(matches!(problem("a2h9"), Err(Problem::Cell { .. })));
    let ambiguous = course::apply(RING, "a3e3").map_err(|error| error.problem);
    let several = "the monkey can go there over different men: write every cell it lands on, as in b3d5b7";
    assert_eq!(ambiguous, Err(Problem::Other(several.to_string())));
}

#[test]
fn the_look_ahead_has_an_end() {
    let fen = "3l3/7/7/7/7/7/3L3 w 0";
    let too_deep = Err(Problem::LookAhead { least: 0 });
    assert_eq!(congo::minimax(fen, 1000).map_err(|error| error.problem), too_deep);
    assert_eq!(course::alphabeta(fen, 1000).map_err(|error| error.problem), too_deep);
    assert_eq!(congo::minimax(fen, 0), Ok(0));
    assert_eq!(congo::minimax(fen, 1), Ok(10000));
}

#[test]
fn a_crowd_of_enemies_does_not_stop_a_monkey_for_long() {
    let game = Congo::new();
    // A man between any two neighbours of the monkey's landing cells, up to the fifth rank also diagonally.
    let crowded = read("1z1l1z1/z1z1z1z/1z1z1z1/zzzzzzz/1z1z1z1/z1zLz1z/Mz1z1z1 w 0");
    let moves: Vec<_> = game.moves(&crowded).collect();
    assert!(moves.len() > 10_000, "{}", moves.len());
    assert_eq!(game.count_moves(&crowded), moves.len());
    let longest = moves.iter().max_by_key(|mv| mv.jumped().count_ones()).expect("there are moves");
    let text = game.write_move(&crowded, *longest);
    assert_eq!(game.parse_move(&crowded, &text), Ok(*longest));
}

#[test]
fn boards_are_drawn_with_river_and_castles() {
    let game = Congo::course();
    let drawn = game.draw(&game.start());
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows[0], "7  g · + l + · z");
    assert_eq!(rows[3], "4  ~ ~ ~ ~ ~ ~ ~");
    assert_eq!(rows[7..], ["   a b c d e f g", "White to move, move 0"]);
}

proptest! {
    #[test]
    fn no_text_makes_a_call_panic(fen in texts(), mv in "([a-h][0-8]){0,4}|\\PC*", depth in 0..2_u32) {
        let game = Congo::new();
        let _ = congo::evaluate(&fen);
        let _ = congo::minimax(&fen, depth);
        let _ = course::state(&fen);
        let _ = course::apply(&fen, &mv);
        let _ = course::evaluate_advanced(&fen);
        let _ = course::alphabeta(&fen, depth);
        for kind in Kind::ALL {
            let _ = course::moves(&fen, kind);
        }
        let _ = game.parse_move(&game.start(), &mv);
        let _ = Kind::from_name(&mv);
        match game.parse(&fen) {
            Ok(positions) => {
                let written = game.write(&positions);
                prop_assert_eq!(game.parse(&written).expect("a written position is readable"), positions);
                let _ = game.parse_move(&read(&written), &mv);
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// Any text, texts that look like positions, and positions with few men.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC*",
        "[wb-]{0,9}|[wb/-]{2,9}",
        "[pPsSgGmMeElLcCzZ1-9/ ]{0,60} [wb] [0-9]{1,12}",
        "([psgmeczPSGMECZ1-7]{1,7}/){6}[psgmeczPSGMECZ1-7]{1,7} {1,2}[wb] [0-9]{1,3}",
        "([sgmeczSGMECZ]6|7|[psgmecz]2[SGMECZ]3|3l3)/([sgmP]1[CZP]4|7)/7/([psgmPSGM]{7}|7)/7/7/(3L3|2L4|7) [wb] [0-9]{1,3}",
    ]
}
