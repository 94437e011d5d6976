//! The stored games: created, listed, read, deleted.

use std::time::Duration;

use answers::{LineRequest, LineView, short};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use quadrille::{Catalogue, GameResult, Side, Strength};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{App, Asked, Body, Named};
use crate::clients::{Client, Introduced};
use crate::limits;
use crate::problem::Problem;
use crate::rights::{Action, Rights};
use crate::store::{Clock, Offer, Player, Seats, StoredEntry, StoredGame, now};

/// A game to be created, perhaps with moves that have been played already.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewGame {
    #[serde(flatten)]
    line: LineRequest,
    white: Player,
    black: Player,
    /// Absent if the game has no clock.
    #[serde(default)]
    clock: Option<Clock>,
}

/// A stored game.
#[derive(Serialize, ToSchema)]
pub(super) struct GameView {
    id: String,
    /// Milliseconds since 1970.
    created: i64,
    updated: i64,
    white: Player,
    black: Player,
    clock: Option<Clock>,
    clocks: Option<ClocksView>,
    /// The time of each move, in milliseconds.
    times: Vec<u64>,
    /// `1-0`, `0-1` or `1/2-1/2` when the game is over.
    result: Option<&'static str>,
    /// Why, in words.
    reason: Option<String>,
    /// Whether this client has created it.
    mine: bool,
    /// The sides that this client plays: `w` and `b`.
    seats: Vec<char>,
    /// The sides that anybody may take: `w` and `b`.
    open: Vec<char>,
    /// What this client may do with it.
    may: Vec<Action>,
    /// What one player has offered to the other, if something is.
    offer: Option<Offer>,
    /// The id of the game that the players went on with, if they did.
    next: Option<String>,
    line: LineView,
}

/// What the clocks show now.
#[derive(Serialize, ToSchema)]
struct ClocksView {
    white_ms: u64,
    black_ms: u64,
    /// Whose clock is running: `w` or `b`; null when the game is over or waits for a player.
    running: Option<char>,
}

/// A stored game in a list.
#[derive(Serialize, ToSchema)]
struct GameEntry {
    id: String,
    game: String,
    white: Player,
    black: Player,
    plies: usize,
    result: Option<&'static str>,
    reason: Option<String>,
    created: i64,
    updated: i64,
    /// Whether this client has created it.
    mine: bool,
    /// Whether this client may delete it.
    deletable: bool,
}

/// Some of the stored games.
#[derive(Serialize, ToSchema)]
pub(super) struct GameList {
    /// How many games match.
    total: u64,
    games: Vec<GameEntry>,
}

impl StoredGame {
    /// The seed of the engine's choices among moves of nearly equal worth. A game keeps it, and another game has another one.
    pub(super) fn seed(&self) -> u64 {
        u64::from_str_radix(&self.id, 16).unwrap_or_default()
    }

    /// A game of this client that begins now, perhaps with moves that have been played already.
    pub(super) fn new(
        request: LineRequest,
        [white, black]: [Player; 2],
        catalogue: &Catalogue,
        client: &Client,
    ) -> Result<StoredGame, Problem> {
        let line = request.open(catalogue)?;
        let ending = line.ending_in_play();
        let created = now();
        Ok(StoredGame {
            id: String::new(),
            created,
            updated: created,
            game: line.game().name().to_string(),
            start: request.position,
            white,
            black,
            clock: None,
            times: vec![0; request.moves.len()],
            moves: request.moves,
            spent: [0; 2],
            turn_began: created,
            result: ending.map(|ending| ending.outcome.into()),
            reason: ending.map(|ending| ending.rule.to_string()),
            owner: client.secret.clone(),
            network: client.network,
            seats: Seats::default(),
            offer: None,
            next: None,
        })
    }

    pub(super) fn request(&self) -> LineRequest {
        LineRequest { game: self.game.clone(), position: self.start.clone(), moves: self.moves.clone() }
    }

