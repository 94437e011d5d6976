//! The engine through its commands: analysis on a clock and in lines, the protocols, and the bench signature.

use serde_json::Value;

use crate::common::{run, stdout};

/// The positions that `quadrille bench` looks at. It changes when the search, an evaluation or the rules do, and with it this
/// number, in the same commit.
const SIGNATURE: &str = "404091";

#[test]
fn the_bench_signature_is_that_of_this_search() {
    let text = stdout(&["bench"], "");
    let last = text.lines().last().expect("a last line");
    assert_eq!(last.split(' ').next(), Some(SIGNATURE), "{text}");
}

#[test]
fn threads_and_tables_do_not_change_an_answer() {
    let answer = |more: &[&str]| {
        let arguments = [&["analyze", "crusher", "--depth", "7", "--json"], more].concat();
        let mut answer: Value = serde_json::from_str(&stdout(&arguments, "")).expect("JSON");
        let fields = answer.as_object_mut().expect("an object");
        fields.remove("seconds");
        fields.remove("nodes");
        answer
    };
    let plain = answer(&[]);
    assert_eq!(answer(&["--threads", "2"]), plain);
    assert_eq!(answer(&["--hash", "1"]), plain);
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let text = stdout(&["analyze", "oska", "--depth", "5", "--lines", "3", "--json"], "");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["move"], answer["move"]);
    let scores: Vec<i64> = lines.iter().filter_map(|line| line["score"].as_i64()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // There are six moves: more lines than that cannot be had.
    let all: Value =
        serde_json::from_str(&stdout(&["analyze", "oska", "--depth", "2", "--lines", "99", "--json"], ""))
            .expect("JSON");
    assert_eq!(all["lines"].as_array().map(Vec::len), Some(6));
}

#[test]
fn a_search_on_a_clock_answers() {
    for limit in [["--time", "30ms"], ["--nodes", "3000"]] {
        let arguments = [&["analyze", "congo", "--json"], &limit[..]].concat();
        let answer: Value = serde_json::from_str(&stdout(&arguments, "")).expect("JSON");
        assert!(answer["depth"].as_u64().is_some_and(|depth| depth >= 1), "{answer}");
        assert!(answer["move"].is_string());
    }
    for bad in ["30", "fast", "-1s", "1h"] {
        assert_eq!(run(&["analyze", "congo", "--time", bad], "").status.code(), Some(2), "{bad}");
    }
    assert_eq!(run(&["analyze", "congo", "--time", "1s", "--depth", "2"], "").status.code(), Some(2));
}

#[test]
fn the_universal_game_interface() {
    let session = "ugi\nisready\nposition startpos moves a1a2 c3c2\nquery p1turn\nquery gameover\nquery result\ngo depth 3\n\
                   position fen wb----BWw b\nquery gameover\nquery result\ngo depth 2\nquit\ngo depth 2\n";
    let text = stdout(&["ugi", "ctf:3"], session);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("info depth")).collect();
    assert!(lines[0].starts_with("id name Quadrille"));
    let after = lines.iter().position(|&line| line == "ugiok").expect("ugiok") + 1;
    let best = lines[after + 4].strip_prefix("bestmove ").expect("a best move");
    assert_eq!(
        lines[after..],
        [
            "readyok",
            "response true",
            "response false",
            "response none",
            &format!("bestmove {best}"),
            "response true",
            "response p1win",
            "info string error: the game is over: White has won: the flag is past every enemy pawn",
        ]
    );
}

#[test]
fn garbage_does_not_end_a_session() {
    let session = "\n\u{0}\nhello world\ngo\ngo depth\ngo depth x\ngo sideways 3\nposition\nposition fen\nposition fen x y z\n\
                   position startpos moves c2c9\nposition startpos moves c2c3 c3c4\nsetoption name Hash value 0\n\
                   setoption name Threads value 999\nsetoption\nquery\nstop\nisready\ngo nodes 100\n";
    let text = stdout(&["ugi", "ctf"], session);
    let errors = text.lines().filter(|line| line.starts_with("info string error: ")).count();
    assert_eq!(errors, 15, "{text}");
    assert!(text.contains("readyok\n"));
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
}

#[test]
fn the_tournament_of_the_course() {
    let session = "newgame\nposition g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0\nmoves a2a3 a6a5\ngo 0.05\n\
                   position 3l3/7/7/7/7/7/3L3 b 0\ngo 0.05\nnonsense\nmoves z9z9\ngo soon\nquit\n";
    let output = run(&["congo", "tournament"], session);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let moves: Vec<&str> = text.lines().collect();
    assert_eq!(moves.len(), 2, "{text}");
    assert_eq!(moves[1], "d7d1", "a lion that can be captured is captured");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().filter(|line| line.starts_with("error: ")).count(), 3, "{errors}");
}
