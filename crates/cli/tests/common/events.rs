//! Events in files of their own, and their games.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A folder that is gone after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quadrille-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn quadrille() -> &'static str {
    env!("CARGO_BIN_EXE_quadrille")
}

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

pub(crate) fn start(arguments: &[String]) -> Child {
    let mut command = Command::new(quadrille());
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("the program")
}
