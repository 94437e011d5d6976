//! The seats of a stored game: its owner gives one away with a key, and another client takes it with that key.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use quadrille::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::line::{SideName, short};
use super::stored::GameView;
use super::{App, Body, Named};
use crate::clients::{Client, Digest, Introduced, new_secret};
use crate::invitations::Invitation;
use crate::problem::Problem;
use crate::rights::Rights;
use crate::store::{Player, Seat, StoredGame};

/// A new key for a seat.
#[derive(Serialize, ToSchema)]
pub(super) struct NewSeatKey {
    key: String,
    /// Leads to the key for an hour (`/api/invitations/{code}`), and is short enough to be read out.
    code: String,
}

/// What takes a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatKey {
    key: String,
}

/// Makes a key for a seat, for another person to take it
///
/// Only the owner of the game may do this. A new key makes an older one useless, and who held the seat loses it to the owner, who keeps
/// it until the key is used.
#[utoipa::path(post, path = "/api/games/{id}/seats/{side}", params(("id" = String, Path), ("side" = SideName, Path)),
    responses((status = 201, body = NewSeatKey)))]
pub(super) async fn give(
    State(app): State<App>,
    client: Client,
    Named((id, side)): Named<(String, SideName)>,
) -> Result<(StatusCode, Json<NewSeatKey>), Problem> {
    let key = new_secret()?;
    let seat = Seat { holder: None, key: Some(Digest::of(&key)) };
    let invitation = Invitation { game: id.clone(), side: side.into(), key: key.clone() };
    let code = app.quickly(client, move |app, client| {
        let game = app.read(&id)?;
        Rights::new(client, &game).check_give()?;
        let side = side.into();
        if *game.player(side) != Player::Human {
            return Err(Problem::not_now(format!("the engine plays {side} in this game")));
        }
        app.store_seat(&game, side, seat)?;
        app.invitations.add(invitation)
    });
    let code = code.await?;
    Ok((StatusCode::CREATED, Json(NewSeatKey { key, code })))
}

/// Takes a seat with its key, which then is of no use to others
#[utoipa::path(put, path = "/api/games/{id}/seats/{side}", params(("id" = String, Path), ("side" = SideName, Path)),
    request_body = SeatKey, responses((status = 200, body = GameView)))]
pub(super) async fn take(
    State(app): State<App>,
    Introduced(client, cookie): Introduced,
    Named((id, side)): Named<(String, SideName)>,
    Body(SeatKey { key }): Body<SeatKey>,
) -> Result<(HeaderMap, Json<GameView>), Problem> {
    short("a key", &key)?;
    let view = app.quickly(client, move |app, client| {
        let mut game = app.read(&id)?;
        let side = side.into();
        if game.seats.of(side).key != Some(Digest::of(&key)) {
            let words = format!(
                "this is not the key to {side}'s seat: it may have been used, or replaced by a new one"
            );
            return Err(Problem::new(StatusCode::FORBIDDEN, words));
        }
        let seat = Seat { holder: client.secret.clone(), key: None };
        app.store_seat(&game, side, seat.clone())?;
        *game.seats.of_mut(side) = seat;
        GameView::new(game, &app.catalogue, client)
    });
    Ok((cookie, Json(view.await?)))
}

impl App {
    fn store_seat(&self, game: &StoredGame, side: Side, seat: Seat) -> Result<(), Problem> {
        let mut seats = game.seats.clone();
        *seats.of_mut(side) = seat;
        if self.store.change_seats(game, &seats)? {
            self.live.changed(&game.id);
            Ok(())
        } else {
            Err(Problem::not_now(
                "the seats of the game have been changed at the same time: look at it again",
            ))
        }
    }
}
