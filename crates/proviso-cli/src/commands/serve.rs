//! `serve`: the user interface in a browser, over HTTP on the loopback interface.
//!
//! The list of commands is offered as it is: `POST /api/<name>`. Beside it: `POST /api/upload` for
//! what a browser cannot name, `GET /ws/live` for events, and the files of the user interface.
//!
//! **Invariant:** nothing is decided here but who may ask. Only this machine can connect, only a
//! client that has the token is answered, and only pages of this very server may ask in its name.
//! A client may name what it sent, never a file or a program of this machine, so that a token that
//! leaks opens one workspace and not the whole disk.

mod assets;
mod doors;
mod guard;
mod live;

use std::fmt::Display;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use proviso_api::{Answer, ApiError, App, Code, dispatch};
use tokio::net::TcpListener;
use tokio::sync::watch;

use self::guard::Guard;
use super::terminated::Terminated;
use crate::printer::Printer;

/// Bytes of a request in JSON: a model's text, or many names.
const MAX_REQUEST: usize = 16 << 20;
/// How long runs have to stop when the server does.
const STOPPING: Duration = Duration::from_secs(10);

/// What all requests share.
#[derive(Clone)]
struct Shared {
    app: Arc<App>,
    max_upload: u64,
    /// Turns true when the server stops; streams end then.
    stopping: watch::Receiver<bool>,
}

/// How long a client has to take what happened last.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Serves until it is told to stop.
pub(super) async fn serve(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    port: u16,
    max_upload: u64,
) -> Result<u8, ApiError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|err| {
        let mut it = ApiError::new(Code::Unknown, format!("cannot listen on port {port}"));
        it.detail.push(err.to_string());
        it.hint("another program has it; `--port 0` takes a free one")
    })?;
    let port = listener.local_addr().map_or(port, |it| it.port());
    let guard = Arc::new(Guard::new(port)?);
    let url = guard.link();
    if printer.json {
        // One line, so that who starts the server knows when it has all of it.
        let told = serde_json::json!({ "url": url, "port": port, "token": guard.token() });
        printer.data(&told.to_string());
    } else {
        printer.data(&url);
        let said = printer.language.of(
            "이 링크를 브라우저로 여세요. 링크가 열쇠이니 남에게 주지 마세요. Ctrl-C로 끝냅니다",
            "open this link in a browser; it is a key, so keep it to yourself; Ctrl-C ends this",
        );
        printer.note(said);
        if !assets::are_built() {
            printer.warning(
                "this program has no user interface in it: `npm ci && npm run build` in `ui/`, \
                 then build it again",
            );
        }
    }
    let (stop, stopping) = watch::channel(false);
    let shared = Shared { app: Arc::clone(app), max_upload, stopping };
    let stopper = tokio::spawn(until_stopped(Arc::clone(app), Arc::clone(printer), stop.clone()));
    doors::serve(listener, router(shared, guard), stop.subscribe()).await;
    // Streams, each of which watches for the end, tell it before the program goes.
    if tokio::time::timeout(LAST_WORDS, stop.closed()).await.is_err() {
        printer.warning("a client did not take the last of its events in time");
    }
    stopper.abort();
    Ok(0)
}

fn router(shared: Shared, guard: Arc<Guard>) -> Router {
    let api = Router::new()
        .route("/api/upload", post(upload).layer(DefaultBodyLimit::disable()))
        .route("/api/{name}", post(command).layer(DefaultBodyLimit::max(MAX_REQUEST)))
        .route("/ws/live", get(live::live))
        .layer(middleware::from_fn(doors::in_time))
        .with_state(shared);
    Router::new()
        .merge(api)
        .fallback(assets::asset)
        .layer(middleware::from_fn_with_state(guard, guard::check))
}

