//! The stored games: created, listed, read, deleted.

use answers::{GameEntry, GameList, GameView, NewGame, Player, Standing, short};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use quadrille::{Catalogue, GameResult, Side};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{App, Asked, Body, Named};
use crate::clients::{Client, Introduced};
use crate::limits;
use crate::problem::Problem;
use crate::rights::Rights;
use crate::store::{Sharing, StoredEntry, StoredGame};

impl Client {
    /// What a new game of this client is stored with.
    pub(super) fn sharing(&self) -> Sharing {
        // On a machine that nobody else can reach, games have no owner.
        let owner = self.secret.clone().filter(|_| !self.is_trusted || self.is_admin);
        Sharing { owner, network: self.network, ..Sharing::default() }
    }

    /// A game as this client sees it.
    pub(super) fn view(&self, game: StoredGame, catalogue: &Catalogue) -> Result<GameView, answers::Problem> {
        GameView::new(game, catalogue, |game, to_move| {
            let rights = Rights::new(self, game);
            let is_open = |&side: &Side| game.result.is_none() && game.company.seats.of(side).open;
            Standing {
                mine: rights.is_owner(),
                seats: rights.seats(),
                open: Side::BOTH.into_iter().filter(is_open).collect(),
                may: rights.actions(to_move),
                offer: game.company.offer,
                next: game.company.next.clone(),
            }
        })
    }
}

impl App {
    /// Stores a new game, if it can be played.
    fn begin(&self, new: NewGame, client: &Client) -> Result<GameView, Problem> {
        let stored = self.store.add(new.begin(&self.catalogue, client.sharing())?)?;
        Ok(client.view(stored, &self.catalogue)?)
    }

    /// A stored game. One whose time has run out is over.
    pub(super) fn read(&self, id: &str) -> Result<StoredGame, Problem> {
        let game = self.store.get(id)?.ok_or_else(Problem::no_such_game)?;
        self.after_the_clock(game)
    }
}

/// Creates a game
#[utoipa::path(post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = GameView)))]
pub(super) async fn create(
    State(app): State<App>,
    Introduced(client, cookie): Introduced,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, HeaderMap, Json<GameView>), Problem> {
    let view = app.quickly(client, move |app, client| app.begin(new, client)).await?;
    Ok((StatusCode::CREATED, cookie, Json(view)))
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Words that occur in the game's name or title, its players, its result or its reason.
    #[serde(default)]
    search: String,
    /// How many at most.
    #[serde(default = "default_limit")]
    #[param(maximum = 200)]
    limit: u32,
    /// How many to leave out.
    #[serde(default)]
    #[param(value_type = u64, maximum = 4_294_967_295_u64)]
    offset: u32,
}

fn default_limit() -> u32 {
    50
}

/// The stored games, newest first
#[utoipa::path(get, path = "/api/games", params(ListQuery), responses((status = 200, body = GameList)))]
pub(super) async fn list(
    State(app): State<App>,
    client: Client,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<GameList>, Problem> {
    if query.limit > limits::LISTED_GAMES {
        return Err(Problem::wrong(format!("a list has at most {} games", limits::LISTED_GAMES)));
    }
    short("the text to search for", &query.search)?;
    if query.search.split_whitespace().count() > limits::SEARCH_WORDS {
        return Err(Problem::wrong(format!("a search has at most {} words", limits::SEARCH_WORDS)));
    }
    let asked = client.clone();
    let list = move |app: &App, _: &Client| {
        let ListQuery { search, limit, offset } = &query;
        Ok(app.store.list(search, *limit, *offset, |game| answers::title(&app.catalogue, game))?)
    };
    let (total, games) = app.quickly(asked, list).await?;
    let seats = |game: &StoredEntry| {
        let plays = |(side, player): &(Side, &Player)| {
            player.is_human() && client.has_seat(game.owner.as_ref(), &game.seats, *side)
        };
        [(Side::White, &game.white), (Side::Black, &game.black)]
            .into_iter()
            .filter(plays)
            .map(|(side, _)| side.letter())
            .collect()
    };
    let entry = |game: StoredEntry| GameEntry {
        mine: client.is(game.owner.as_ref()),
        seats: seats(&game),
        deletable: client.owns(game.owner.as_ref(), &game.seats),
        plies: game.plies,
        id: game.id,
        game: game.game,
        white: game.white,
        black: game.black,
        result: game.result.map(GameResult::text),
        reason: game.reason,
        created: game.created,
        updated: game.updated,
    };
    Ok(Json(GameList { total, games: games.into_iter().map(entry).collect() }))
}

/// A stored game
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameView)))]
pub(super) async fn get(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameView>, Problem> {
    app.quickly(client, move |app, client| Ok(client.view(app.read(&id)?, &app.catalogue)?)).await.map(Json)
}

/// Deletes a game
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 204)))]
pub(super) async fn delete(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
) -> Result<StatusCode, Problem> {
    app.quickly(client, move |app, client| {
        let game = app.store.get(&id)?.ok_or_else(Problem::no_such_game)?;
        Rights::new(client, &game).check_delete()?;
        let deleted = app.store.delete(&id)?;
        app.live.changed(&id);
        if deleted { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::no_such_game()) }
    })
    .await
}

/// Brings a game back that was deleted: the same game with its players, its seats and its links
///
/// Who may delete it may do this, until the server ends or many other games have been deleted. The clocks have stood still meanwhile.
#[utoipa::path(post, path = "/api/games/{id}/restore", params(("id" = String, Path)),
    responses((status = 200, body = GameView)))]
pub(super) async fn restore(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameView>, Problem> {
    app.quickly(client, move |app, client| {
        let game = app.store.deleted(&id)?.ok_or_else(Problem::no_such_game)?;
        Rights::new(client, &game).check_delete()?;
        if !app.store.restore(&game)? {
            return Err(Problem::no_such_game());
        }
        app.live.changed(&id);
        Ok(client.view(game, &app.catalogue)?)
    })
    .await
    .map(Json)
}
