//! Tournaments while they are played: standings, games in progress, and games that are over.

use std::sync::Arc;

use answers::{LineRequest, LineView};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use quadrille::{Catalogue, Record};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::{follow, json};
use super::{App, Named};
use crate::clients::Client;
use crate::problem::Problem;
use crate::tournaments::{FinishedGame, RunningGame, Tournament, TournamentPlayer, Watched};

/// What a tournament is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Stage {
    /// It has not begun.
    Waiting,
    Running,
    /// Nobody plays it, and games are left.
    Stopped,
    Over,
}

/// A tournament as it is now.
#[derive(PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct TournamentView {
    /// The name that its address has.
    name: String,
    stage: Stage,
    /// The game and its size; empty before it has begun, like the following texts.
    game: String,
    /// Who meets whom, in words.
    format: String,
    /// What ends the players' thinking.
    control: String,
    /// How many games it has, and how many of them are over.
    games: usize,
    played: usize,
    /// The players, the best one first.
    players: Vec<TournamentPlayer>,
    /// What readers must know about the ratings.
    notes: Vec<String>,
    /// The games that were over last, the newest first.
    finished: Vec<FinishedGame>,
    in_progress: Vec<RunningGameView>,
}

/// A game that is being played.
#[derive(PartialEq, Debug, Serialize, ToSchema)]
struct RunningGameView {
    number: u64,
    white: String,
    black: String,
    /// How many moves there are, with those of the opening.
    plies: usize,
    /// The present board, a character for each cell, `-` for an empty one.
    cells: String,
    /// Who moves: `w` or `b`.
    side: char,
    /// The cells that the last move passed through.
    last: Vec<usize>,
}

/// A tournament in a list.
#[derive(PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct TournamentEntry {
    name: String,
    stage: Stage,
    game: String,
    games: usize,
    played: usize,
}

/// A game of a tournament.
#[derive(Serialize, ToSchema)]
pub(super) struct TournamentGameView {
    number: u64,
    white: String,
    black: String,
    /// How many of the first moves belong to the opening, which the players do not choose.
    opening: usize,
    /// `1-0`, `0-1` or `1/2-1/2` when the game is over.
    result: Option<&'static str>,
    /// Why, in words.
    reason: Option<String>,
    line: LineView,
}

impl TournamentView {
    fn new(name: String, tournament: Option<Tournament>, catalogue: &Catalogue) -> TournamentView {
        let stage = match &tournament {
            None => Stage::Waiting,
            Some(tournament) if tournament.is_running => Stage::Running,
            Some(tournament) if tournament.played >= tournament.games => Stage::Over,
            Some(_) => Stage::Stopped,
        };
        let Some(tournament) = tournament else {
            let (game, format, control) = Default::default();
            let (players, notes, finished, in_progress) = Default::default();
            return TournamentView {
                name,
                stage,
                game,
                format,
                control,
                games: 0,
                played: 0,
                players,
                notes,
                finished,
                in_progress,
            };
        };
        let Tournament { game, format, control, games, played, players, notes, finished, .. } = tournament;
        // A game that breaks the rules comes from somebody who has written into the file: it is not shown.
        let in_progress = tournament
            .in_progress
            .iter()
            .filter_map(|running| RunningGameView::new(&game, running, catalogue));
        let in_progress = in_progress.collect();
        TournamentView {
            name,
            stage,
            game,
            format,
            control,
            games,
            played,
            players,
            notes,
            finished,
            in_progress,
        }
    }
}

impl RunningGame {
    fn request(&self, game: &str) -> LineRequest {
        let moves = self.opening.moves.iter().chain(&self.moves).cloned().collect();
        LineRequest { game: game.to_string(), position: self.opening.position.clone(), moves }
    }
}

impl RunningGameView {
    fn new(game: &str, running: &RunningGame, catalogue: &Catalogue) -> Option<RunningGameView> {
        let request = running.request(game);
        let line = request.open(catalogue).ok()?;
        let [white, black] = running.players.clone();
        let last = request.moves.last().map(|mv| line.game().board().path(mv)).unwrap_or_default();
        Some(RunningGameView {
            number: running.number,
            white,
            black,
            plies: request.moves.len(),
            cells: line.cells().into_iter().collect(),
            side: line.side().letter(),
            last,
        })
    }
}

impl TournamentGameView {
    fn over(record: Record, catalogue: &Catalogue) -> Result<TournamentGameView, Problem> {
        let moves = record.all_moves().map(str::to_string).collect();
        let request = LineRequest { game: record.game, position: record.opening.position, moves };
        let [white, black] = record.players;
        Ok(TournamentGameView {
            number: record.number,
            white,
            black,
            opening: record.opening.moves.len(),
            result: Some(record.result.text()),
            reason: Some(record.reason),
            line: LineView::new(&request, catalogue)?,
        })
    }

