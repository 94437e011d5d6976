//! A tournament as one HTML file: ranking, ratings, crosstable, and every game move by move.
//!
//! The page is one file and loads nothing: its content security policy allows only its own script. Names, moves and reasons come from
//! programs that are not trusted, so each is escaped where it is written, and the page's script only sets them as text. A game that
//! cannot be played again is shown as far as possible.

pub(crate) mod escape;
mod plot;
mod replay;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use quadrille::drawing::{BoardData, ManData};
use quadrille::{Catalogue, GameRef, Record};
use replay::Replay;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::standings::Standings;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = concat!(include_str!("../../../../web/board.css"), include_str!("style.css"));
/// The module that draws boards, and the page's own script, which uses it.
const SCRIPT: &str = concat!(include_str!("../../../../web/js/drawing.js"), include_str!("script.js"));

/// Writes the page.
pub fn write(catalogue: &Catalogue, title: &str, standings: &Standings, records: &[Record]) -> String {
    let data = Data::new(catalogue, standings, records);
    let json = serde_json::to_string(&data)
        .unwrap_or_else(|error| unreachable!("strings and numbers have a JSON form: {error}"));
    let values: [(&str, &str); 11] = [
        ("title", &escape::html(title)),
        ("hash", &script_hash()),
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

/// The hash of the only script that a browser will run.
fn script_hash() -> String {
    format!("sha256-{}", BASE64.encode(Sha256::digest(SCRIPT)))
}

/// The number of players and games, and what was played.
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
    boards: Vec<GameKind>,
    games: Vec<GameData<'r>>,
}

/// What drawing the positions of a game takes.
#[derive(PartialEq, Serialize)]
struct GameKind {
    board: BoardData,
    men: Vec<ManData>,
}

impl GameKind {
    fn new(game: &GameRef) -> GameKind {
        GameKind {
            board: game.board().into(),
            men: game.descriptor().men.iter().map(ManData::from).collect(),
        }
    }
}

#[derive(Serialize)]
struct GameData<'r> {
    number: u64,
    /// The game and its size.
    rules: &'r str,
    /// Its index among the boards.
    board: Option<usize>,
    /// Their indices among the players, White first.
    players: [usize; 2],
    control: &'r str,
    result: &'static str,
    reason: &'r str,
    /// The number of plies in the record with those of the opening, playable or not.
    length: usize,
    #[serde(flatten)]
    replay: Replay,
}

impl<'r> Data<'r> {
    fn new(catalogue: &Catalogue, standings: &'r Standings, records: &'r [Record]) -> Data<'r> {
        let mut players: Vec<&str> = standings.players().iter().map(|player| player.name.as_str()).collect();
        let mut boards = Vec::new();
        let mut sorted: Vec<&Record> = records.iter().collect();
        sorted.sort_by_key(|record| record.number);
        // Numbers are part of addresses, so they must differ.
        let unique = sorted.windows(2).all(|pair| pair[0].number != pair[1].number);
        let mut games = Vec::new();
        for (place, record) in (1..).zip(sorted) {
            let replay = Replay::new(catalogue, record);
            games.push(GameData {
                number: if unique { record.number } else { place },
                rules: &record.game,
                board: replay.game.as_ref().map(|game| place_of(GameKind::new(game), &mut boards)),
                players: record.players.each_ref().map(|name| place_of(name.as_str(), &mut players)),
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

/// The index of an item, which is added if it is new.
fn place_of<T: PartialEq>(item: T, known: &mut Vec<T>) -> usize {
    known.iter().position(|other| *other == item).unwrap_or_else(|| {
        known.push(item);
        known.len() - 1
    })
}
