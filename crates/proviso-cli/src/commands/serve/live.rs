//! `/ws/live`: events as they happen, each as the JSON that is stored.
//!
//! **Invariant:** the envelope is sent verbatim, and what a client sends is not listened to.

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Query, State};
use axum::response::Response;
use proviso_api::{ApiError, Live};
use tokio::sync::watch;

use super::{Shared, failure};

/// Why a stream ends that nobody broke.
const STOPS: &str = "the server stops";

#[derive(serde::Deserialize)]
pub(super) struct From {
    /// `12:34,13:0`: what was missed of these runs comes first, from these numbers on.
    #[serde(default)]
    from: String,
}

pub(super) async fn live(
    State(shared): State<Shared>,
    Query(query): Query<From>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let live =
        proviso_api::parse_from(&query.from).and_then(|it| proviso_api::live(&shared.app, &it));
    match live {
        Ok(live) => upgrade
            // Nothing of a client's is wanted but the end.
            .max_message_size(4 << 10)
            .on_upgrade(move |socket| forward(socket, live, shared.stopping)),
        Err(err) => failure(&err),
    }
}

async fn forward(mut socket: WebSocket, mut live: Live, mut stopping: watch::Receiver<bool>) {
    loop {
        let message = tokio::select! {
            // What happened before the end is told before it.
            biased;
            event = live.next() => match event {
                Some(Ok(event)) => match serde_json::to_string(&event) {
                    Ok(text) => Message::Text(text.into()),
                    Err(err) => closing(close_code::ERROR, &err.to_string()),
                },
                Some(Err(err)) => failed(&err),
                None => closing(close_code::AWAY, STOPS),
            },
            // A changed wish to stop, or nobody left to wish it.
            _ = stopping.wait_for(|it| *it) => closing(close_code::AWAY, STOPS),
            heard = socket.recv() => match heard {
                // Pings are answered by the library.
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
        };
        let last = matches!(message, Message::Close(_));
        // A client that is gone needs nothing any more.
        if socket.send(message).await.is_err() || last {
            return;
        }
    }
}

fn failed(err: &ApiError) -> Message {
    closing(close_code::ERROR, &err.message)
}

/// RFC 6455: a reason has at most 123 bytes.
fn closing(code: u16, reason: &str) -> Message {
    let mut reason = reason.to_owned();
    while reason.len() > 123 {
        reason.pop();
    }
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}