    fn in_progress(
        game: &str,
        running: &RunningGame,
        catalogue: &Catalogue,
    ) -> Result<TournamentGameView, Problem> {
        let [white, black] = running.players.clone();
        Ok(TournamentGameView {
            number: running.number,
            white,
            black,
            opening: running.opening.moves.len(),
            result: None,
            reason: None,
            line: LineView::new(&running.request(game), catalogue)?,
        })
    }
}

impl App {
    fn tournament(&self, name: &str) -> Result<&Watched, Problem> {
        let found = self.tournaments.iter().find(|watched| watched.name == name);
        found.ok_or_else(Problem::no_such_tournament)
    }

    /// How a tournament stands now, for everybody who asks at the same time.
    async fn standing(&self, name: &str) -> Result<Arc<TournamentView>, Problem> {
        let watched = self.tournament(name)?.clone();
        let (catalogue, shown) = (self.catalogue.clone(), Arc::clone(&watched.shown));
        let make = move || {
            let tournament = watched.source.look().map_err(Problem::broken)?;
            Ok(TournamentView::new(watched.name, tournament, &catalogue))
        };
        shown.present(make).await
    }

    /// All tournaments in short. One that cannot be read is left out here; its own address says why.
    pub(super) async fn tournament_list(&self) -> Vec<TournamentEntry> {
        let mut list = Vec::new();
        for watched in self.tournaments.iter() {
            if let Ok(view) = self.standing(&watched.name).await {
                let TournamentView { name, stage, game, games, played, .. } = &*view;
                let (name, game) = (name.clone(), game.clone());
                list.push(TournamentEntry { name, stage: *stage, game, games: *games, played: *played });
            }
        }
        list
    }
}

/// The tournaments that this server shows
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = Vec<TournamentEntry>)))]
pub(super) async fn list(State(app): State<App>) -> Json<Vec<TournamentEntry>> {
    Json(app.tournament_list().await)
}

/// A tournament as it is now
#[utoipa::path(get, path = "/api/tournaments/{name}", params(("name" = String, Path)),
    responses((status = 200, body = TournamentView)))]
pub(super) async fn get(State(app): State<App>, Named(name): Named<String>) -> Result<Response, Problem> {
    let view = app.standing(&name).await?;
    Ok(Json(&*view).into_response())
}

/// A tournament and its changes, as server-sent events
///
/// The first event, and one after each change, is named `tournament` and has a `TournamentView`. A client that reads slowly may miss
/// states between two events, but never the last one. If the tournament cannot be read, an event named `problem` has an `error`.
#[utoipa::path(get, path = "/api/tournaments/{name}/events", params(("name" = String, Path)),
    responses((status = 200, body = TournamentView, content_type = "text/event-stream")))]
pub(super) async fn events(State(app): State<App>, Named(name): Named<String>) -> Result<Response, Problem> {
    let pace = app.tournament(&name)?.shown.pace();
    let look = move || {
        let (app, name) = (app.clone(), name.clone());
        async move { app.standing(&name).await }
    };
    Ok(follow("tournament", pace, look, |view: &TournamentView| json(view)))
}

/// A game of a tournament, in progress or over
#[utoipa::path(get, path = "/api/tournaments/{name}/games/{number}",
    params(("name" = String, Path), ("number" = u64, Path)), responses((status = 200, body = TournamentGameView)))]
pub(super) async fn game(
    State(app): State<App>,
    client: Client,
    Named((name, number)): Named<(String, u64)>,
) -> Result<Json<TournamentGameView>, Problem> {
    let source = Arc::clone(&app.tournament(&name)?.source);
    let find = move |app: &App, _: &Client| {
        let over = || source.record(number).map_err(Problem::broken);
        if let Some(record) = over()? {
            return TournamentGameView::over(record, &app.catalogue);
        }
        let now = source.look().map_err(Problem::broken)?;
        let running = now.iter().find_map(|now| {
            let running = now.in_progress.iter().find(|running| running.number == number)?;
            Some((now.game.as_str(), running))
        });
        if let Some((game, running)) = running {
            return TournamentGameView::in_progress(game, running, &app.catalogue);
        }
        // It may have ended between the two questions.
        let record = over()?.ok_or_else(Problem::no_such_tournament_game)?;
        TournamentGameView::over(record, &app.catalogue)
    };
    app.quickly(client, find).await.map(Json)
}
