//! A tournament as one HTML file: ranking, ratings, crosstable, and every game to click through.
//!
//! The page needs nothing else and asks for nothing: its policy forbids every other resource, and every script but its
//! own. Names, moves and reasons come from programs that nobody trusts, so each is escaped where it is written; the
//! page's script only ever sets them as text. A game that cannot be played again is shown as far as it can be.

pub(crate) mod escape;
mod plot;
mod replay;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use games::Shape;
use replay::Replay;
use serde::Serialize;

use crate::record::Record;
use crate::standings::Standings;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// The only script that a browser will run. It changes with the script; a test tells what it must be.
const SCRIPT_HASH: &str = "sha256-nOU4W5RycFMCh+AR7EK5X627NEopRunbrDp9Lb1rgnU=";

/// Writes the page.
pub fn write(title: &str, standings: &Standings, records: &[Record]) -> String {
    let data = Data::new(standings, records);
    let json = serde_json::to_string(&data)
        .unwrap_or_else(|error| unreachable!("strings and numbers have a JSON form: {error}"));
    let values: [(&str, &str); 11] = [
        ("title", &escape::html(title)),
        ("hash", SCRIPT_HASH),
        ("style", STYLE),
        ("script", SCRIPT),
        ("summary", &escape::html(&summary(standings, records))),
        ("ranking", &tables::ranking(standings)),
        ("notes", &tables::notes(standings)),
        ("plot", &plot::draw(standings)),
        ("crosstable", &tables::crosstable(standings)),
        ("games", &tables::games(&data.games, &data.players)),
        ("data", &escape::json(&json)),
    ];
    escape::fill(PAGE, &values)
}

/// How much was played of what.
fn summary(standings: &Standings, records: &[Record]) -> String {
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let games: BTreeSet<&str> = records.iter().map(|record| record.game.as_str()).collect();
    let controls: BTreeSet<&str> = records.iter().map(|record| record.control.as_str()).collect();
    let words: Vec<&str> = games.into_iter().chain(controls).filter(|word| !word.is_empty()).collect();
    let (players, played) = (count(standings.players().len(), "player"), count(records.len(), "game"));
    format!("{players}, {played}: {}", words.join(", ")).trim_end_matches([':', ' ']).to_string()
}

/// What the page's script reads.
#[derive(Serialize)]
struct Data<'r> {
    /// In the order of the standings.
    players: Vec<&'r str>,
    boards: Vec<Shape>,
    games: Vec<Game<'r>>,
}

#[derive(Serialize)]
struct Game<'r> {
    number: u64,
    /// The game and its size.
    rules: &'r str,
    /// Which of the boards.
    board: Option<usize>,
    /// Which of the players, White first.
    players: [usize; 2],
    control: &'r str,
    result: &'static str,
    reason: &'r str,
    /// All plies of the record, those of the opening too, whether or not they can be played.
    length: usize,
    #[serde(flatten)]
    replay: Replay,
}

impl<'r> Data<'r> {
    fn new(standings: &'r Standings, records: &'r [Record]) -> Data<'r> {
        let mut players: Vec<&str> = standings.players().iter().map(|player| player.name.as_str()).collect();
        let mut places: HashMap<&str, usize> = players.iter().copied().zip(0..).collect();
        let mut boards = Vec::new();
        let mut sorted: Vec<&Record> = records.iter().collect();
        sorted.sort_by_key(|record| record.number);
        // Numbers are part of addresses, so each must be there once.
        let unique = sorted.windows(2).all(|pair| pair[0].number != pair[1].number);
        let mut games = Vec::new();
        for (place, record) in (1..).zip(sorted) {
            let mut replay = Replay::new(record);
            let board = replay.shape.take().map(|shape| {
                boards.iter().position(|known| *known == shape).unwrap_or_else(|| {
                    boards.push(shape);
                    boards.len() - 1
                })
            });
            let player = |name: &'r String| {
                *places.entry(name).or_insert_with(|| {
                    players.push(name);
                    players.len() - 1
                })
            };
            games.push(Game {
                number: if unique { record.number } else { place },
                rules: &record.game,
                board,
                players: record.players.each_ref().map(player),
                control: &record.control,
                result: record.result.text(),
                reason: &record.reason,
                length: record.all_moves().count(),
                replay,
            });
        }
        Data { players, boards, games }
    }
}
