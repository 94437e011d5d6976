//! Games as text, written and read.

use answers::{LineRequest, short};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use quadrille::{Catalogue, GameResult, Opening, Ply, Record, UNFINISHED, pgn, read_records};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{App, Asked, Body, Named};
use crate::clients::{Client, Introduced};
use crate::limits;
use crate::problem::Problem;
use crate::store::{Player, StoredGame};

/// How a record is written.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// In the manner of PGN.
    #[default]
    Pgn,
    /// One line of JSON.
    Json,
}

/// How to write a record.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FormatQuery {
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// The record of a game
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path), FormatQuery),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn write(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Asked(query): Asked<FormatQuery>,
) -> Result<String, Problem> {
    let record = record(app.quickly(client, move |app, _| app.read(&id)).await?);
    Ok(match query.format {
        Format::Pgn => pgn::write(&record),
        Format::Json => record.to_json() + "\n",
    })
}

fn record(game: StoredGame) -> Record {
    let name = |player: &Player| match player {
        Player::Human => "human".to_string(),
        Player::Engine { strength } => format!("engine:{strength}"),
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

/// Games as text.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordsRequest {
    /// In the manner of PGN, or one line of JSON for each game.
    text: String,
}

/// The games that were stored.
#[derive(Serialize, ToSchema)]
pub(super) struct Imported {
    /// Their ids, in the order of the text.
    games: Vec<String>,
}

/// Stores the games of a text: all of them or none
#[utoipa::path(post, path = "/api/records", request_body = RecordsRequest,
    responses((status = 201, body = Imported)))]
pub(super) async fn read(
    State(app): State<App>,
    Introduced(client, cookie): Introduced,
    Body(request): Body<RecordsRequest>,
) -> Result<(StatusCode, HeaderMap, Json<Imported>), Problem> {
    app.quickly(client, move |app, client| {
        let records = read_records(&request.text).map_err(Problem::wrong)?;
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
        let mut games = (1..)
            .zip(records)
            .map(|(number, record)| {
                imported(record, &app.catalogue, client)
                    .map_err(|problem| problem.within(&format!("game {number} of the text")))
            })
            .collect::<Result<Vec<_>, _>>()?;
        app.store.add_all(&mut games)?;
        let games = games.into_iter().map(|game| game.id).collect();
        Ok((StatusCode::CREATED, cookie, Json(Imported { games })))
    })
    .await
}

/// The game of a record, if all of its moves are legal. Records do not say how much time was left.
fn imported(record: Record, catalogue: &Catalogue, client: &Client) -> Result<StoredGame, Problem> {
    let player = |name: &String| match name.strip_prefix("engine:") {
        Some(strength) if super::stored::strength(strength).is_ok() => {
            Player::Engine { strength: strength.to_string() }
        }
        _ => Player::Human,
    };
    short("the reason why the game ended", &record.reason)?;
    let players = record.players.each_ref().map(player);
    let moves = record.all_moves().map(str::to_string).collect();
    let request = LineRequest { game: record.game, position: record.opening.position, moves };
    let mut game = StoredGame::new(request, players, catalogue, client)?;
    game.times.truncate(record.opening.moves.len());
    game.times.extend(record.moves.iter().map(|ply| ply.milliseconds));
    if game.result.is_none() && record.reason != UNFINISHED {
        (game.result, game.reason) = (Some(record.result), Some(record.reason));
    }
    Ok(game)
}
