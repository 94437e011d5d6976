//! Playing a game that is kept: moves, answers of the engine, taking back, resigning, time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyline::{AnyLine, choose};
use arena::GameResult;
use axum::Json;
use axum::extract::State;
use game::{Ending, Outcome, Side};
use search::share_of_clock;
use serde::Deserialize;
use utoipa::ToSchema;

use super::line::{SideName, open};
use super::saved::{GameView, first_side, read, strength};
use super::{App, Body, Named};
use crate::limits;
use crate::problem::Problem;
use crate::store::{Kept, Player, Store, now};
use crate::thinking::run;

/// A move of somebody who has seen so many plies.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveRequest {
    /// How many plies have been played before it.
    ply: usize,
    /// Its name.
    #[serde(rename = "move")]
    #[schema(example = "a1a2")]
    mv: String,
}

/// A number of plies.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlyRequest {
    ply: usize,
}

/// Who gives up.
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
    Named(id): Named<String>,
    Body(request): Body<MoveRequest>,
) -> Result<Json<GameView>, Problem> {
    run(move || {
        let kept = read(&app.store, &id)?;
        expect(&kept, request.ply)?;
        add_move(&app.store, &kept, &request.mv)
    })
    .await?
    .map(Json)
}

/// Lets the engine play a move
#[utoipa::path(post, path = "/api/games/{id}/reply", params(("id" = String, Path)), request_body = PlyRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn reply(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<PlyRequest>,
) -> Result<Json<GameView>, Problem> {
    let store = Arc::clone(&app.store);
    let kept = run(move || {
        let kept = read(&store, &id)?;
        expect(&kept, request.ply)?;
        Ok::<_, Problem>(kept)
    })
    .await??;
    let answer = app.thinking.answer(move |cancel| {
        let mv = engine_move(&kept, cancel)?;
        add_move(&app.store, &kept, &mv)
    });
    answer.await?.map(Json)
}

/// Takes moves back, so that only the first of them are left
#[utoipa::path(post, path = "/api/games/{id}/undo", params(("id" = String, Path)), request_body = PlyRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn undo(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<PlyRequest>,
) -> Result<Json<GameView>, Problem> {
    run(move || {
        let kept = read(&app.store, &id)?;
        if request.ply > kept.moves.len() {
            return Err(Problem::wrong(format!("the game has only {} plies", kept.moves.len())));
        }
        let mut after = kept.clone();
        after.moves.truncate(request.ply);
        after.times.truncate(request.ply);
        (after.result, after.reason) = (None, None);
        let ending = open(&after.request(), |_, line| Ok(line.ending_in_play()))?;
        conclude(&mut after, ending);
        keep(&app.store, &kept, after)
    })
    .await?
    .map(Json)
}

/// Gives a game up
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = String, Path)), request_body = ResignRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn resign(
    State(app): State<App>,
    Named(id): Named<String>,
    Body(request): Body<ResignRequest>,
) -> Result<Json<GameView>, Problem> {
    run(move || {
        let kept = read(&app.store, &id)?;
        refuse_if_over(&kept)?;
        let side: Side = request.side.into();
        let mut after = kept.clone();
        after.result = Some(Outcome::Win(!side).into());
        after.reason = Some(format!("{side} resigned"));
        keep(&app.store, &kept, after)
    })
    .await?
    .map(Json)
}

/// Whether whoever asks has seen the game as it stands.
fn expect(kept: &Kept, ply: usize) -> Result<(), Problem> {
    refuse_if_over(kept)?;
    let plies = kept.moves.len();
    if ply != plies {
        return Err(Problem::not_now(format!("the game has gone on: it has {plies} plies, not {ply}")));
    }
    if plies >= limits::PLIES {
        return Err(Problem::not_now(format!("a game has at most {} plies", limits::PLIES)));
    }
    Ok(())
}

fn refuse_if_over(kept: &Kept) -> Result<(), Problem> {
    match (&kept.result, &kept.reason) {
        (Some(result), reason) => {
            let reason = reason.as_deref().unwrap_or("it has ended");
            Err(Problem::not_now(format!("the game is over, {}: {reason}", result.text())))
        }
        _ => Ok(()),
    }
}