/// Carries out a command.
async fn command(
    State(shared): State<Shared>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    // What a form of a foreign page could send is not JSON by its own word.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or("");
    if !body.is_empty() && !kind.starts_with("application/json") {
        return failure(&ApiError::new(Code::BadRequest, "a request is `application/json`"));
    }
    let request = if body.is_empty() {
        Ok(serde_json::Value::Null)
    } else {
        serde_json::from_slice(&body).map_err(|err| {
            let mut it = ApiError::new(Code::BadRequest, "the request is no JSON");
            it.detail.push(err.to_string());
            it
        })
    };
    let answer = match request {
        Ok(request) => dispatch(&shared.app, &name, request).await,
        Err(err) => Err(err),
    };
    match answer {
        Ok(Answer::Json(text)) => json(StatusCode::OK, text),
        Ok(Answer::File(file)) => {
            let disposition = format!("attachment; filename*=UTF-8''{}", percent(&file.name));
            let headers = [
                (header::CONTENT_TYPE, HeaderValue::from_static(file.mime)),
                (
                    header::CONTENT_DISPOSITION,
                    // Percent-encoded text is always a header's value.
                    HeaderValue::from_str(&disposition)
                        .unwrap_or(HeaderValue::from_static("attachment")),
                ),
                (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            ];
            (headers, file.bytes).into_response()
        }
        Err(err) => failure(&err),
    }
}

#[derive(serde::Deserialize)]
struct UploadQuery {
    #[serde(default)]
    name: String,
}

/// Receives a file.
async fn upload(
    State(shared): State<Shared>,
    Query(query): Query<UploadQuery>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let told = headers.get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse().ok());
    // Before a byte of it is read.
    if told.is_some_and(|it: u64| it > shared.max_upload) {
        let message = format!("the file is larger than {} MiB", shared.max_upload >> 20);
        return failure(&ApiError::new(Code::TooLarge, message).hint("split the document"));
    }
    let stream = body.into_data_stream();
    match proviso_api::receive(&shared.app, &query.name, shared.max_upload, stream).await {
        Ok(uploaded) => match serde_json::to_string(&uploaded) {
            Ok(text) => json(StatusCode::OK, text),
            Err(err) => failure(&ApiError::from_error(Code::Unknown, &err)),
        },
        Err(err) => failure(&err),
    }
}

fn json(status: StatusCode, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, text).into_response()
}

/// An error as every client reads it; the status is for those who read no JSON.
fn failure(err: &ApiError) -> Response {
    let status = match err.code {
        Code::BadRequest => StatusCode::BAD_REQUEST,
        Code::Unauthorized => StatusCode::UNAUTHORIZED,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::NotFound | Code::NoImage => StatusCode::NOT_FOUND,
        Code::Locked => StatusCode::LOCKED,
        Code::ProjectBusy | Code::WorkspaceMissing | Code::Superseded | Code::Cancelled => {
            StatusCode::CONFLICT
        }
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Unreadable | Code::CompilerMissing | Code::NoKeyring => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Code::QueueFull => StatusCode::TOO_MANY_REQUESTS,
        Code::Storage => StatusCode::INSUFFICIENT_STORAGE,
        Code::Unknown => StatusCode::INTERNAL_SERVER_ERROR,
    };
    // An error is made of texts; its serializer cannot fail.
    json(status, serde_json::to_string(err).unwrap_or_default())
}

/// RFC 8187: all but the unreserved characters as percent and two digits.
fn percent(text: &str) -> impl Display {
    const ENCODED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(text, ENCODED)
}

/// Waits for the wish to stop. With runs under way the first Ctrl-C only says so; what stops then
/// can be taken up again.
async fn until_stopped(app: Arc<App>, printer: Arc<Printer>, stop: watch::Sender<bool>) {
    let mut terminated = Terminated::new();
    let mut asked = false;
    loop {
        let by_hand = tokio::select! {
            it = tokio::signal::ctrl_c() => it.is_ok(),
            () = terminated.wait() => false,
        };
        let n = app.n_running();
        if by_hand && n > 0 && !asked {
            asked = true;
            let said = printer.language.of(
                "작업이 진행 중입니다. Ctrl-C를 한 번 더 누르면 멈추고, 나중에 이어서 할 수 있습니다",
                "runs are under way; Ctrl-C again stops them, and they can be taken up later",
            );
            printer.note(&format!("{n}: {said}"));
            continue;
        }
        break;
    }
    if !app.wind_down(STOPPING).await {
        printer.warning("some runs did not stop in time");
    }
    // How they ended is told to whoever still listens, before the server goes.
    app.hush();
    // Nobody listens any more: the server is gone already.
    let _ = stop.send(true);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_into_headers_percent_encoded() {
        assert_eq!(percent("견적 1.zip").to_string(), "%EA%B2%AC%EC%A0%81%201.zip");
    }
}
