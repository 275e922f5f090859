//! Who may ask: the token, the host that is asked, and the page that asks.
//!
//! **Invariant:** every request but the one that brings the token needs it; a request whose `Host`
//! is not this server (DNS rebinding) or whose `Origin` is another page (a foreign site in the same
//! browser) is refused whatever it brings. Comparing takes the same time for every wrong token.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use proviso_api::{ApiError, Code};
use subtle::ConstantTimeEq;

use super::failure;

/// What is known of this server.
pub(super) struct Guard {
    token: String,
    port: u16,
}

impl Guard {
    /// A guard with a new random token.
    pub(super) fn new(port: u16) -> Result<Guard, ApiError> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(|err| {
            let mut it = ApiError::new(Code::Unknown, "the system gives no random numbers");
            it.detail.push(err.to_string());
            it
        })?;
        let token = bytes.iter().map(|it| format!("{it:02x}")).collect();
        Ok(Guard { token, port })
    }

    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// The link that lets a browser in.
    pub(super) fn link(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// Cookies do not know ports: another server on this machine gets one of its own name.
    fn cookie(&self) -> String {
        format!("proviso-{}", self.port)
    }

    fn is_token(&self, said: &str) -> bool {
        said.as_bytes().ct_eq(self.token.as_bytes()).into()
    }

    fn is_here(&self, host: &str) -> bool {
        let port = self.port;
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")].contains(&host.to_lowercase())
    }

    fn knows(&self, headers: &HeaderMap) -> bool {
        let text = |it: &HeaderValue| it.to_str().map(str::to_owned).unwrap_or_default();
        if let Some(said) = headers.get(header::AUTHORIZATION).map(text) {
            return said.strip_prefix("Bearer ").is_some_and(|it| self.is_token(it.trim()));
        }
        let name = self.cookie();
        headers.get_all(header::COOKIE).iter().map(text).any(|all| {
            all.split(';')
                .filter_map(|it| it.trim().split_once('='))
                .any(|(key, value)| key == name && self.is_token(value))
        })
    }
}

/// Lets a request through, or says why not.
pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let mut response = match admitted(&guard, &request) {
        Admitted::Yes => next.run(request).await,
        Admitted::With(response) | Admitted::No(response) => response,
    };
    protect(&guard, response.headers_mut());
    response
}

enum Admitted {
    Yes,
    With(Response),
    No(Response),
}

fn admitted(guard: &Guard, request: &Request<Body>) -> Admitted {
    let headers = request.headers();
    let text = |it: &HeaderValue| it.to_str().map(str::to_owned).unwrap_or_default();
    let no = |code, message: &str| Admitted::No(failure(&ApiError::new(code, message)));
    let hosts: Vec<String> = headers.get_all(header::HOST).iter().map(text).collect();
    if !matches!(hosts.as_slice(), [host] if guard.is_here(host)) {
        return no(Code::Forbidden, "this server is asked by another name");
    }
    if let Some(origin) = headers.get(header::ORIGIN).map(text) {
        let here = origin.strip_prefix("http://").is_some_and(|it| guard.is_here(it));
        if !here {
            return no(Code::Forbidden, "another page may not ask here");
        }
    }
    let site = headers.get("sec-fetch-site").map(text);
    if site.is_some_and(|it| it == "cross-site" || it == "same-site") && !is_visit(request) {
        return no(Code::Forbidden, "another page may not ask here");
    }
    if is_visit(request)
        && request.uri().path() == "/"
        && let Some(said) = token_of(request)
    {
        if !guard.is_token(&said) {
            return Admitted::No(stranger());
        }
        let cookie =
            format!("{}={}; Path=/; HttpOnly; SameSite=Strict", guard.cookie(), guard.token);
        // Hex and our own words are always a header's value.
        let cookie = HeaderValue::from_str(&cookie).unwrap_or(HeaderValue::from_static(""));
        let location = HeaderValue::from_static("/");
        let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, location)];
        return Admitted::With((StatusCode::SEE_OTHER, headers).into_response());
    }
    if guard.knows(headers) {
        return Admitted::Yes;
    }
    if is_visit(request) && wants_page(headers) {
        return Admitted::No(stranger());
    }
    Admitted::No(failure(
        &ApiError::new(Code::Unauthorized, "the token is missing or wrong")
            .hint("open the link that `proviso serve` printed"),
    ))
}

/// A visit of a person, who follows a link or types it.
fn is_visit(request: &Request<Body>) -> bool {
    let mode = request.headers().get("sec-fetch-mode").map(HeaderValue::as_bytes);
    request.method() == Method::GET && mode.is_none_or(|it| it == b"navigate")
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok());
    accept.is_some_and(|it| it.contains("text/html"))
}

fn token_of(request: &Request<Body>) -> Option<String> {
    let query = request.uri().query()?;
    let said = query.split('&').find_map(|it| it.strip_prefix("token="))?;
    Some(said.to_owned())
}

/// What a person sees who comes without the token.
fn stranger() -> Response {
    const PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Proviso</title>\
        <p>Open the link that <code>proviso serve</code> printed.</p>\
        <p lang=\"ko\"><code>proviso serve</code>가 보여 준 링크로 여세요.</p></html>";
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    (StatusCode::UNAUTHORIZED, [(header::CONTENT_TYPE, kind)], PAGE).into_response()
}

/// What browsers hold pages of this server to.
fn protect(guard: &Guard, headers: &mut HeaderMap) {
    let port = guard.port;
    // Files of ours and nothing inline; the editor keeps its styles in a shadow root.
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; \
         img-src 'self' blob: data:; font-src 'self'; \
         connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}