/// The move of the engine that plays the side to move.
fn engine_move(kept: &Kept, cancel: &AtomicBool) -> Result<String, Problem> {
    open(&kept.request(), |_, line| {
        let side = line.side();
        let Player::Engine { strength: text } = kept.player(side) else {
            return Err(Problem::not_now(format!("{side} is not played by the engine")));
        };
        let strength = strength(text)?;
        let mut question = strength.question(Some(cancel));
        let first = first_side(side, kept.moves.len());
        if let (Some(clock), Some(left)) = (kept.clock, kept.left(side, first)) {
            let left = Duration::from_millis(left.saturating_sub(kept.thought()));
            let share = share_of_clock(left, Duration::from_millis(clock.increment_ms));
            question.limits.time = Some(question.limits.time.map_or(share, |time| time.min(share)));
        }
        // Nobody waits longer than that, whatever the board.
        let most = limits::MOVE_TIME;
        question.limits.time = Some(question.limits.time.map_or(most, |time| time.min(most)));
        let found = choose(line, &mut strength.engine(), &question);
        if cancel.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(Problem::not_now("nobody waits for this answer any more"));
        }
        let mut found = found.ok_or_else(|| Problem::not_now("the game is over"))?;
        Ok(found.play.swap_remove(0))
    })
}

/// Plays a move and keeps it.
fn add_move(store: &Arc<Store>, kept: &Kept, mv: &str) -> Result<GameView, Problem> {
    let thought = kept.thought();
    let mut after = kept.clone();
    let ending = open(&kept.request(), |_, line| {
        if out_of_time(kept, line.side()) {
            return Ok(None);
        }
        let name = line.read_answer(mv).map_err(|problem| Problem::wrong(refusal(line, mv, &problem)))?;
        line.play(&name).map_err(|problem| Problem::wrong(refusal(line, mv, &problem)))?;
        after.moves.push(name);
        Ok(line.ending_in_play())
    })?;
    if after.moves.len() == kept.moves.len() {
        return GameView::new(after_the_clock(store, kept.clone())?);
    }
    after.times.push(thought);
    conclude(&mut after, ending);
    keep(store, kept, after)
}

/// Why a move is not played.
fn refusal(line: &dyn AnyLine, mv: &str, problem: &str) -> String {
    format!("{} cannot play {mv}: {problem}", line.side())
}

fn conclude(game: &mut Kept, ending: Option<Ending>) {
    if let Some(ending) = ending {
        game.result = Some(ending.outcome.into());
        game.reason = Some(ending.rule.to_string());
    }
}

fn keep(store: &Arc<Store>, before: &Kept, mut after: Kept) -> Result<GameView, Problem> {
    after.updated = now();
    after.turn_began = after.updated;
    if !store.change(before, &after)? {
        return Err(Problem::not_now("the game has been changed at the same time: look at it again"));
    }
    GameView::new(after)
}

fn out_of_time(kept: &Kept, side: Side) -> bool {
    let left = kept.left(side, first_side(side, kept.moves.len()));
    left.is_some_and(|left| kept.thought() > left)
}

/// The game, which is over if the time of the side to move has run out.
pub(super) fn after_the_clock(store: &Arc<Store>, kept: Kept) -> Result<Kept, Problem> {
    if kept.clock.is_none() || kept.result.is_some() {
        return Ok(kept);
    }
    let side = open(&kept.request(), |_, line| Ok(line.side()))?;
    if !out_of_time(&kept, side) {
        return Ok(kept);
    }
    let mut after = kept.clone();
    after.result = Some(GameResult::from(Outcome::Win(!side)));
    after.reason = Some(format!("{side} has run out of time"));
    after.updated = now();
    // If somebody else was faster, their game is the one that counts.
    if store.change(&kept, &after)? {
        Ok(after)
    } else {
        store.get(&kept.id)?.ok_or_else(Problem::no_such_game)
    }
}
