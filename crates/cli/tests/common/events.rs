//! Events in files of their own, and their games.

use std::fs;

use serde_json::Value;

/// The games of a file of JSON lines, without the times, which are different each time.
pub(crate) fn games(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the games");
    let mut games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for game in &mut games {
        for ply in game["moves"].as_array_mut().expect("moves") {
            ply.as_object_mut().expect("a move").remove("milliseconds");
        }
    }
    games
}

/// A tournament that takes a second or two.
pub(crate) fn tournament(file: &str, jsonl: &str, format: &str) -> Vec<String> {
    let players = ["engine:depth=1", "engine:depth=2", "engine:depth=3", "random"];
    let options = [
        "--format",
        format,
        "--pairs",
        "12",
        "--seed",
        "5",
        "--concurrency",
        "2",
        "--file",
        file,
        "--jsonl",
        jsonl,
    ];
    let words = ["tournament", "oska:5"].into_iter().chain(players).chain(options);
    words.map(str::to_string).collect()
}
