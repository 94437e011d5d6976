//! `quadrille grade`: our own calls pass, files are written, exit codes tell what happened.

use std::fs;

use crate::common::{Folder, quadrille, run, stdout};

/// Grades one of our own commands.
fn passes(game: &str, player: &str, options: &[&str]) {
    let player = player.replace("quadrille", quadrille());
    let mut arguments = vec!["grade", game, &player, "--positions", "6"];
    arguments.extend(options);
    let text = stdout(&arguments, "");
    assert!(text.contains("ok    answers in time") && !text.contains("FAIL"), "{text}");
}

#[test]
fn our_own_calls_pass() {
    let standard = ["--eval", "standard"];
    passes("ctf", "call:quadrille capture {history} {player} {depth}", &standard);
    passes("crusher", "call:quadrille crusher {history} {player} {depth} {n}", &standard);
    passes("oska", "call:quadrille oska {board} {player} {depth}", &standard);
    passes("oska:4", "ugi:quadrille ugi oska", &standard);
    let minimax =
        r#"call:sh -c 'printf "1\n%s\n" "$0" | quadrille congo minimax --depth "$1"' {position} {depth}"#;
    passes("congo", minimax, &["--values", "--depth", "3"]);
}

#[test]
fn a_failure_exits_with_1_and_reports_are_written() {
    let folder = Folder::new("grade");
    let [page, results, config] = ["report.html", "results.json", "own.toml"].map(|name| folder.file(name));
    let own = "positions = 4\n[weights]\nown = 20\nnotation = 0\n[[position]]\nname = \"Take it\"\nposition = \"W-----w---b-b--B w\"\n\
               answers = [\"c2c4\"]\n";
    fs::write(&config, own).expect("it can be written");
    let player = "anna=call:echo hello";
    let arguments =
        ["grade", "ctf:4", player, "--config", &config, "--html", &page, "--gradescope", &results, "--json"];
    let output = run(&arguments, "");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let grades: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(grades["player"], "anna");
    let checks = grades["checks"].as_array().expect("a list");
    let own = checks.iter().find(|check| check["check"] == "own").expect("the instructor's position");
    assert_eq!((&own["most_points"], &own["passed"]), (&20.0.into(), &0.into()));
    assert_eq!(own["failures"][0]["name"], "Take it");
    assert!(fs::read_to_string(&page).expect("a page").contains("Take it"));
    let results: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&results).expect("results")).expect("JSON");
    assert_eq!(results["score"], 10.0, "for answering in time");
}
