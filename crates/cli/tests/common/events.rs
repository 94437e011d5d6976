//! Events in files of their own, and their games.

use std::fs;

use serde_json::Value;

use super::Folder;

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

/// Plays a match with these options; what it prints, and its games.
pub(crate) fn match_games(folder: &Folder, arguments: &str, players: [&str; 2]) -> (String, Vec<Value>) {
    let file = folder.file("games.jsonl");
    let (game, options) = arguments.split_once(' ').expect("a game and options");
    let mut words = vec!["match", game, players[0], players[1], "--jsonl", &file];
    words.extend(options.split(' '));
    (super::stdout(&words, ""), games(&file))
}

/// A tournament that takes a second or two.
pub(crate) fn tournament<'a>(file: &'a str, jsonl: &'a str, format: &'a str) -> Vec<&'a str> {
    let fixed = "tournament oska:5 engine:depth=1 engine:depth=2 engine:depth=3 random --pairs 12 --seed 5 --concurrency 2";
    fixed.split(' ').chain(["--event", file, "--jsonl", jsonl, "--format", format]).collect()
}
