//! `quadrille analyze --trace`: the terms of an evaluation, to be read as a whole, and in JSON.

use serde_json::Value;

use crate::common::stdout;

const POSITIONS: [(&str, &str); 4] = [
    ("ctf", "-wW-w-www---w----bbb--bB- w"),
    ("crusher", "-WW-WWW----B--B-BBB B"),
    ("oska", "w-ww/-w-/--/--b/bb-b w"),
    ("congo", "g1elecz/pppp1pp/4p2/3P3/2m4/PPP1PPP/GMELECZ b 5"),
];

#[test]
fn tables() {
    let mut text = String::new();
    for (game, position) in POSITIONS {
        let answer = stdout(&["analyze", game, position, "--depth", "1", "--trace"], "");
        let (_, table) = answer.split_once("\n\nevaluation").expect("a table below the answer");
        text +=
            &["$ quadrille analyze ", game, " '", position, "' --trace\nevaluation", table, "\n"].concat();
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("tables", text) });
}

#[test]
fn shares_are_weights_times_counts_and_add_up() {
    for (game, position) in POSITIONS {
        let text = stdout(&["analyze", game, position, "--depth", "1", "--trace", "--json"], "");
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        let terms = &answer["terms"];
        let mut for_white = 0;
        for term in terms["list"].as_array().expect("a list") {
            let number = |value: &Value| value.as_i64().expect("a number");
            for side in ["white", "black"] {
                let share = number(&term["weight"]) * number(&term[side]["count"]);
                assert_eq!(number(&term[side]["share"]), share, "{term}");
            }
            for_white += number(&term["white"]["share"]) - number(&term["black"]["share"]);
        }
        let sum = if position.to_lowercase().contains(" w") { for_white } else { -for_white };
        assert_eq!(terms["sum"].as_i64(), Some(sum));
    }
}

#[test]
fn a_finished_game_has_no_terms() {
    let text = stdout(&["analyze", "oska", "-b-/--/-w- w", "--trace", "--json"], "");
    assert_eq!(text, "{\"position\":\"-b-/--/-w- w\",\"winner\":\"draw\"}\n");
}
