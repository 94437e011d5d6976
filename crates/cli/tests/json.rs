//! The JSON answers: their fields, their order, and batches from stdin.

use serde_json::Value;

use crate::common::{run, stdout};

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

fn keys(text: &str) -> Vec<String> {
    // In the order of the text: a map would sort them.
    let mut found = Vec::new();
    let mut depth = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}', '[', ']', '"']) {
        let (mark, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = after;
        match mark {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {
                let (string, after) = after.split_once('"').expect("the end of a string");
                if depth == 1 && after.starts_with(':') {
                    found.push(string.to_string());
                }
                rest = after;
            }
        }
    }
    found
}

#[test]
fn analyze_has_the_fields_of_the_contract() {
    let text = stdout(&["analyze", "ctf", "--depth", "3", "--json"], "");
    assert_eq!(text.lines().count(), 1);
    assert_eq!(
        keys(&text),
        ["position", "depth", "score", "win_in", "move", "next", "pv", "nodes", "seconds"]
    );
    let answer = &objects(&text)[0];
    assert_eq!(answer["position"], "-wWw--www-------bbb--bBb- w");
    assert_eq!(answer["depth"], 3);
    assert_eq!(answer["win_in"], Value::Null);
    assert_eq!(answer["pv"][0], answer["move"]);
    assert_eq!(answer["pv"].as_array().map(Vec::len), Some(3));
    let next = answer["next"].as_str().expect("a position");
    assert!(next.ends_with(",-wWw--www-------bbb--bBb- b"), "the whole history, newest first: {next}");
}

#[test]
fn decided_games_say_in_how_many_plies() {
    let won =
        objects(&stdout(&["analyze", "crusher", "----WWB--WBB-BW---- B", "--depth", "4", "--json"], ""));
    assert_eq!((&won[0]["win_in"], &won[0]["score"]), (&Value::from(3), &Value::from(999_997)));
    assert_eq!(won[0]["pv"].as_array().map(Vec::len), Some(3), "best play ends with the game");
    let next = won[0]["next"].as_str().expect("a position");
    let lost = objects(&stdout(&["analyze", "crusher", next, "--depth", "3", "--json"], ""));
    assert_eq!((&lost[0]["win_in"], &lost[0]["score"]), (&Value::from(-2), &Value::from(-999_998)));
}

#[test]
fn a_finished_game_has_a_winner() {
    let text = stdout(&["analyze", "oska", "-b-/--/-w- w", "--json"], "");
    assert_eq!(text, "{\"position\":\"-b-/--/-w- w\",\"winner\":\"draw\"}\n");
    let text = stdout(&["analyze", "crusher", "WWW-WW-----------BB B", "--json"], "");
    assert_eq!(text, "{\"position\":\"WWW-WW-----------BB B\",\"winner\":\"w\"}\n");
    let text = stdout(&["moves", "oska", "w--/b-/-b- w", "--json"], "");
    assert_eq!(
        text,
        "{\"position\":\"w--/b-/-b- w\",\"moves\":[{\"move\":\"pass\",\"next\":\"w--/b-/-b- b\"}]}\n"
    );
    let output = run(&["moves", "oska", "-b-/--/-w- w", "--json"], "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"position\":\"-b-/--/-w- w\",\"moves\":[]}\n");
}

#[test]
fn perft_counts() {
    let text = stdout(&["perft", "crusher", "--depth", "4", "--json"], "");
    assert_eq!(text, "{\"position\":\"WWW-WW-------BB-BBB W\",\"depth\":4,\"nodes\":36230}\n");
    assert_eq!(stdout(&["perft", "congo", "--depth", "3"], ""), "14332\n");
    assert_eq!(stdout(&["perft", "ctf", "wWbB w", "--depth", "2"], ""), "0\n");
    assert_eq!(stdout(&["perft", "oska:5", "--depth", "0"], ""), "1\n");
    let divided = stdout(&["perft", "oska", "--depth", "3", "--divide"], "");
    let total: u64 = divided.lines().filter_map(|line| line.split_once("  ")?.1.parse::<u64>().ok()).sum();
    assert_eq!(divided.lines().last(), Some("168"));
    assert_eq!(total, 168);
}

#[test]
fn batches_answer_every_line_in_order() {
    let stdin = "startpos\n\nwwww/---/--/---/bbbb b\nnonsense\r\nww w\n-b-/--/-w- w\n";
    let answers = objects(&stdout(&["analyze", "oska", "-", "--depth", "2"], stdin));
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["position"], "wwww/---/--/---/bbbb w");
    assert_eq!(answers[1]["position"], "wwww/---/--/---/bbbb b");
    assert_eq!(answers[2]["position"], "nonsense");
    assert!(answers[2]["error"].is_string());
    assert!(answers[3]["error"].as_str().is_some_and(|error| error.contains("out of range")), "{answers:?}");
    assert_eq!(answers[4]["winner"], "draw");
}

#[test]
fn the_evaluation_material_counts_men() {
    let text = stdout(
        &[
            "analyze",
            "congo",
            "3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4",
            "--depth",
            "2",
            "--eval",
            "material",
            "--json",
        ],
        "",
    );
    assert_eq!(objects(&text)[0]["score"], -100);
}

#[test]
fn rules_and_completions_are_printed() {
    for game in ["ctf", "crusher", "oska", "congo"] {
        assert!(stdout(&["rules", game], "").contains("## Evaluation"));
    }
    assert!(stdout(&["completions", "bash"], "").contains("quadrille"));
    assert!(stdout(&["--help"], "").contains("analyze"));
}
