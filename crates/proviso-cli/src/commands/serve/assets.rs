//! The files of the user interface, embedded in the program where they were built before it.
//!
//! **Invariant:** a path is looked up in the table of embedded files and never opened on the disk of
//! a released program; a program that was built without them says how to have them.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Dist;

const INDEX: &str = "index.html";

const ABSENT: &str = "\
this program was built without its user interface.

Build it (Node.js is needed), then build the program again:

  cd ui && npm ci && npm run build
";

/// Whether there is a user interface in this program.
pub(super) fn are_built() -> bool {
    Dist::get(INDEX).is_some()
}

/// A file of the user interface; what is no file is a place within it.
pub(super) async fn asset(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("ws/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    if let Some(file) = Dist::get(path) {
        // The builder puts a hash into the names below `assets/`.
        let kept = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        return answer(StatusCode::OK, file.metadata.mimetype(), kept, file.data.into_owned());
    }
    let is_file = path.rsplit('/').next().is_some_and(|it| it.contains('.'));
    if is_file {
        return StatusCode::NOT_FOUND.into_response();
    }
    match Dist::get(INDEX) {
        Some(file) => {
            answer(StatusCode::OK, "text/html; charset=utf-8", "no-cache", file.data.into_owned())
        }
        None => {
            let kind = "text/plain; charset=utf-8";
            answer(StatusCode::SERVICE_UNAVAILABLE, kind, "no-store", ABSENT.as_bytes().to_vec())
        }
    }
}

fn answer(status: StatusCode, kind: &str, kept: &'static str, bytes: Vec<u8>) -> Response {
    let kind =
        HeaderValue::from_str(kind).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static(kept))];
    (status, headers, bytes).into_response()
}
