//! Texts from outside: byte order marks are left out, and messages quote only a few characters of a long text.

use std::fs;

use crate::common::{Folder, run, shell};

/// The mark with which some editors begin a text.
const MARK: &str = "\u{FEFF}";

/// Every command that reads stdin, with an input.
const INPUTS: &[(&[&str], &str)] = &[
    (&["moves", "ctf:3", "-"], "startpos\nwb----BWw b\n"),
    (&["perft", "ctf:3", "-"], "startpos\n"),
    (&["analyze", "ctf:3", "-", "--depth", "2"], "wb----BWw b\n"),
    (&["probe", "oska:3", "-"], "startpos\n"),
    (&["ugi", "ctf:3"], "isready\nquery gameover\n"),
    (&["play", "ctf:3", "--plain", "--seed", "1"], "moves\nquit\n"),
    (&["congo", "state"], "1\n3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4\n"),
    (&["congo", "minimax", "--depth", "1"], "1\n3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4\n"),
    (&["congo", "tournament"], "position 3l3/7/7/7/7/7/3L3 b 0\ngo 0.01\n"),
];

#[test]
fn a_byte_order_mark_on_stdin_is_left_out() {
    for (arguments, input) in INPUTS {
        let without = run(arguments, input);
        let with = run(arguments, &format!("{MARK}{input}"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(without.status.success(), "{arguments:?}: {}", text(&without.stderr));
        assert_eq!(text(&with.stdout), text(&without.stdout), "{arguments:?}");
        assert_eq!(text(&with.stderr), text(&without.stderr), "{arguments:?}");
    }
}

#[test]
fn a_byte_order_mark_in_a_file_is_left_out() {
    let folder = Folder::new("mark");
    let games = "quadrille match oska random random2=random --games 2";
    let made = shell(&format!("{games} --pgn games.pgn --jsonl games.jsonl"), folder.path());
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for (name, text) in [
        ("openings", "startpos a1a2\n"),
        ("config", "depth = 1\npositions = 1\n"),
        ("hosts", "127.0.0.1:7999\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let commands = [
        ("openings", "quadrille match oska random engine:depth=1 --games 2 --openings FILE"),
        ("config", "quadrille grade oska engine:depth=1 --config FILE --sizes 3 | head -c 30"),
        ("games.pgn", "quadrille play --record FILE --game 2"),
        ("games.jsonl", "quadrille play --record FILE --game 2"),
        ("hosts", "quadrille solve oska:3 --tables FILE.tables --hosts FILE --process 0 | head -1"),
    ];
    for (name, command) in commands {
        let text = fs::read_to_string(folder.path().join(name)).expect(name);
        let marked = format!("{name}-marked");
        fs::write(folder.path().join(&marked), format!("{MARK}{text}")).expect("a file");
        let [without, with] =
            [name, &marked].map(|file| shell(&command.replace("FILE", file), folder.path()));
        let error = String::from_utf8_lossy(&with.stderr).into_owned();
        assert_eq!(with.status.code(), without.status.code(), "{command}: {error}");
        assert_eq!(
            String::from_utf8_lossy(&with.stdout),
            String::from_utf8_lossy(&without.stdout),
            "{command}: {error}"
        );
        assert_eq!(error, String::from_utf8_lossy(&without.stderr), "{command}");
    }
}

/// Commands that read a very long text; `FILE` is a file with it, and `ARGUMENT` a shorter one, as arguments cannot be so long.
const LONG: &[&str] = &[
    "quadrille congo state < FILE",
    "quadrille congo moves --piece lion < FILE",
    "quadrille congo apply < FILE",
    "quadrille congo evaluate < FILE",
    "quadrille congo minimax --depth 2 < FILE",
    "quadrille congo evaluate-advanced < FILE",
    "quadrille congo alphabeta --depth 2 < FILE",
    "(echo 1; cat FILE) | quadrille congo minimax --depth 2",
    "(echo 1; echo '3l3/7/7/7/7/7/3L3 b 0'; cat FILE) | quadrille congo apply",
    "quadrille congo tournament < FILE",
    "(printf 'moves '; cat FILE) | quadrille congo tournament",
    "(printf 'position '; cat FILE) | quadrille congo tournament",
    "quadrille moves congo - < FILE",
    "quadrille moves ctf - < FILE",
    "quadrille perft oska - < FILE",
    "quadrille analyze crusher - < FILE",
    "quadrille probe oska - < FILE",
    "quadrille ugi ctf < FILE",
    "(printf 'position fen '; cat FILE) | quadrille ugi ctf",
    "(printf 'position fen x '; cat FILE) | quadrille ugi oska",
    "(printf 'position startpos moves '; cat FILE) | quadrille ugi ctf",
    "(printf 'setoption name Hash value '; cat FILE) | quadrille ugi ctf",
    "(printf 'go '; cat FILE) | quadrille ugi ctf",
    "quadrille play ctf --plain < FILE",
    "quadrille grade oska engine --config FILE",
    "(echo 'depth = \"'; cat FILE) > config; quadrille grade oska engine --config config",
    "(printf 'depth = \"'; cat FILE; echo '\"') > config; quadrille grade oska engine --config config",
    "quadrille play --record FILE",
    "(printf '['; cat FILE) > record; quadrille play --record record",
    "(printf '{\"'; cat FILE) > record; quadrille play --record record",
    "(printf '1-0 '; cat FILE) > record; quadrille play --record record",
    "quadrille match oska random engine --openings FILE",
    "(printf 'startpos '; cat FILE) > openings; quadrille match oska random engine --openings openings",
    "quadrille solve oska:3 --tables tables --hosts FILE --process 0",
    "quadrille tournament --resume --event FILE",
    "quadrille capture ARGUMENT \"'w'\" 2",
    "quadrille capture '[\"-wWw--www-------bbb--bBb-\"]' ARGUMENT 2",
    "quadrille crusher WWW-WW-------BB-BBB \"'W'\" ARGUMENT 3",
    "quadrille oska \"['ARGUMENT']\" \"'w'\" 2",
    "quadrille analyze ARGUMENT",
    "quadrille analyze ctf ARGUMENT",
    "quadrille analyze ctf \"-wWw--www-------bbb--bBb- ARGUMENT\"",
    "quadrille analyze ctf --depth ARGUMENT",
    "quadrille analyze ctf --ARGUMENT",
    "quadrille analyze ctf --time ARGUMENT",
    "quadrille analyze ctf --eval ARGUMENT",
    "quadrille analyze ctf --hash ARGUMENT",
    "quadrille match oska ARGUMENT random",
    "quadrille match oska ARGUMENT ARGUMENT",
    "quadrille match oska engine:ARGUMENT random",
    "quadrille match oska random engine --control ARGUMENT",
    "quadrille grade oska ARGUMENT",
    "quadrille play oska --opponent ARGUMENT",
    "quadrille solve oska:4 --men ARGUMENT",
    "quadrille solve oska:4 --prove ARGUMENT",
    "quadrille rules ARGUMENT",
    "quadrille worker ARGUMENT",
    "quadrille ARGUMENT",
    "quadrille congo moves --piece ARGUMENT < /dev/null",
    "quadrille congo minimax --depth ARGUMENT < /dev/null",
];

#[test]
fn messages_quote_a_few_characters_of_a_long_text() {
    let folder = Folder::new("long");
    for (kind, letter) in [("line", "x"), ("words", "ä ")] {
        let text = letter.repeat(4_000_000 / letter.len());
        fs::write(folder.path().join(kind), &text).expect("a file");
        let argument = letter.repeat(50_000 / letter.len());
        for command in LONG {
            let command = command.replace("FILE", kind).replace("ARGUMENT", &argument);
            let shown: String = command.chars().take(100).collect();
            let output = shell(&format!("ulimit -v 1500000; {command}"), folder.path());
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(message.len() < 2000, "{shown}: {} bytes", message.len());
            assert!(!message.contains("panicked") && !message.contains("memory"), "{shown}: {message}");
            assert!(matches!(output.status.code(), Some(0 | 2)), "{shown}: {:?} {message}", output.status);
            // The answer about a line of stdin repeats the position as it was given.
            let answer = String::from_utf8_lossy(&output.stdout).replace(text.trim(), "");
            assert!(answer.len() < 4000, "{shown}: {} bytes of output", answer.len());
        }
    }
}

#[test]
fn endless_input_is_refused() {
    let folder = Folder::new("endless");
    for command in ["congo minimax --depth 2", "congo state", "moves congo -", "ugi ctf", "play ctf --plain"]
    {
        // The program, not the writer, ends the pipe.
        let endless = format!("ulimit -v 1500000; yes | tr -d '\\n' | timeout 100 quadrille {command} 2>&1");
        let output = shell(&endless, folder.path());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("too long"), "{command}: {}", text.chars().take(300).collect::<String>());
        assert!(text.len() < 4000, "{command}");
    }
}
