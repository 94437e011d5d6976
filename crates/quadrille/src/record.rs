//! The record of a game: the players, every move, and the end. It is written and read as JSON, one game per line, and
//! as text similar to PGN (`pgn.rs`).

use serde::{Deserialize, Serialize};

use crate::{Outcome, QUOTED, Side, pgn, shorten, without_mark};

/// The start of a game: a position, and moves from there that the players do not choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// A position, or `startpos`.
    pub position: String,
    /// Moves from there.
    pub moves: Vec<String>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The name of the match or tournament.
    pub event: String,
    /// Its number in the event.
    pub number: u64,
    /// The games of one pair have the same opening and players, with the colours swapped.
    pub pair: u64,
    /// The game and its size.
    pub game: String,
    /// The names of the players, White first.
    pub players: [String; 2],
    /// The limit of the players' thinking: time, depth or nodes.
    pub control: String,
    /// The start of the game.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<Ply>,
    /// The result.
    pub result: GameResult,
    /// How it ended, in words: the rule, or the name of the fault.
    pub reason: String,
}

/// A move that a player has made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// Its name.
    #[serde(rename = "move")]
    pub mv: String,
    /// How long the player took.
    pub milliseconds: u64,
    /// The player's score of the position, if it reported one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// The reason of an unfinished game. It counts as drawn until it is finished.
pub const UNFINISHED: &str = "not over";

/// The result of a game, as records write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// White.
    #[serde(rename = "1-0")]
    White,
    /// Black.
    #[serde(rename = "0-1")]
    Black,
    /// Neither.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 3] = [GameResult::White, GameResult::Black, GameResult::Draw];

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// The half points of a side.
    pub fn half_points(self, side: Side) -> u32 {
        match (self, side) {
            (GameResult::White, Side::White) | (GameResult::Black, Side::Black) => 2,
            (GameResult::Draw, _) => 1,
            _ => 0,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Side::White) => GameResult::White,
            Outcome::Win(Side::Black) => GameResult::Black,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl Record {
    /// The record as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self)
            .unwrap_or_else(|error| unreachable!("strings and numbers have a JSON form: {error}"))
    }

    /// Reads a line that [`Record::to_json`] wrote.
    ///
    /// # Errors
    /// When it is not a record.
    pub fn from_json(line: &str) -> Result<Record, String> {
        serde_json::from_str(line).map_err(|error| {
            // The error may contain a value of the record.
            format!("this is not the record of a game: {}", shorten(&error.to_string(), 3 * QUOTED))
        })
    }

    /// All moves from the opening's position on.
    pub fn all_moves(&self) -> impl Iterator<Item = &str> {
        let opening = self.opening.moves.iter().map(String::as_str);
        opening.chain(self.moves.iter().map(|ply| ply.mv.as_str()))
    }
}

/// Reads games in either form: JSON, one game per line, or text similar to PGN.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn read_records(text: &str) -> Result<Vec<Record>, String> {
    let text = without_mark(text);
    if !text.trim_start().starts_with('{') {
        return pgn::read(text);
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        Record::from_json(line).map_err(|problem| format!("line {number}: {problem}"))
    };
    lines.map(read).collect()
}
