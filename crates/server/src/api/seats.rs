//! The seats of a stored game: its owner gives one away with a key, and another client takes it with that key; or the owner opens it to
//! anybody.

use answers::{GameView, Player, SideName, short};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use quadrille::Side;
use quadrille::clock::unix_millis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{App, Body, Named};
use crate::clients::{Client, Digest, Seated, new_secret};
use crate::invitations::Invitation;
use crate::problem::Problem;
use crate::rights::Rights;
use crate::store::{Seat, StoredGame};

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
    /// A seat that is open needs none.
    #[serde(default)]
    key: Option<String>,
    /// What to call the person who takes it. Who has the seat already gets this name, or none if it is empty.
    #[serde(default)]
    #[schema(max_length = 20, example = "Anna")]
    name: Option<String>,
}

/// Makes a key for a seat, for another person to take it
///
/// Only the owner of the game may do this. A new key makes an older one useless, and who held the seat loses it to the owner, who keeps
/// it until the key is used.
#[utoipa::path(post, path = "/api/games/{id}/seats/{side}", params(("id" = String, Path), ("side" = SideName, Path)),
    responses((status = 201, body = NewSeatKey)))]
pub(super) async fn give(
    State(app): State<App>,
    Seated(client, cookie): Seated,
    Named((id, side)): Named<(String, SideName)>,
) -> Result<(StatusCode, HeaderMap, Json<NewSeatKey>), Problem> {
    let key = new_secret()?;
    let seat = Seat { holder: None, key: Some(Digest::of(&key)), open: false };
    let invitation = Invitation { game: id.clone(), side: side.into(), key: key.clone() };
    let code = app.quickly(client, move |app, client| {
        app.give_seat(&id, side.into(), client, seat)?;
        app.invitations.add(invitation)
    });
    let code = code.await?;
    Ok((StatusCode::CREATED, cookie, Json(NewSeatKey { key, code })))
}

/// Opens a seat to anybody: the game is in the lobby while its owner looks at it
///
/// Only the owner of the game may do this. The owner keeps the seat until somebody takes it.
#[utoipa::path(post, path = "/api/games/{id}/seats/{side}/open", params(("id" = String, Path), ("side" = SideName, Path)),
    responses((status = 200, body = GameView)))]
pub(super) async fn open(
    State(app): State<App>,
    Seated(client, cookie): Seated,
    Named((id, side)): Named<(String, SideName)>,
) -> Result<(HeaderMap, Json<GameView>), Problem> {
    let seat = Seat { open: true, ..Seat::default() };
    let view = app.quickly(client, move |app, client| app.give_seat(&id, side.into(), client, seat));
    Ok((cookie, Json(view.await?)))
}

/// Closes a seat again that was open
#[utoipa::path(delete, path = "/api/games/{id}/seats/{side}/open", params(("id" = String, Path), ("side" = SideName, Path)),
    responses((status = 200, body = GameView)))]
pub(super) async fn close(
    State(app): State<App>,
    client: Client,
    Named((id, side)): Named<(String, SideName)>,
) -> Result<Json<GameView>, Problem> {
    app.quickly(client, move |app, client| {
        let (game, side) = (app.read(&id)?, side.into());
        Rights::new(client, &game).check_give()?;
        if !game.company.seats.of(side).open {
            return Err(Problem::not_now(format!("the seat of {side} is not open")));
        }
        app.give_seat(&id, side, client, Seat::default())
    })
    .await
    .map(Json)
}

/// Takes a seat with its key, which then is of no use to others; or one that is open, without a key
///
/// Who has the seat already keeps it, with any key, and can get another name so.
#[utoipa::path(put, path = "/api/games/{id}/seats/{side}", params(("id" = String, Path), ("side" = SideName, Path)),
    request_body = SeatKey, responses((status = 200, body = GameView)))]
pub(super) async fn take(
    State(app): State<App>,
    Seated(client, cookie): Seated,
    Named((id, side)): Named<(String, SideName)>,
    Body(SeatKey { key, name }): Body<SeatKey>,
) -> Result<(HeaderMap, Json<GameView>), Problem> {
    short("a key", key.as_deref().unwrap_or_default())?;
    let player = name.as_deref().map(Player::person).transpose()?;
    let view = app.quickly(client, move |app, client| {
        let game = app.read(&id)?;
        let side = side.into();
        let seat = game.company.seats.of(side);
        if Rights::new(client, &game).needs_no_key(side) {
            return match player.filter(|_| game.player(side).is_human()) {
                Some(player) => app.store_seat(&game, game.clone(), side, (seat.clone(), player), client),
                None => Ok(client.view(game, &app.catalogue)?),
            };
        }
        let refused = match key {
            None if !seat.open => {
                Some(format!("{side}'s seat is not open to everybody, or somebody has taken it"))
            }
            Some(key) if seat.key != Some(Digest::of(&key)) => Some(format!(
                "this is not the key to {side}'s seat: it may have been used, or replaced by a new one"
            )),
            _ => None,
        };
        if let Some(words) = refused {
            return Err(Problem::new(StatusCode::FORBIDDEN, words));
        }
        let taken = (Seat::of(client.secret.clone()), player.unwrap_or(Player::GUEST));
        app.store_seat(&game, game.clone(), side, taken, client)
    });
    Ok((cookie, Json(view.await?)))
}

impl App {
    /// Changes a seat that a person plays, for the owner of the game.
    fn give_seat(&self, id: &str, side: Side, client: &Client, seat: Seat) -> Result<GameView, Problem> {
        let game = self.read(id)?;
        Rights::new(client, &game).check_give()?;
        if !game.player(side).is_human() {
            return Err(Problem::not_now(format!("the engine plays {side} in this game")));
        }
        let mut owned = game.clone();
        if self.access.only_this_machine && !game.company.seats.are_shared() {
            owned.company.owner.clone_from(&client.secret);
        }
        self.store_seat(&game, owned, side, (seat, Player::GUEST), client)
    }

    fn store_seat(
        &self,
        game: &StoredGame,
        mut after: StoredGame,
        side: Side,
        (seat, player): (Seat, Player),
        client: &Client,
    ) -> Result<GameView, Problem> {
        *after.company.seats.of_mut(side) = seat;
        after.set_player(side, player);
        // A game that has waited for its players begins when they are there.
        if game.waits() {
            after.turn_began = unix_millis();
        }
        if !self.store.change_seats(game, &after)? {
            return Err(Problem::not_now(
                "the seats of the game have been changed at the same time: look at it again",
            ));
        }
        self.live.changed(&game.id);
        Ok(client.view(after, &self.catalogue)?)
    }
}
