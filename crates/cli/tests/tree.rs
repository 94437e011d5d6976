//! `quadrille tree`: what it prints, to be read as a whole, and what it refuses.

use std::fmt::Write;

use crate::common::{run, stdout};

fn snapshot(name: &str, text: &str) {
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name, text) });
}

/// The tree of a small game. Men are counted: tuning the standard evaluation must not change these texts.
fn oska(options: &[&str]) -> String {
    stdout(&[&["tree", "oska:3", "--depth", "3", "--eval", "material"], options].concat(), "")
}

#[test]
fn both_searches_beside_each_other() {
    snapshot("both", &oska(&[]));
}

#[test]
fn one_search_alone() {
    snapshot("alphabeta", &oska(&["--algorithm", "alphabeta"]));
    snapshot("minimax", &oska(&["--algorithm", "minimax"]));
}

#[test]
fn for_graphviz() {
    snapshot("dot", &oska(&["--format", "dot"]));
}

#[test]
fn decided_games() {
    snapshot("decided", &stdout(&["tree", "oska", "w--/-b/--- w", "--depth", "3"], ""));
    snapshot("finished", &stdout(&["tree", "oska", "www/--/--- b"], ""));
}

#[test]
fn pictures_have_both_panels_and_the_reasons() {
    let svg = oska(&["--format", "svg"]);
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    for part in [">minimax: 39 positions<", ">alpha-beta: 23 positions<", "beta cut-off: +1 ≥ -1, Black has"]
    {
        assert!(svg.contains(part), "{part}");
    }
}

#[test]
fn boards_before_count() {
    // With this history d1e1 would repeat a board.
    let free = stdout(&["tree", "ctf", "-wWw--www-------bbb--bBb- w", "--depth", "1"], "");
    let banned =
        stdout(&["tree", "ctf", "-wWw--www-------bbb--bBb-,-wW-w-www-------bbb--bBb- w", "--depth", "1"], "");
    assert!(free.contains("looked at 8 positions") && free.contains("─ d1e1"), "{free}");
    assert!(banned.contains("looked at 7 positions") && !banned.contains("─ d1e1"), "{banned}");
    assert!(banned.contains("bBb- w after 1 board, depth 1"), "{banned}");
}

#[test]
fn every_format_of_every_game() {
    for game in ["ctf", "ctf:32", "crusher", "oska", "congo", "congo:course"] {
        for format in ["text", "dot", "svg"] {
            let depth = if game == "ctf:32" { "1" } else { "2" };
            assert!(!stdout(&["tree", game, "--depth", depth, "--format", format], "").is_empty());
        }
    }
}

#[test]
fn what_is_refused() {
    let cases: [&[&str]; 10] = [
        &["tree", "congo", "--depth", "4"],
        &["tree", "congo", "--depth", "3", "--format", "svg"],
        &[
            "tree",
            "crusher",
            "--depth",
            "5",
            "--eval",
            "material",
            "--algorithm",
            "alphabeta",
            "--format",
            "svg",
        ],
        &["tree", "ctf", "--depth", "7"],
        &["tree", "ctf", "--depth", "0"],
        &["tree", "ctf", "--depth", "-1"],
        &["tree", "chess"],
        &["tree", "ctf", "-"],
        &["tree", "oska", "wwww/---/--/---/bbbx w"],
        &["tree", "ctf", "--format", "png"],
    ];
    let mut messages = String::new();
    for arguments in cases {
        let output = run(arguments, "");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty() && message.starts_with("error: "), "{arguments:?}: {message}");
        let _ = writeln!(messages, "$ quadrille {}\n{message}", arguments.join(" "));
    }
    snapshot("refused", &messages);
}
