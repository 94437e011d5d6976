//! Every sort of bad input: exit code 2, nothing on stdout, and a message that names the input, the place and what would
//! be right. Snapshots hold all messages, to be read as a whole.

use std::fmt::Write;

use crate::common::run;

/// Runs each case, checks what holds for all errors, and compares the messages with the snapshot.
fn check_messages(snapshot: &str, cases: &[(&[&str], &str)]) {
    let mut table = String::new();
    for (arguments, stdin) in cases {
        let output = run(arguments, stdin);
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?} with {stdin:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?} with {stdin:?} answers something");
        assert!(message.starts_with("error: "), "{arguments:?} with {stdin:?}: {message}");
        assert!(!message.contains("panicked"), "{arguments:?} with {stdin:?}: {message}");
        let input = if stdin.is_empty() { String::new() } else { format!(" <<< {stdin:?}") };
        let _ = writeln!(table, "$ quadrille {}{input}\n{message}", arguments.join(" "));
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(snapshot, table) });
}

const CTF: &str = "-wWw--www-------bbb--bBb-";
const HEX: &str = "WWW-WW-------BB-BBB";
const OSKA: &str = r#"["wwww","---","--","---","bbbb"]"#;

#[test]
fn calls_of_the_courses() {
    let list = r#"["-wWw--www-------bbb--bBb-"]"#;
    check_messages(
        "calls_of_the_courses",
        &[
            // The courses' own misprints: 23 cells, and a board without its waist.
            (&["capture", r#"["-wWw--www-----bbb--bBb-"]"#, "'w'", "2"], ""),
            (&["oska", r#"["wwww","---","---","bbbb"]"#, "'w'", "2"], ""),
            // Letters, flags, sizes.
            (&["capture", r#"["-wWw--wxw-------bbb--bBb-"]"#, "w", "2"], ""),
            (&["capture", r#"["-wWw--wWw-------bbb--bBb-"]"#, "w", "2"], ""),
            (&["capture", r#"["wWw---bBb","wWbB"]"#, "w", "2"], ""),
            (&["capture", r#"["wWw---bBb","wWw---bB"]"#, "w", "2"], ""),
            (&["capture", r#"["wWw---bBb","wWw---bBb","wWw--xbBb"]"#, "w", "1"], ""),
            (&["capture", r#"["-"]"#, "w", "2"], ""),
            (&["capture", "[]", "w", "2"], ""),
            (&["capture", "", "w", "2"], ""),
            (&["capture", r#"["wWw---bBb"#, "w", "2"], ""),
            (&["capture", r#"["wWw---bBb" "wWw---bBb"]"#, "w", "2"], ""),
            (&["capture", r#"["wWw---bBb"] and more"#, "w", "2"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBb"]"#, "W", "2", "3"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "W", "2", "4"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "W", "2", "1"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "W", "2", "19"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "W", "2", "three"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "W", "2", "99999999999999999999"], ""),
            (&["crusher", "[]", "W", "2", "3"], ""),
            (&["oska", r#"["wwww","---","--","---","bbbx"]"#, "w", "2"], ""),
            (&["oska", r#"["wwww","----","--","---","bbbb"]"#, "w", "2"], ""),
            (&["oska", r#"["wwww","---","--","---","bbbb/wwwww"]"#, "w", "2"], ""),
            (&["oska", r#"["wwww","---","--","--/","bbbb"]"#, "w", "2"], ""),
            (&["oska", r#"["ww"]"#, "w", "2"], ""),
            (&["oska", "[]", "w", "2"], ""),
            // Players.
            (&["capture", list, "x", "2"], ""),
            (&["capture", list, "W", "2"], ""),
            (&["capture", list, "white", "2"], ""),
            (&["capture", list, "", "2"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "w", "2", "3"], ""),
            (&["oska", OSKA, "B", "2"], ""),
            // Look-aheads.
            (&["capture", list, "w", "0"], ""),
            (&["capture", list, "w", "-1"], ""),
            (&["capture", list, "w", "1000"], ""),
            (&["capture", list, "w", "99999999999999999999"], ""),
            (&["capture", list, "w", "2.5"], ""),
            (&["crusher", r#"["WWW-WW-------BB-BBB"]"#, "W", "0", "3"], ""),
            (&["oska", OSKA, "w", "0"], ""),
        ],
    );
}

#[test]
fn positions() {
    check_messages(
        "positions",
        &[
            (&["analyze", "chess"], ""),
            (&["analyze", "ctf:1"], ""),
            (&["analyze", "ctf:33"], ""),
            (&["analyze", "ctf:x"], ""),
            (&["analyze", "ctf:99999999999999999999"], ""),
            (&["analyze", "crusher:19"], ""),
            (&["analyze", "oska:2"], ""),
            (&["analyze", "congo:9"], ""),
            (&["analyze", "ctf", ""], ""),
            (&["analyze", "ctf", CTF], ""),
            (&["analyze", "ctf", "-wWw--www-------bbb--bBb- x"], ""),
            (&["analyze", "ctf", "-wWw--www-------bbb--bBb- w w"], ""),
            (&["analyze", "ctf:6", "-wWw--www-------bbb--bBb- w"], ""),
            (&["analyze", "ctf", "-wWw--www-------bbb--bBb-,wWbB w"], ""),
            (&["analyze", "ctf", "-wWw--www-------bbb--bBb-,, w"], ""),
            (&["analyze", "ctf", "-wWw--www-------béb--bBb- w"], ""),
            (&["moves", "crusher", "WWW-WW-------BB-BB W"], ""),
            (&["moves", "crusher:4", "WWW-WW-------BB-BBB W"], ""),
            (&["moves", "crusher", HEX], ""),
            (&["moves", "oska", "wwww/---/--/---/bbbb"], ""),
            (&["moves", "oska", "wwww/---/--/---/bbbb W"], ""),
            (&["moves", "oska:5", "wwww/---/--/---/bbbb w"], ""),
            (&["perft", "oska", "wwww/---/bbbb w"], ""),
            (&["moves", "ctf", "--jsn"], ""),
            (&["moves", "ctf", "--depth", "2"], ""),
            (&["analyze", "ctf", "--depth", "2.5"], ""),
            (&["analyze", "ctf", "--depth", "0"], ""),
            (&["analyze", "ctf", "--depth", "-1"], ""),
            (&["perft", "ctf", "--depth", "1000"], ""),
            (&["rules", "go"], ""),
        ],
    );
}

#[test]
fn congo_positions() {
    check_messages(
        "congo_positions",
        &[
            // Ranks.
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP w 0"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/7/PPPPPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmelecz/pppppp/7/7/7/PPPPPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/8/7/7/PPPPPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/0/7/7/PPPPPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmelecz/pppxppp/7/7/7/PPPPPPP/GMELECZ w 0"], ""),
            // The side to move and the move number.
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ W 0"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w -1"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 9999999999"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0 0"], ""),
            // Lions and pawns where they cannot stand.
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPLPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmeeecz/ppppppp/l6/7/7/PPPPPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/3L3/7/7/PPPPPPP/GME1ECZ w 0"], ""),
            (&["analyze", "congo", "gmelecP/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0"], ""),
            (&["analyze", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECp w 0"], ""),
            (&["analyze", "congo", ""], ""),
        ],
    );
}

#[test]
fn congo_course() {
    let fen = "3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4";
    let stdin = |text: &str| text.replace("FEN", fen);
    check_messages(
        "congo_course",
        &[
            (&["congo", "state"], ""),
            (&["congo", "state"], "three\n"),
            (&["congo", "state"], "-1\n"),
            (&["congo", "state"], &stdin("2\nFEN\n")),
            (&["congo", "state"], &stdin("1\nFEN\nFEN\n")),
            (&["congo", "state"], &stdin("2\nFEN\n\n")),
            (&["congo", "evaluate"], &stdin("2\nFEN\n3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z\n")),
            (&["congo", "minimax"], "1\n3l2z/ppp\n"),
            (&["congo", "minimax", "--depth", "-2"], &stdin("1\nFEN\n")),
            (&["congo", "minimax", "--depth", "1000"], &stdin("1\nFEN\n")),
            (&["congo", "moves", "--piece", "horse"], &stdin("1\nFEN\n")),
            (&["congo", "apply"], &stdin("1\nFEN\n")),
            (&["congo", "apply"], &stdin("1\nFEN\na2a4\n")),
            (&["congo", "apply"], &stdin("1\nFEN\n a2a9 \n")),
            (&["congo", "apply"], &stdin("9999999999999999999\nFEN\na2a3\n")),
            (&["congo", "apply"], &stdin("1\nFEN\nhello\n")),
            (&["congo", "apply"], &stdin("1\nFEN\na2\n")),
        ],
    );
}

#[test]
fn play() {
    check_messages(
        "play",
        &[
            (&["play"], ""),
            (&["play", "chess"], ""),
            (&["play", "ctf:40"], ""),
            (&["play", "oska", "wwww/---/bbbb w"], ""),
            (&["play", "ctf", "--sid"], ""),
            (&["play", "ctf", "--side", "green"], ""),
            (&["play", "ctf", "--opponent", "level=11"], ""),
            (&["play", "ctf", "--opponent", "strong"], ""),
            (&["play", "ctf", "--opponent", "time=fast"], ""),
            (&["play", "ctf", "--record", "games.pgn"], ""),
            (&["play", "ctf", "--game", "2"], ""),
            (&["play", "--record", "/nowhere/games.pgn"], ""),
        ],
    );
}

#[test]
fn stdin_that_is_not_text() {
    let mut command = assert_cmd::Command::cargo_bin("quadrille").expect("the program");
    let output = command
        .args(["congo", "state"])
        .write_stdin(b"1\n\xff\xfe\n".as_slice())
        .output()
        .expect("an output");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: line 2 of the input is not text (UTF-8)\n");
}
