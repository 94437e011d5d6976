//! The files of the page, embedded in the program, or from a directory while somebody works on them.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// A file as it was in `web/` when the program was built, or as it is in the directory now.
fn read(directory: Option<&Path>, path: &str) -> Option<Cow<'static, [u8]>> {
    let Some(directory) = directory else {
        return Web::get(path).map(|file| file.data);
    };
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| std::fs::read(directory.join(path)).ok()).flatten().map(Cow::Owned)
}

/// A file of the page, or status 404.
pub(crate) async fn file(
    State(directory): State<Arc<Option<PathBuf>>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some((kind, data)) = media_type(path).zip(read(directory.as_deref(), path)) else {
        let words = format!("there is no file {}", uri.path());
        return Problem::new(StatusCode::NOT_FOUND, words).into_response();
    };
    // The files change only with the program: a browser asks again, and status 304 says that it has the present version.
    let tag = tag(&data);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers =
        [(header::CONTENT_TYPE, kind), (header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    (headers, data).into_response()
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

/// Tells one version of a file from another.
fn tag(data: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(data);
    format!("\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modules_are_preloaded() {
        let index = Web::get("index.html").expect("the page").data;
        let index = std::str::from_utf8(&index).expect("text");
        let late: Vec<_> = Web::iter()
            .filter(|path| path.ends_with(".js"))
            .filter(|path| !index.contains(&format!("<link rel=\"modulepreload\" href=\"{path}\">")))
            .collect();
        assert!(late.is_empty(), "a browser finds these only after it has loaded another module: {late:?}");
    }
}
