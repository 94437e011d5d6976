//! Playing a stored game: moves, answers of the engine, taking back, resigning, time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use answers::{GameView, MoveRequest, PlyRequest, ResignRequest, short_boards};
use axum::Json;
use axum::extract::State;
use quadrille::{AnyLine, Session, Side, Strength};

use super::{App, Body, Named};
use crate::clients::Client;
use crate::problem::Problem;
use crate::rights::Rights;
use crate::sessions::Purpose;
use crate::store::StoredGame;

/// Changes a stored game in a thread that may wait for the disk.
pub(super) async fn change(
    app: App,
    client: Client,
    id: String,
    work: impl FnOnce(&App, &Client, StoredGame) -> Result<GameView, Problem> + Send + 'static,
) -> Result<Json<GameView>, Problem> {
    app.quickly(client, move |app, client| work(app, client, app.read(&id)?)).await.map(Json)
}

/// Plays a move
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn play(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Body(request): Body<MoveRequest>,
) -> Result<Json<GameView>, Problem> {
    short_boards("the move", &request.mv)?;
    change(app, client, id, move |app, client, game| {
        let line = app.may_move(client, &game)?;
        game.expect(request.ply)?;
        app.add_move(client, &game, line, &request.mv)
    })
    .await
}

/// Lets the engine play a move
#[utoipa::path(post, path = "/api/games/{id}/reply", params(("id" = String, Path)), request_body = PlyRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn reply(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Body(request): Body<PlyRequest>,
) -> Result<Json<GameView>, Problem> {
    let read = move |app: &App, client: &Client| {
        let game = app.read(&id)?;
        let line = app.may_move(client, &game)?;
        game.expect(request.ply)?;
        let strength = game.engine(line.side())?;
        Ok((game, line, strength))
    };
    let (game, line, strength) = app.quickly(client.clone(), read).await?;
    let thinking = app.thinking.clone();
    let turns = thinking.turns_for(strength, line.game().descriptor());
    let answer = turns.work(client.clone(), move |cancel| {
        let mv = app.engine_move(&game, &*line, strength, cancel)?;
        app.add_move(&client, &game, line, &mv)
    });
    answer.await?.map(Json)
}

/// Takes moves back, so that only the first of them are left
#[utoipa::path(post, path = "/api/games/{id}/undo", params(("id" = String, Path)), request_body = PlyRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn undo(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Body(request): Body<PlyRequest>,
) -> Result<Json<GameView>, Problem> {
    change(app, client, id, move |app, client, game| {
        Rights::new(client, &game).check_undo()?;
        let after = game.taken_back(request.ply, None, &app.catalogue)?;
        app.store_change(client, &game, after)
    })
    .await
}

/// Resigns a game
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = String, Path)), request_body = ResignRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn resign(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Body(request): Body<ResignRequest>,
) -> Result<Json<GameView>, Problem> {
    change(app, client, id, move |app, client, game| {
        let side: Side = request.side.into();
        Rights::new(client, &game).check_resign(side)?;
        let after = game.resigned(side, &app.catalogue)?;
        app.store_change(client, &game, after)
    })
    .await
}

impl App {
    /// The present position of a game, if this client may move in it.
    fn may_move(&self, client: &Client, game: &StoredGame) -> Result<Box<dyn AnyLine>, Problem> {
        let line = game.request().open(&self.catalogue)?;
        Rights::new(client, game).check_move(line.side())?;
        Ok(line)
    }

    /// The move of the engine that plays the side to move.
    fn engine_move(
        &self,
        game: &StoredGame,
        line: &dyn AnyLine,
        strength: Strength,
        cancel: &AtomicBool,
    ) -> Result<String, Problem> {
        let question = game.engine_question(line, strength, Some(cancel));
        let search = |session: &mut Session| session.choose(line, &question);
        let found = self.sessions.with(Purpose::Opponent(strength), line.game(), search);
        if cancel.load(Relaxed) {
            return Err(Problem::not_now("the client has left before the engine answered"));
        }
        let mut found = found.ok_or_else(|| Problem::not_now("the game is over"))?;
        Ok(found.play.swap_remove(0))
    }

    /// Plays a move in the present position of a game, and stores the game.
    fn add_move(
        &self,
        client: &Client,
        game: &StoredGame,
        line: Box<dyn AnyLine>,
        mv: &str,
    ) -> Result<GameView, Problem> {
        if game.is_out_of_time(line.side()) {
            return Ok(client.view(self.after_the_clock(game.clone())?, &self.catalogue)?);
        }
        let after = game.after_move(line, mv)?;
        self.store_change(client, game, after)
    }

    pub(super) fn store_change(
        &self,
        client: &Client,
        before: &StoredGame,
        mut after: StoredGame,
    ) -> Result<GameView, Problem> {
        after.company.offer = None;
        if !self.store.change(before, &after)? {
            return Err(Problem::not_now("the game has been changed at the same time: look at it again"));
        }
        self.live.changed(&before.id);
        Ok(client.view(after, &self.catalogue)?)
    }

    /// The game, which is over if the time of the side to move has run out.
    pub(super) fn after_the_clock(&self, game: StoredGame) -> Result<StoredGame, Problem> {
        let Some(after) = game.after_the_clock(&self.catalogue)? else { return Ok(game) };
        // If another request was faster, its change counts.
        if self.store.change(&game, &after)? {
            self.live.changed(&game.id);
            Ok(after)
        } else {
            self.store.get(&game.id)?.ok_or_else(Problem::no_such_game)
        }
    }
}
