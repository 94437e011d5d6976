//! What two players agree on: a draw, taking a move back, another game.

use answers::{GameView, LineRequest, Offer, OfferKind, Player};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use quadrille::{Outcome, Side};
use serde::Deserialize;
use utoipa::ToSchema;

use super::play::change;
use super::{App, Body, Named};
use crate::clients::Client;
use crate::problem::Problem;
use crate::rights::Rights;
use crate::store::{Seats, Sharing, StoredGame};

/// What a player offers, or agrees to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferRequest {
    kind: OfferKind,
}

/// Offers something to the other player, or agrees to what the other player has offered
///
/// Any change of the game ends an offer. A client that plays both sides agrees with itself. Who has not moved cannot ask to take a move
/// back. Players can take a move back after the end of
/// the game too; a resignation or a loss on time is taken back alone, and a clock that has run out starts anew. Who agrees to take a move
/// back loses no time by it: the own clock shows again what it showed then.
#[utoipa::path(post, path = "/api/games/{id}/offer", params(("id" = String, Path)), request_body = OfferRequest,
    responses((status = 200, body = GameView)))]
pub(super) async fn offer(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    Body(OfferRequest { kind }): Body<OfferRequest>,
) -> Result<Json<GameView>, Problem> {
    change(app, client, id, move |app, client, game| {
        let seats = seats(client, &game)?;
        let side = seats[0];
        let is_asked = game.company.offer == Some(Offer { kind, by: (!side).into() });
        match kind {
            OfferKind::Draw => game.refuse_if_over()?,
            OfferKind::Undo => {
                let asked_by = if is_asked { !side } else { side };
                let nothing = app.kept_without_last_move(&game, asked_by).err();
                if let Some(problem) = nothing {
                    // Nobody can agree to such an offer, so it does not stay either.
                    if is_asked {
                        app.store_offer(client, game, None)?;
                    }
                    return Err(problem);
                }
            }
            OfferKind::Rematch if game.result.is_some() => {}
            OfferKind::Rematch => {
                return Err(Problem::not_now(
                    "the game is in progress: another one can be offered when it is over",
                ));
            }
        }
        let by_engine = matches!(game.player(!side), Player::Engine { .. });
        if by_engine && kind == OfferKind::Draw {
            return Err(Problem::not_now("the engine does not agree to draws in this game"));
        }
        if by_engine || seats.len() == 2 || is_asked {
            app.agree(client, game, kind, side, is_asked)
        } else {
            app.store_offer(client, game, Some(Offer { kind, by: side.into() }))
        }
    })
    .await
}

/// Declines what the other player has offered, or takes an own offer back
#[utoipa::path(delete, path = "/api/games/{id}/offer", params(("id" = String, Path)),
    responses((status = 200, body = GameView)))]
pub(super) async fn decline(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
) -> Result<Json<GameView>, Problem> {
    change(app, client, id, move |app, client, game| {
        seats(client, &game)?;
        app.store_offer(client, game, None)
    })
    .await
}

/// The sides that a client plays: at least one.
fn seats(client: &Client, game: &StoredGame) -> Result<Vec<Side>, Problem> {
    let seats = Rights::new(client, game).seats();
    if seats.is_empty() {
        let words = "only the players of this game may make offers in it";
        return Err(Problem::new(StatusCode::FORBIDDEN, words));
    }
    Ok(seats)
}

impl App {
    /// Does what both players want: a side, and the other one, who may have asked for it before.
    fn agree(
        &self,
        client: &Client,
        game: StoredGame,
        kind: OfferKind,
        side: Side,
        is_asked: bool,
    ) -> Result<GameView, Problem> {
        let after = match kind {
            OfferKind::Draw => {
                let mut after = game.clone();
                after.end_turn(game.request().open(&self.catalogue)?.side());
                after.result = Some(Outcome::Draw.into());
                after.reason = Some("the players have agreed on a draw".to_string());
                after.begin_turn();
                after
            }
            OfferKind::Undo => {
                let kept = self.kept_without_last_move(&game, if is_asked { !side } else { side })?;
                game.taken_back(kept, is_asked.then_some(side), &self.catalogue)?
            }
            OfferKind::Rematch => return self.rematch(client, game),
        };
        self.store_change(client, &game, after)
    }

    /// How many moves are left when a player takes the last one back: the game is at that player's turn again. What ended the game
    /// without a move is taken back alone.
    fn kept_without_last_move(&self, game: &StoredGame, asked_by: Side) -> Result<usize, Problem> {
        let line = game.request().open(&self.catalogue)?;
        let back = match game.result {
            Some(_) if line.ending_in_play().is_none() => 0,
            _ if line.side() == asked_by => 2,
            _ => 1,
        };
        let kept = game.moves.len().checked_sub(back);
        kept.ok_or_else(|| {
            Problem::not_now(format!(
                "{asked_by} has not moved in this game, so there is nothing to take back"
            ))
        })
    }

    /// The same game again with the colours swapped. The old game names it, so that both players find it.
    fn rematch(&self, client: &Client, game: StoredGame) -> Result<GameView, Problem> {
        if game.company.next.is_some() {
            return Ok(client.view(game, &self.catalogue)?);
        }
        let new = StoredGame::new(
            LineRequest { game: game.game.clone(), position: game.start.clone(), moves: Vec::new() },
            [game.black.clone(), game.white.clone()],
            &self.catalogue,
            Sharing::default(),
        )?;
        let seat = |side| game.company.seats.of(side).without_key();
        let seats = Seats::new(seat(Side::Black), seat(Side::White));
        let (owner, network) = (game.company.owner.clone(), game.company.network);
        let company = Sharing { owner, network, seats, ..Sharing::default() };
        let new = self.store.add(StoredGame { clock: game.clock, company, ..new })?;
        let mut after = game;
        after.touch();
        if self.store.set_next(&after, &new.id)? {
            (after.company.next, after.company.offer) = (Some(new.id), None);
        } else {
            // The other player has been faster.
            self.store.delete(&new.id)?;
            after = self.store.get(&after.id)?.ok_or_else(Problem::no_such_game)?;
        }
        self.live.changed(&after.id);
        Ok(client.view(after, &self.catalogue)?)
    }

    fn store_offer(
        &self,
        client: &Client,
        mut game: StoredGame,
        offer: Option<Offer>,
    ) -> Result<GameView, Problem> {
        if !self.store.set_offer(&game, offer)? {
            return Err(Problem::not_now("the game has been changed at the same time: look at it again"));
        }
        game.company.offer = offer;
        self.live.changed(&game.id);
        Ok(client.view(game, &self.catalogue)?)
    }
}
