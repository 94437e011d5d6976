//! Playing a stored game: moves, answers of the engine, taking back, resigning, time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use answers::{SideName, short_boards};
use axum::Json;
use axum::extract::State;
use quadrille::duration::share_of_clock;
use quadrille::{AnyLine, Ending, Outcome, Session, Side, Strength};
use serde::Deserialize;
use utoipa::ToSchema;

use super::stored::{GameView, strength};
use super::{App, Body, Named};
use crate::clients::Client;
use crate::limits;
use crate::problem::Problem;
use crate::rights::Rights;
use crate::sessions::Purpose;
use crate::store::{Player, StoredGame, now};

/// Changes a stored game in a thread that may wait for the disk.
pub(super) async fn change(
    app: App,
    client: Client,
    id: String,
    work: impl FnOnce(&App, &Client, StoredGame) -> Result<GameView, Problem> + Send + 'static,
) -> Result<Json<GameView>, Problem> {
    app.quickly(client, move |app, client| work(app, client, app.read(&id)?)).await.map(Json)
}

/// A move, and how many plies its player has seen.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveRequest {
    /// How many plies have been played before it.
    ply: usize,
    /// Its name.
    #[serde(rename = "move")]
    mv: String,
}

/// A number of plies.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlyRequest {
    ply: usize,
}

/// Who resigns.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResignRequest {
    side: SideName,
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
        expect(&game, request.ply)?;
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
        expect(&game, request.ply)?;
        let side = line.side();
        let Player::Engine { strength: text } = game.player(side) else {
            return Err(Problem::not_now(format!("the engine does not play {side} in this game")));
        };
        let strength = strength(text)?;
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
        if request.ply > game.moves.len() {
            return Err(Problem::wrong(format!("undo needs a ply from 0 to {}", game.moves.len())));
        }
        let mut after = game.clone();
        after.take_back(request.ply, game.request().open(&app.catalogue)?.side());
        let ending = after.request().open(&app.catalogue)?.ending_in_play();
        conclude(&mut after, ending);
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
        refuse_if_over(&game)?;
        let mut after = game.clone();
        after.end_turn(game.request().open(&app.catalogue)?.side());
        after.result = Some(Outcome::Win(!side).into());
        after.reason = Some(format!("{side} resigned"));
        app.store_change(client, &game, after)
    })
    .await
}

/// Refuses a client that has not seen the present position.
fn expect(game: &StoredGame, ply: usize) -> Result<(), Problem> {
    refuse_if_over(game)?;
    let plies = game.moves.len();
    if ply < plies {
        return Err(Problem::not_now("someone has already moved in this game: look at it again"));
    }
    if ply > plies {
        return Err(Problem::not_now("someone has taken a move back in this game: look at it again"));
    }
    if plies >= limits::PLIES {
        return Err(Problem::not_now(format!("a game has at most {} moves", limits::PLIES)));
    }
    Ok(())
}

pub(super) fn refuse_if_over(game: &StoredGame) -> Result<(), Problem> {
    let Some(result) = game.result else { return Ok(()) };
    let reason = game.reason.as_deref().unwrap_or("it has ended");
    Err(Problem::not_now(format!("the game is over, {}: {reason}", result.text())))
}

pub(super) fn conclude(game: &mut StoredGame, ending: Option<Ending>) {
    if let Some(ending) = ending {
        game.result = Some(ending.outcome.into());
        game.reason = Some(ending.rule.to_string());
    }
}

fn out_of_time(game: &StoredGame, side: Side) -> bool {
    game.left(side, side).is_some_and(|left| game.thought() > left)
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
        let side = line.side();
        let mut question = strength.question(line.game().descriptor(), game.seed(), Some(cancel));
        let time = question.limits.time.unwrap_or(limits::MOVE_TIME).min(limits::MOVE_TIME);
        let share = game.clock.zip(game.left(side, side)).map(|(clock, left)| {
            let left = Duration::from_millis(left.saturating_sub(game.thought()));
            share_of_clock(left, Duration::from_millis(clock.increment_ms))
        });
        question.limits.time = Some(share.map_or(time, |share| share.min(time)));
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
        mut line: Box<dyn AnyLine>,
        mv: &str,
    ) -> Result<GameView, Problem> {
        let thought = game.thought();
        let side = line.side();
        if out_of_time(game, side) {
            return GameView::new(self.after_the_clock(game.clone())?, &self.catalogue, client);
        }
        let refused = |refusal| {
            Problem::refused(&refusal, game.moves.len()).within(&format!("{side} cannot play {mv}"))
        };
        let name = line.read_typed(mv).map_err(refused)?;
        line.play(&name).map_err(refused)?;
        let mut after = game.clone();
        after.moves.push(name);
        after.times.push(thought);
        conclude(&mut after, line.ending_in_play());
        self.store_change(client, game, after)
    }

    pub(super) fn store_change(
        &self,
        client: &Client,
        before: &StoredGame,
        mut after: StoredGame,
    ) -> Result<GameView, Problem> {
        after.turn_began = now();
        // Always later than the change before, so that clients can tell which of two states is the newer one.
        after.updated = after.turn_began.max(before.updated + 1);
        after.offer = None;
        if !self.store.change(before, &after)? {
            return Err(Problem::not_now("the game has been changed at the same time: look at it again"));
        }
        self.live.changed(&before.id);
        GameView::new(after, &self.catalogue, client)
    }

    /// The game, which is over if the time of the side to move has run out.
    pub(super) fn after_the_clock(&self, game: StoredGame) -> Result<StoredGame, Problem> {
        if game.clock.is_none() || game.result.is_some() {
            return Ok(game);
        }
        let side = game.request().open(&self.catalogue)?.side();
        if !out_of_time(&game, side) {
            return Ok(game);
        }
        let mut after = game.clone();
        after.end_turn(side);
        after.result = Some(Outcome::Win(!side).into());
        after.reason = Some(format!("{side} has run out of time"));
        after.updated = now().max(game.updated + 1);
        // If another request was faster, its change counts.
        if self.store.change(&game, &after)? {
            self.live.changed(&game.id);
            Ok(after)
        } else {
            self.store.get(&game.id)?.ok_or_else(Problem::no_such_game)
        }
    }
}
