//! Every command that plays uses solved tables in the same way, whether `--tables` names them or `QUADRILLE_TABLES` does.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::common::conversation::Conversation;
use crate::common::{Folder, shell, stdout};
use crate::serve::{Running, at_home, first_line};

/// White wins in 19 plies, and only with `b1b2`, which the engine does not find in twenty thousand positions without a table, with or
/// without its network, also if it may choose a move that is slightly worse. No table of a game this large is made on the spot.
const WON: &str = "-w---/w--w/---/w-/---/-bb-/--b-- w";

/// Shell commands that print White's first move. `$TABLES` may be an option.
const PLAYERS: [&str; 6] = [
    r#"quadrille analyze oska:5 "$WON" --nodes 10000 --eval standard $TABLES | sed -n 's/^best move  //p'"#,
    r#"printf "setoption name Eval value standard\nposition fen $WON\ngo nodes 10000\n" | quadrille ugi oska:5 $TABLES | sed -n 's/^bestmove //p'"#,
    r#"quadrille play oska:5 "$WON" --side black --opponent level=12 --seed 1 $TABLES | sed -n 's/^1. White plays //p'"#,
    "quadrille match oska:5 engine:eval=standard random --games 2 $EVENT $TABLES >&2; first_move",
    "rm -f *.sqlite; quadrille tournament oska:5 engine:eval=standard random $EVENT $TABLES >&2; first_move",
    // The move of a graded program is compared with the best play, and tables know that this wins for certain.
    r#"quadrille grade oska:5 'call:echo b1b2' --config grading.toml --json $TABLES | grep -q '"chance":100.0' && echo b1b2 || echo none"#,
];

/// What matches and tournaments share: one ply is enough to see the first move.
const EVENT: &str = r#"EVENT='--control nodes=10000 --openings openings --most-plies 1 --jsonl games'
first_move() { sed -n '1s/.*"move":"\([^"]*\).*/\1/p' games; }"#;

#[test]
fn every_player_uses_the_tables_that_it_is_told_of() {
    let folder = Folder::new("tables");
    stdout(&["solve", "oska:5", "--men", "wwww-bbb", "--tables", &folder.file("solved")], "");
    fs::write(folder.path().join("openings"), format!("{WON}\n")).expect("a file");
    let others = ["notation", "legal", "win", "loss", "rules", "time"].map(|check| format!("{check} = 0\n"));
    let grading = format!(
        "[weights]\n{}[[position]]\nname = \"won\"\nposition = \"{WON}\"\nanswers = [\"b1b2\"]\n",
        others.concat()
    );
    fs::write(folder.path().join("grading.toml"), grading).expect("a file");
    for (option, variable, wins) in [
        ("--tables solved", "none", true),
        ("", "solved", true),
        ("--tables none", "solved", false),
        ("", "none", false),
    ] {
        for player in PLAYERS {
            let told = format!("export QUADRILLE_TABLES={variable}; TABLES='{option}'; WON='{WON}'; {EVENT}");
            let output = shell(&format!("{told}\n{player}"), folder.path());
            let mv = String::from_utf8_lossy(&output.stdout);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(mv.len(), 5, "{player}: {mv}{error}");
            assert_eq!(mv == "b1b2\n", wins, "{player} with {option:?} and {variable}: {mv}");
        }
        let mv = served_move(&folder, option, variable);
        assert_eq!(mv == "b1b2", wins, "serve with {option:?} and {variable}: {mv}");
    }
}

/// The first move of the server's engine, which plays White.
fn served_move(folder: &Folder, option: &str, variable: &str) -> String {
    let words = "serve --port 0 --data games.sqlite".split(' ').chain(option.split_whitespace());
    let mut command = at_home(folder, &words.collect::<Vec<_>>());
    command.current_dir(folder.path()).env("QUADRILLE_TABLES", variable);
    let mut child = Running::start(command);
    let line = first_line(&mut child);
    let address = line.split('/').find(|part| part.starts_with("127.0.0.1:")).expect("an address");
    let engine = json!({"kind": "engine", "strength": "level=12"});
    let new = json!({"game": "oska:5", "position": WON, "white": engine, "black": {"kind": "human"}});
    let game = post(address, "/api/games", &new);
    let path = format!("/api/games/{}/reply", game["id"].as_str().expect("an id"));
    let view = post(address, &path, &json!({"ply": 0}));
    view["line"]["plies"][0]["move"].as_str().expect("a move").to_string()
}

/// The answer of a server to a request with this body.
fn post(address: &str, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    let kind = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all((head + &kind + &body).as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    serde_json::from_str(answer.split_once("\r\n\r\n").expect("a body").1).expect(&answer)
}

/// A file that is cut short while a program uses it: a mapped file would end the program by SIGBUS.
#[test]
fn a_table_cut_short_while_in_use_is_refused() {
    let folder = Folder::new("tables-cut");
    let solved = folder.file("solved");
    stdout(&["solve", "oska:5", "--men", "wwww-bbb", "--tables", &solved], "");
    let mut probe = Conversation::start(&["probe", "oska:5", "-", "--tables", &solved]);
    probe.say(WON);
    let answer: Value = serde_json::from_str(&probe.next()).expect("JSON");
    assert_eq!(answer["win_in"], 19);
    for entry in fs::read_dir(folder.path().join("solved/oska-5")).expect("tables") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|kind| kind == "table") {
            let file = fs::File::options().write(true).open(&path).expect("a file");
            file.set_len(file.metadata().expect("a length").len() / 8).expect("cut");
        }
    }
    for other in ["-----/---w/--w/-w/b--/b---/b---- w", "----w/---w/--w/b-/b--/b---/----- b"] {
        probe.say(other);
        let answer: Value = serde_json::from_str(&probe.next()).expect("JSON");
        assert!(answer["error"].is_string(), "{answer}");
    }
    // What has been read already is still known.
    probe.say(WON);
    let answer: Value = serde_json::from_str(&probe.next()).expect("JSON");
    assert_eq!(answer["win_in"], 19);
    assert!(probe.end().success());
}
