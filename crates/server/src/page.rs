//! The files of the page, embedded in the program.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// A file of the page, or a word that there is none.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some((file, kind)) = Web::get(path).zip(media_type(path)) else {
        return Problem::new(StatusCode::NOT_FOUND, format!("there is no {}", uri.path())).into_response();
    };
    // The files change with the program only: a browser asks again, and is told in a word that it has them already.
    let tag = tag(&file.metadata.sha256_hash());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers =
        [(header::CONTENT_TYPE, kind), (header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    (headers, file.data).into_response()
}

fn media_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        _ => None,
    }
}

fn tag(hash: &[u8; 32]) -> String {
    let start = u64::from_be_bytes([hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]]);
    format!("\"{start:016x}\"")
}
