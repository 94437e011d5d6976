//! What the unit tests share: the games by name, and records of games.

use quadrille::{Catalogue, GameRef, GameResult, Opening, Record};

pub(crate) fn game(name: &str) -> GameRef {
    Catalogue::standard().game(name).expect("a game")
}

/// The record of a game without moves.
pub(crate) fn record(number: u64, players: [&str; 2], result: GameResult, reason: &str) -> Record {
    Record {
        event: "cup".to_string(),
        number,
        pair: number.div_ceil(2),
        game: "checkers".to_string(),
        players: players.map(str::to_string),
        control: "depth=2".to_string(),
        opening: Opening { position: "startpos".to_string(), moves: Vec::new() },
        moves: Vec::new(),
        result,
        reason: reason.to_string(),
    }
}
