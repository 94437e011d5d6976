//! Instructors' files, right and wrong.

use std::time::Duration;

use quadrille::Catalogue;

use super::super::assignment::{Assignment, Wanted};
use super::super::exercise::Check;
use crate::fixture::game;

fn read(text: &str) -> Result<Assignment, String> {
    let mut assignment = Assignment::new(game("ctf"), "random".parse().expect("a player"));
    assignment.configure(&Catalogue::standard(), "ctf", text)?;
    Ok(assignment)
}

#[test]
fn a_full_file_is_read() {
    let text = r#"
        sizes = [4, "7"]
        depth = 3
        evaluation = "material"
        any-win = true
        seed = 7
        positions = 12
        time-limit = "2s"
        [weights]
        legal = 30
        best = 12.5
        [[position]]
        name = "The pawn takes"
        position = "W-----w---b-b--B w"
        answers = ["c2c4"]
        [[position]]
        position = "W-----w---b-b--B w"
        avoid = ["W---------wwb--B", "a1a2"]
    "#;
    let problem = read(text).expect_err("no move makes that board");
    let expected = "line 18: \"W---------wwb--B\" is not a legal answer: no legal move makes the board";
    assert!(problem.starts_with(expected), "{problem}");
    let config = read(&text.replace("\"W---------wwb--B\", ", "")).expect("a valid file");
    assert_eq!(config.games.iter().map(|game| game.name()).collect::<Vec<_>>(), ["ctf:4", "ctf:7"]);
    assert_eq!(config.weights[&Check::Best].to_bits(), 12.5_f64.to_bits());
    assert_eq!((config.depth, config.seed, config.time_limit), (3, 7, Duration::from_secs(2)));
    assert_eq!(config.own[0].wanted, Wanted::Moves(vec!["c2c4".to_string()]));
    assert_eq!(config.own[1].wanted, Wanted::Others(vec!["a1a2".to_string()]));
    assert_eq!((config.own[1].name.as_str(), config.own[1].game.name()), ("position 2", "ctf:4"));
}

#[test]
fn errors_name_the_line_and_what_would_be_right() {
    for (text, expected) in [
        ("seed = 1\ndeepness = 3", "line 2: unknown field `deepness`"),
        ("seed = 1\nsizes = [4, 40]", "line 2: "),
        ("depth = 0", "line 1: a depth is from 1 to"),
        ("depth = \"two\"", "line 1: invalid type"),
        ("\n\nevaluation = \"strong\"", "line 3: "),
        ("time-limit = \"fast\"", "line 1: "),
        ("positions = 0", "line 1: the number of positions is from 1 to 10000"),
        (
            "[weights]\nlegal = 3\nbeauty = 5",
            "line 3: \"beauty\" is not a check: the checks are notation, legal",
        ),
        ("[weights]\nlegal = -3", "line 2: points are from 0"),
        ("[[position]]\nname = \"x\"", "line 1: missing field `position`"),
        ("[[position]]\nposition = \"wWbx w\"", "line 2: "),
        ("[[position]]\nposition = \"wWw---bBb w\"\nanswers = []", "line 3: the list is empty"),
        (
            "[[position]]\nposition = \"wWw---bBb w\"\nvalue = 1\navoid = [\"a1a2\"]",
            "line 2: a position has one of",
        ),
        ("[[position]]\nposition = \"wb----BWw b\"", "line 2: the program cannot move here: White has won"),
        ("[[position]]\nposition = \"wWw---bBb w\"\nvalue = 1", "line 3: the programs of ctf:3 print moves"),
        ("seed = ", "line 1: "),
    ] {
        let problem = read(text).expect_err(text);
        assert!(problem.starts_with(expected), "{text:?}: {problem}");
    }
}
