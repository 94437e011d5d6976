//! The engine through its commands: analysis on a clock and in lines, evaluations term by term, and the bench signature.

use std::process::Command;

use serde_json::Value;

use crate::common::{json, stdout};

/// The positions that `quadrille bench` looks at. It changes when the search, an evaluation or the rules do, and with it this
/// number, in the same commit.
const SIGNATURE: &str = "336206";

#[test]
fn the_bench_signature_is_that_of_this_search() {
    let text = stdout(&["bench"], "");
    let last = text.lines().last().expect("a last line");
    assert_eq!(last.split(' ').next(), Some(SIGNATURE), "{text}");
}

#[test]
fn threads_and_tables_do_not_change_an_answer() {
    let answer = |more: &[&str]| {
        let mut answer = json(&[&["analyze", "crusher", "--depth", "7"], more].concat());
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
    let answer = json(&["analyze", "oska", "--depth", "5", "--lines", "3"]);
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["move"], answer["move"]);
    let scores: Vec<i64> = lines.iter().filter_map(|line| line["score"].as_i64()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // There are six moves: more lines than that cannot be had.
    let all = json(&["analyze", "oska", "--depth", "2", "--lines", "99"]);
    assert_eq!(all["lines"].as_array().map(Vec::len), Some(6));
}

#[test]
fn a_search_on_a_clock_answers() {
    for limit in [["--time", "30ms"], ["--nodes", "3000"]] {
        let answer = json(&[&["analyze", "congo"], &limit[..]].concat());
        assert!(answer["depth"].as_u64().is_some_and(|depth| depth >= 1), "{answer}");
        assert!(answer["move"].is_string());
    }
}

#[test]
fn shares_are_weights_times_counts_and_add_up() {
    for (game, position, sign) in [
        ("ctf", "-wW-w-www---w----bbb--bB- w", 1),
        ("crusher", "-WW-WWW----B--B-BBB B", -1),
        ("oska", "w-ww/-w-/--/--b/bb-b w", 1),
        ("congo", "g1elecz/pppp1pp/4p2/3P3/2m4/PPP1PPP/GMELECZ b 5", -1),
    ] {
        let terms = &json(&["analyze", game, position, "--depth", "1", "--trace"])["terms"];
        let mut for_white = 0;
        for term in terms["list"].as_array().expect("a list") {
            let number = |value: &Value| value.as_i64().expect("a number");
            for side in ["white", "black"] {
                let share = number(&term["weight"]) * number(&term[side]["count"]);
                assert_eq!(number(&term[side]["share"]), share, "{term}");
            }
            for_white += number(&term["white"]["share"]) - number(&term["black"]["share"]);
        }
        assert_eq!(terms["sum"].as_i64(), Some(sign * for_white));
    }
}

#[test]
fn the_version_names_the_commit() {
    let git =
        Command::new("git").args(["rev-parse", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let commit = git
        .ok()
        .filter(|git| git.status.success())
        .map(|git| String::from_utf8_lossy(&git.stdout)[..12].to_string());
    let version = stdout(&["--version"], "");
    match commit.or_else(|| std::env::var("QUADRILLE_COMMIT").ok()) {
        Some(commit) => assert_eq!(version, format!("quadrille {} ({commit})\n", env!("CARGO_PKG_VERSION"))),
        None => assert_eq!(version, format!("quadrille {}\n", env!("CARGO_PKG_VERSION"))),
    }
    assert_eq!(stdout(&["-V"], ""), version);
}

#[test]
fn only_searches_with_a_limit_use_the_network() {
    let score = |more: &[&str]| json(&[&["analyze", "oska:5"], more].concat())["score"].clone();
    let limited = ["--nodes", "2000"];
    assert_eq!(score(&limited), score(&["--nodes", "2000", "--eval", "net"]));
    assert_ne!(score(&limited), score(&["--nodes", "2000", "--eval", "standard"]));
    assert_eq!(score(&["--depth", "5"]), score(&["--depth", "5", "--eval", "standard"]));
    assert_ne!(score(&["--depth", "5"]), score(&["--depth", "5", "--eval", "net"]));
}