    pub(crate) fn player(&self, side: Side) -> &Player {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// What a side's clock showed when the present turn began, given the side to move now.
    pub(crate) fn left(&self, side: Side, to_move: Side) -> Option<u64> {
        let clock = self.clock?;
        let first = if self.moves.len().is_multiple_of(2) { to_move } else { !to_move };
        let own = || self.times.iter().skip(usize::from(side != first)).step_by(2);
        let had = clock.start_ms + clock.increment_ms * own().count() as u64;
        Some(had.saturating_sub(own().sum()).saturating_sub(self.spent[side.index()]))
    }

    /// Takes back all moves but the first ones. Their time stays used, like that of the turn that ends with this: nobody gets time to
    /// think by taking moves back and playing them again.
    pub(crate) fn take_back(&mut self, plies: usize, to_move: Side) {
        let first = if self.moves.len().is_multiple_of(2) { to_move } else { !to_move };
        self.end_turn(to_move);
        for (ply, time) in self.times.iter().enumerate().skip(plies) {
            let mover = if ply.is_multiple_of(2) { first } else { !first };
            self.spent[mover.index()] += time;
        }
        self.moves.truncate(plies);
        self.times.truncate(plies);
        (self.result, self.reason) = (None, None);
    }

    /// The side to move has used the time of this turn, though it has not moved.
    pub(crate) fn end_turn(&mut self, to_move: Side) {
        if self.result.is_none() {
            self.spent[to_move.index()] += self.thought();
        }
    }

    /// Whether the game has not begun because a seat is free. The clocks stand still.
    pub(crate) fn waits(&self) -> bool {
        self.moves.is_empty() && self.seats.is_free()
    }

    pub(super) fn thought(&self) -> u64 {
        if self.waits() { 0 } else { u64::try_from(now() - self.turn_began).unwrap_or(0) }
    }
}

impl GameView {
    /// The time that is left to the side whose clock is running.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let clocks = self.clocks.as_ref()?;
        let left = if clocks.running? == Side::White.letter() { clocks.white_ms } else { clocks.black_ms };
        Some(Duration::from_millis(left))
    }

    /// Whether this client plays it, or has created it.
    pub(super) fn is_players(&self) -> bool {
        self.mine || !self.seats.is_empty()
    }

    /// The game as this client sees it.
    pub(super) fn new(game: StoredGame, catalogue: &Catalogue, client: &Client) -> Result<GameView, Problem> {
        let line = LineView::new(&game.request(), catalogue)?;
        let side = line.side();
        let rights = Rights::new(client, &game);
        let (mine, may) = (rights.is_owner(), rights.actions(side));
        let seats = rights.seats().into_iter().map(Side::letter).collect();
        let over = game.result.is_some();
        let open = Side::BOTH
            .into_iter()
            .filter(|&side| !over && game.seats.of(side).open)
            .map(Side::letter)
            .collect();
        let shown = |of: Side| {
            let left = game.left(of, side)?;
            Some(if of == side && !over { left.saturating_sub(game.thought()) } else { left })
        };
        let clocks = shown(Side::White).zip(shown(Side::Black)).map(|(white_ms, black_ms)| ClocksView {
            white_ms,
            black_ms,
            running: (!over && !game.waits()).then(|| side.letter()),
        });
        Ok(GameView {
            id: game.id,
            created: game.created,
            updated: game.updated,
            white: game.white,
            black: game.black,
            clock: game.clock,
            clocks,
            times: game.times,
            result: game.result.map(GameResult::text),
            reason: game.reason,
            mine,
            seats,
            open,
            may,
            offer: game.offer,
            next: game.next,
            line,
        })
    }
}

/// The strength of an engine, if this server allows it.
pub(super) fn strength(text: &str) -> Result<Strength, Problem> {
    short("the strength of an engine", text)?;
    let strength: Strength = text.parse().map_err(Problem::wrong)?;
    match strength {
        Strength::Depth(depth) if depth > limits::DEPTH => {
            Err(Problem::wrong(format!("an opponent looks at most {} plies ahead", limits::DEPTH)))
        }
        Strength::Time(time) if time > limits::MOVE_TIME => Err(Problem::wrong(format!(
            "an opponent thinks for at most {} s a move",
            limits::MOVE_TIME.as_secs()
        ))),
        _ => Ok(strength),
    }
}

impl App {
    /// Stores a new game, if it can be played.
    fn begin(&self, new: NewGame, client: &Client) -> Result<GameView, Problem> {
        for player in [&new.white, &new.black] {
            if let Player::Engine { strength: text } = player {
                strength(text)?;
            }
        }
        if let Some(clock) = new.clock {
            let most = limits::CLOCK.as_millis() as u64;
            if clock.start_ms < 1000 || clock.start_ms > most || clock.increment_ms > most {
                return Err(Problem::wrong("a clock shows at least a second and at most a week"));
            }
        }
        let game = StoredGame::new(new.line, [new.white, new.black], &self.catalogue, client)?;
        let stored = self.store.add(StoredGame { clock: new.clock, ..game })?;
        GameView::new(stored, &self.catalogue, client)
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
    /// Words that occur in the game's name, its players, its result or its reason.
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
    let list = move |app: &App, _: &Client| Ok(app.store.list(&query.search, query.limit, query.offset)?);
    let (total, games) = app.quickly(asked, list).await?;
    let is_mine = |game: &StoredEntry| client.secret.is_some() && client.secret == game.owner;
    let entry = |game: StoredEntry| GameEntry {
        mine: is_mine(&game),
        deletable: client.is_trusted || is_mine(&game),
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
    app.quickly(client, move |app, client| GameView::new(app.read(&id)?, &app.catalogue, client))
        .await
        .map(Json)
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
