//! Invitations by a short code, and pictures of links for the camera of a phone.

use answers::{SideName, short};
use axum::Json;
use axum::extract::State;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{App, Body, Named};
use crate::problem::Problem;

/// A seat, and the key that takes it.
#[derive(Serialize, ToSchema)]
pub(super) struct InvitationView {
    /// The id of the game.
    game: String,
    side: SideName,
    key: String,
}

/// The seat that a code is for
#[utoipa::path(get, path = "/api/invitations/{code}", params(("code" = String, Path)),
    responses((status = 200, body = InvitationView)))]
pub(super) async fn invitation(
    State(app): State<App>,
    Named(code): Named<String>,
) -> Result<Json<InvitationView>, Problem> {
    short("a code", &code)?;
    let found = app.invitations.find(&code).ok_or_else(Problem::no_such_code)?;
    Ok(Json(InvitationView { game: found.game, side: found.side.into(), key: found.key }))
}

/// A text for a QR code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QrRequest {
    text: String,
}

/// A QR code.
#[derive(Serialize, ToSchema)]
pub(super) struct QrView {
    /// Its rows from top to bottom, `1` for a dark square and `0` for a light one.
    rows: Vec<String>,
}

/// A QR code of a text
#[utoipa::path(post, path = "/api/qr", request_body = QrRequest, responses((status = 200, body = QrView)))]
pub(super) async fn qr(Body(QrRequest { text }): Body<QrRequest>) -> Result<Json<QrView>, Problem> {
    short("the text of a QR code", &text)?;
    let code = QrCode::encode_text(&text, QrCodeEcc::Medium)
        .map_err(|_| Problem::wrong("this text is too long for a QR code"))?;
    let digit = |x, y| if code.get_module(x, y) { '1' } else { '0' };
    let row = |y| (0..code.size()).map(|x| digit(x, y)).collect();
    Ok(Json(QrView { rows: (0..code.size()).map(row).collect() }))
}
