//! Games line by line.

use super::{OPPONENT, script};
use crate::common::{start, stdout};

#[test]
fn a_game_of_each_kind_is_played_to_its_end() {
    for (game, depth) in [("ctf:5", 5), ("crusher:3", 4), ("oska:4", 5), ("congo", 3)] {
        let script = script(game, "startpos", depth);
        let input: String = script.own().flat_map(|name| [name, "\n"]).collect();
        let out = stdout(&["play", game, "--opponent", OPPONENT], &input);
        assert!(out.ends_with(&format!("{}\n", script.ending)), "{game}: {out}");
        for (index, name) in script.moves.iter().enumerate() {
            let side = if index % 2 == 0 { "White" } else { "Black" };
            assert!(out.contains(&format!("\n{}. {side} plays {name}\n", index + 1)), "{game} {name}: {out}");
        }
    }
}

#[test]
fn the_engine_plays_against_itself() {
    for game in ["ctf:3", "crusher:2", "oska:3", "congo:course"] {
        let out = stdout(&["play", game, "--side", "none", "--opponent", "level=1"], "");
        let last = out.lines().last().unwrap_or_default();
        assert!(last.contains(" has won: ") || last.starts_with("the game is drawn: "), "{game}: {last}");
    }
}

#[test]
fn every_command_answers() {
    let input =
        "help\nmoves\nc2c9\nhello\nc2c3\nundo\nundo\nboard\n\nhint\n-wWw--w-w---w---bbb--bBb-\nquit\nc2c3\n";
    let out = stdout(&["play", "ctf", "--side", "both"], input);
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("commands", out) });
}

#[test]
fn passes_are_explained_and_repeated_boards_are_refused() {
    let out = stdout(&["play", "oska", "w--/b-/-b- w", "--side", "both"], "moves\npass\n");
    assert!(out.contains("White cannot move and has to pass\n"), "{out}");
    let out = stdout(&["play", "ctf", "w-W---bB-,wW----bB- w", "--side", "both"], "c1b1\n");
    assert!(
        out.contains("refused: c1b1 is not legal: this would repeat the board of one ply ago\n"),
        "{out}"
    );
}

#[test]
fn a_game_ends_by_resignation_or_politely_with_its_input() {
    let out = stdout(&["play", "crusher", "--side", "black", "--opponent", "depth=1"], "resign\n");
    assert!(out.ends_with("White has won: Black has resigned\n"), "{out}");
    let out = stdout(&["play", "oska:3", "--opponent", "depth=2"], "b1a2");
    assert!(out.ends_with("--side white --opponent depth=2\n"), "{out}");
    // The command that it prints continues the game.
    let command = out.lines().last().and_then(|line| line.split_once("quadrille ")).expect("a command").1;
    let (before, after) = command.split_once('\'').expect("a position");
    let (position, after) = after.split_once('\'').expect("a position");
    let words: Vec<&str> =
        before.split_whitespace().chain([position]).chain(after.split_whitespace()).collect();
    assert!(stdout(&words, "").contains("White to move"));
}

#[test]
fn a_finished_game_is_over() {
    let out = stdout(&["play", "congo", "7/7/7/7/7/7/3L3 b 7"], "d1d2\n");
    assert!(out.ends_with("White has won: the enemy lion is captured\n"), "{out}");
}

#[test]
fn input_that_is_not_text_is_refused_and_nothing_is_lost() {
    let mut command = assert_cmd::Command::cargo_bin("quadrille").expect("the program");
    let output = command
        .args(["play", "ctf", "--side", "both"])
        .write_stdin(b"\xff\xfe\0\nc2c3\n".as_slice())
        .output()
        .expect("an output");
    assert_eq!(output.status.code(), Some(0));
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("refused: ") && out.contains("1. White plays c2c3"), "{out}");
}

#[test]
fn a_reader_who_leaves_is_not_a_failure() {
    let arguments = ["play", "ctf", "--side", "none", "--opponent", "level=1"].map(str::to_string);
    let mut program = start(&arguments);
    drop(program.stdout.take());
    assert_eq!(program.wait().expect("a status").code(), Some(0));
}
