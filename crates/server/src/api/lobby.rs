//! The lobby: who waits for somebody to play with, and which games can be watched. A game is there while one of its players looks at it.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use answers::{Clock, Player};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use quadrille::Side;
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::events::{follow, json};
use super::tournaments::TournamentEntry;
use crate::clients::{Client, Digest};
use crate::limits;
use crate::problem::Problem;
use crate::store::StoredGame;

/// How often the lobby is made anew while somebody looks at it.
pub(super) const PACE: Duration = Duration::from_millis(250);

/// The lobby, the same for all clients.
#[derive(PartialEq, Debug)]
pub(crate) struct Lobby {
    waiting: Vec<Waiting>,
    games: Vec<RunningEntry>,
    tournaments: Vec<TournamentEntry>,
}

/// A game with an open seat.
#[derive(PartialEq, Debug)]
struct Waiting {
    id: String,
    game: String,
    side: Side,
    clock: Option<Clock>,
    created: i64,
    owner: Option<Digest>,
    other: Player,
}

/// The lobby as a client sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct LobbyView<'l> {
    /// Whether others can reach this server. If not, everybody who sees this is at the same machine.
    shared: bool,
    /// Games with a seat that anybody may take.
    waiting: Vec<WaitingView<'l>>,
    /// Games in progress, those that changed last first.
    games: &'l [RunningEntry],
    tournaments: &'l [TournamentEntry],
}

/// A game with an open seat.
#[derive(Serialize, ToSchema)]
struct WaitingView<'l> {
    id: &'l str,
    game: &'l str,
    /// The seat that is open: `w` or `b`.
    side: char,
    clock: Option<Clock>,
    /// Milliseconds since 1970.
    created: i64,
    /// Who waits on the other side.
    other: &'l Player,
    /// Whether this client has created it.
    mine: bool,
}

/// A game in progress that can be watched.
#[derive(PartialEq, Debug, Serialize, ToSchema)]
struct RunningEntry {
    id: String,
    game: String,
    white: Player,
    black: Player,
    plies: usize,
    updated: i64,
}

impl Lobby {
    /// Sorts the games in which somebody is there: those that wait, and those that are played.
    fn new(games: Vec<StoredGame>, tournaments: Vec<TournamentEntry>) -> Lobby {
        let (mut waiting, mut running) = (Vec::new(), Vec::new());
        for game in games.into_iter().filter(|game| game.result.is_none()) {
            match Side::BOTH.into_iter().find(|&side| game.company.seats.of(side).open) {
                Some(side) => waiting.push(Waiting {
                    other: game.player(!side).clone(),
                    id: game.id,
                    game: game.game,
                    side,
                    clock: game.clock,
                    created: game.created,
                    owner: game.company.owner,
                }),
                None => running.push(RunningEntry {
                    id: game.id,
                    game: game.game,
                    white: game.white,
                    black: game.black,
                    plies: game.moves.len(),
                    updated: game.updated,
                }),
            }
        }
        waiting.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        running.sort_by(|a, b| (Reverse(a.updated), &a.id).cmp(&(Reverse(b.updated), &b.id)));
        waiting.truncate(limits::LOBBY_GAMES);
        running.truncate(limits::LOBBY_GAMES);
        Lobby { waiting, games: running, tournaments }
    }

    fn view<'l>(&'l self, client: &Client, shared: bool) -> LobbyView<'l> {
        let view = |waiting: &'l Waiting| {
            let mine = client.secret.is_some() && client.secret == waiting.owner;
            let Waiting { id, game, side, clock, created, other, .. } = waiting;
            WaitingView { id, game, side: side.letter(), clock: *clock, created: *created, other, mine }
        };
        LobbyView {
            shared,
            waiting: self.waiting.iter().map(view).collect(),
            games: &self.games,
            tournaments: &self.tournaments,
        }
    }
}

impl App {
    async fn lobby(&self) -> Result<Arc<Lobby>, Problem> {
        let tournaments = self.tournament_list().await;
        let app = self.clone();
        let make = move || {
            // A game that was deleted meanwhile is not there.
            let games = app.live.attended().iter().filter_map(|id| app.read(id).ok()).collect();
            Ok(Lobby::new(games, tournaments))
        };
        self.lobby.present(make).await
    }
}

/// The lobby: games that wait for a player, games to watch, and tournaments
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = LobbyView<'static>)))]
pub(super) async fn lobby(State(app): State<App>, client: Client) -> Result<Response, Problem> {
    let lobby = app.lobby().await?;
    Ok(Json(lobby.view(&client, !app.access.only_this_machine)).into_response())
}

/// The lobby and its changes, as server-sent events
///
/// The first event, and one after each change, is named `lobby` and has a `LobbyView`.
#[utoipa::path(get, path = "/api/lobby/events",
    responses((status = 200, body = LobbyView<'static>, content_type = "text/event-stream")))]
pub(super) async fn events(State(app): State<App>, client: Client) -> Response {
    let shared = !app.access.only_this_machine;
    let look = move || {
        let app = app.clone();
        async move { app.lobby().await }
    };
    follow("lobby", PACE, look, move |lobby: &Lobby| json(&lobby.view(&client, shared)))
}
