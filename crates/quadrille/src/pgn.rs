//! Games as text similar to PGN: tags in brackets, then numbered moves, each with the time it took and the player's
//! score. The text contains everything in a [`Record`].
//!
//! ```text
//! [Event "match"]
//! [Game "hexapawn"]
//! …
//! 1. b1b2 {3ms +12} a3b2 {2ms} 2. …
//! 1-0
//! ```

use std::fmt::Write;

use crate::{GameResult, Opening, Ply, Record, UNFINISHED, quote};

/// The maximum length of a line of moves, unless a single word is longer.
const WIDTH: usize = 100;

/// The result of an unfinished game.
const NO_RESULT: &str = "*";

/// The result as it is written.
fn mark(record: &Record) -> &'static str {
    if record.reason == UNFINISHED { NO_RESULT } else { record.result.text() }
}

/// Writes a game. Games are separated by blank lines.
pub fn write(record: &Record) -> String {
    let [white, black] = &record.players;
    let (number, pair) = (record.number.to_string(), record.pair.to_string());
    let plies = record.opening.moves.len().to_string();
    let tags: [(&str, &str); 11] = [
        ("Event", &record.event),
        ("Game", &record.game),
        ("Number", &number),
        ("Pair", &pair),
        ("White", white),
        ("Black", black),
        ("Control", &record.control),
        ("Position", &record.opening.position),
        ("OpeningPlies", &plies),
        ("Result", mark(record)),
        ("Reason", &record.reason),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut line = String::new();
    let mut add = |word: &str| {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    };
    let opening = record.opening.moves.iter().map(|mv| (mv, None));
    let played = record.moves.iter().map(|ply| (&ply.mv, Some(ply)));
    for (index, (mv, ply)) in opening.chain(played).enumerate() {
        if index % 2 == 0 {
            add(&format!("{}.", index / 2 + 1));
        }
        add(mv);
        match ply {
            Some(Ply { milliseconds, score: Some(score), .. }) => {
                add(&format!("{{{milliseconds}ms {score:+}}}"));
            }
            Some(Ply { milliseconds, score: None, .. }) => add(&format!("{{{milliseconds}ms}}")),
            None => {}
        }
    }
    text + &line + "\n" + mark(record) + "\n"
}

/// Reads all games of a text.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn read(text: &str) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let game = reader.line(line.trim()).map_err(|problem| format!("line {number}: {problem}"))?;
        records.extend(game);
    }
    if reader.is_empty() { Ok(records) } else { Err("the last game has no result at its end".to_string()) }
}

/// A game being read.
#[derive(Default)]
struct Reader {
    tags: Vec<(String, String)>,
    plies: Vec<Ply>,
    /// A comment that is not closed yet.
    comment: Option<String>,
}

impl Reader {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.plies.is_empty() && self.comment.is_none()
    }

    /// Reads a line. Returns the game that it completes, if it completes one.
    fn line(&mut self, line: &str) -> Result<Option<Record>, String> {
        if line.starts_with('[') && self.comment.is_none() {
            let tag = tag(line)
                .ok_or_else(|| format!("{} is not a tag: tags look like [White \"Anna\"]", quote(line)))?;
            self.tags.push(tag);
            return Ok(None);
        }
        let mut complete = None;
        for word in line.split_whitespace() {
            if complete.is_some() {
                return Err(format!("{} comes after the result of a game, on the same line", quote(word)));
            }
            complete = self.word(word)?;
        }
        Ok(complete)
    }

    fn word(&mut self, word: &str) -> Result<Option<Record>, String> {
        if let Some(comment) = &mut self.comment {
            comment.push(' ');
            comment.push_str(word);
        } else if word.starts_with('{') {
            self.comment = Some(word.to_string());
        } else if let Some(result) = GameResult::ALL.into_iter().find(|result| result.text() == word) {
            return std::mem::take(self).record(result.text(), result).map(Some);
        } else if word == NO_RESULT {
            return std::mem::take(self).record(word, GameResult::Draw).map(Some);
        } else if word.starts_with('[') {
            // At the start of a line it would be a tag, and a game that is written again can have its line ends elsewhere.
            return Err(format!("{word} is not a move, and a tag needs a line of its own"));
        } else if !word.ends_with('.') {
            self.plies.push(Ply { mv: word.to_string(), milliseconds: 0, score: None });
        }
        if let Some(comment) = self.comment.take_if(|comment| comment.ends_with('}')) {
            self.remark(&comment);
        }
        Ok(None)
    }

    /// Reads the time and the score of the last move from a comment, if [`write`] wrote it.
    fn remark(&mut self, comment: &str) {
        let Some(ply) = self.plies.last_mut() else {
            return;
        };
        for word in comment.trim_matches(['{', '}']).split_whitespace() {
            if let Some(number) = word.strip_suffix("ms").and_then(|number| number.parse().ok()) {
                ply.milliseconds = number;
            } else if word.starts_with(['+', '-']) {
                ply.score = word.parse().ok();
            }
        }
    }

    fn record(mut self, mark: &str, result: GameResult) -> Result<Record, String> {
        let mut take = |name: &str| {
            let at = self.tags.iter().position(|(tag, _)| tag == name);
            at.map(|at| self.tags.swap_remove(at).1)
        };
        let game = take("Game").ok_or("a game without a tag [Game \"…\"]: which rules are these?")?;
        let plies: usize = take("OpeningPlies").and_then(|number| number.parse().ok()).unwrap_or(0);
        if plies > self.plies.len() {
            return Err(format!("an opening of {plies} plies in a game of {}", self.plies.len()));
        }
        if take("Result").is_some_and(|tag| tag != mark) {
            return Err("the result is not the one of the tag".to_string());
        }
        let reason = take("Reason");
        if mark != NO_RESULT && reason.as_deref() == Some(UNFINISHED) {
            return Err(format!("the game has the result {mark}, but its reason says that it is not over"));
        }
        let mut number = |name| take(name).and_then(|number| number.parse().ok()).unwrap_or(0);
        let (index, pair) = (number("Number"), number("Pair"));
        let mut text = |name, usual: &str| take(name).unwrap_or_else(|| usual.to_string());
        let moves = self.plies.split_off(plies);
        Ok(Record {
            event: text("Event", ""),
            number: index,
            pair,
            game,
            players: [text("White", "White"), text("Black", "Black")],
            control: text("Control", ""),
            opening: Opening {
                position: text("Position", "startpos"),
                moves: self.plies.into_iter().map(|ply| ply.mv).collect(),
            },
            moves,
            result,
            reason: reason.unwrap_or_else(|| if mark == NO_RESULT { UNFINISHED } else { "" }.to_string()),
        })
    }
}

/// The name and the value of a tag.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut escaped = false;
    for letter in value.chars() {
        if letter == '\\' && !escaped {
            escaped = true;
        } else {
            // Like `write`: a value is one line.
            plain.push(if letter == '\r' { ' ' } else { letter });
            escaped = false;
        }
    }
    Some((name.to_string(), plain))
}
