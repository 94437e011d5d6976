//! Games as text, written and read.

use quadrille::{Catalogue, GameResult, Opening, Ply, Record, UNFINISHED, pgn, read_records};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::limits;
use crate::line::{LineRequest, short};
use crate::play::strength;
use crate::problem::Problem;
use crate::stored::{Company, ENGINE, Player, StoredGame};

/// How a record is written.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// In the manner of PGN.
    #[default]
    Pgn,
    /// One line of JSON.
    Json,
}

/// Games as text.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsRequest {
    /// In the manner of PGN, or one line of JSON for each game.
    text: String,
}

/// The games that were stored.
#[derive(Serialize, ToSchema)]
pub struct Imported {
    /// Their ids, in the order of the text.
    pub games: Vec<String>,
}

impl<C: Company + Clone> StoredGame<C> {
    /// The record of the game as text.
    pub fn record(self, format: Format) -> String {
        let record = record(self);
        match format {
            Format::Pgn => pgn::write(&record),
            Format::Json => record.to_json() + "\n",
        }
    }
}

/// A person without a name in a record.
const HUMAN: &str = "human";

fn record<C>(game: StoredGame<C>) -> Record {
    let name = |player: &Player| match player {
        Player::Human { name } => name.clone().unwrap_or_else(|| HUMAN.to_string()),
        Player::Engine { strength } => format!("{ENGINE}{strength}"),
    };
    let plies = game.moves.into_iter().zip(game.times);
    Record {
        event: "page".to_string(),
        number: 1,
        pair: 1,
        game: game.game,
        players: [name(&game.white), name(&game.black)],
        control: game
            .clock
            .map_or(String::new(), |clock| format!("clock={}ms+{}ms", clock.start_ms, clock.increment_ms)),
        opening: Opening { position: game.start, moves: Vec::new() },
        moves: plies.map(|(mv, milliseconds)| Ply { mv, milliseconds, score: None }).collect(),
        // Records have no result for a game in progress; the reason says so.
        result: game.result.unwrap_or(GameResult::Draw),
        reason: game.reason.unwrap_or_else(|| UNFINISHED.to_string()),
    }
}

impl RecordsRequest {
    /// The games of the text: all of them or none.
    pub fn read<C: Company + Clone>(
        &self,
        catalogue: &Catalogue,
        company: &C,
    ) -> Result<Vec<StoredGame<C>>, Problem> {
        let records = read_records(&self.text).map_err(Problem::wrong)?;
        if records.is_empty() {
            return Err(Problem::wrong(
                "the text must have a game, in the style of PGN or as a line of JSON",
            ));
        }
        if records.len() > limits::IMPORTED_GAMES {
            return Err(Problem::wrong(format!("a text may have at most {} games", limits::IMPORTED_GAMES)));
        }
        let plies: usize = records.iter().map(|record| record.all_moves().count()).sum();
        if plies > limits::IMPORTED_PLIES {
            let most = limits::IMPORTED_PLIES;
            return Err(Problem::wrong(format!(
                "the games of a text may have at most {most} moves together"
            )));
        }
        (1..)
            .zip(records)
            .map(|(number, record)| {
                imported(record, catalogue, company.clone())
                    .map_err(|problem| problem.within(&format!("game {number} of the text")))
            })
            .collect()
    }
}

/// The game of a record, if all of its moves are legal. Records do not say how much time was left.
fn imported<C: Company>(record: Record, catalogue: &Catalogue, company: C) -> Result<StoredGame<C>, Problem> {
    let player = |name: &String| match name.strip_prefix(ENGINE) {
        Some(text) if strength(text).is_ok() => Player::Engine { strength: text.to_string() },
        _ if name == HUMAN => Player::GUEST,
        // What cannot be the name of a person here is left out.
        _ => Player::person(name).unwrap_or(Player::GUEST),
    };
    short("the reason why the game ended", &record.reason)?;
    let players = record.players.each_ref().map(player);
    let moves = record.all_moves().map(str::to_string).collect();
    let request = LineRequest { game: record.game, position: record.opening.position, moves };
    let mut game = StoredGame::new(request, players, catalogue, company)?;
    game.times.truncate(record.opening.moves.len());
    game.times.extend(record.moves.iter().map(|ply| ply.milliseconds));
    if game.result.is_none() && record.reason != UNFINISHED {
        (game.result, game.reason) = (Some(record.result), Some(record.reason));
    }
    Ok(game)
}
