//! Requests over HTTP: sent, waited for, tried again, and given to the second model.
//!
//! **Invariant:** every wait has an end; what a server sends is bounded before it is kept. The same
//! request is never under way twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::llm::{Finish, Heard, ModelError, Reply, Request, Role, Wait};
use proviso_core::ports::LanguageModel;
use reqwest::header::{CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use serde_json::Value;
use tokio::time::timeout;

use super::dialect::{
    Call, Dialect, Fault, Framing, Open, Without, error_message, is_missing_model,
};
use super::pace::{Gate, Pace, backoff};
use super::settings::Settings;
use super::stream::Cutter;

/// More than this is no answer, in bytes.
const MAX_BODY: usize = 32 * 1024 * 1024;
/// More than this of an error is not read.
const MAX_ERROR: usize = 64 * 1024;

/// Words of servers that cannot hold an answer to a form.
const FORM: [&str; 7] = [
    "response_format",
    "text.format",
    "json_schema",
    "tool_choice",
    "structured",
    "grammar",
    "format",
];

/// A provider behind HTTP.
pub struct HttpModel {
    settings: Settings,
    client: reqwest::Client,
    pace: Arc<dyn Pace>,
    gate: Gate,
    /// Whether the server has said that it holds no answer to a form.
    formless: AtomicBool,
}

/// A request that came to nothing.
struct Failed {
    error: ModelError,
    /// Whether the same may succeed later, and when the server wants it tried again.
    again: Option<Option<Duration>>,
    /// A parameter that the server does not take.
    without: Option<Without>,
}

impl Failed {
    fn for_good(error: ModelError) -> Failed {
        Failed { error, again: None, without: None }
    }
    fn for_now(error: ModelError) -> Failed {
        Failed { error, again: Some(None), without: None }
    }
}

impl LanguageModel for HttpModel {
    fn provider(&self) -> &str {
        self.settings.kind.name()
    }
    fn model(&self) -> &str {
        &self.settings.model
    }
    fn address(&self) -> &str {
        &self.settings.base_url
    }
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        self.ask_patiently(request, hear).boxed()
    }
}

/// A client for a provider's server.
pub(super) fn client(settings: &Settings) -> Result<reqwest::Client, ModelError> {
    // An error says that the process has one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .connect_timeout(settings.timeouts.connect)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("proviso/", env!("CARGO_PKG_VERSION")));
    if is_local(&settings.base_url) {
        // A proxy cannot reach a server on this very machine.
        builder = builder.no_proxy();
    }
    builder.build().map_err(|err| ModelError::Connect {
        url: settings.base_url.clone(),
        source: Box::new(err.without_url()),
    })
}

/// The language that a provider speaks about a model.
pub(super) fn dialect(settings: &Settings, model: &str) -> &'static dyn Dialect {
    settings.kind.dialect(settings.style.of(model))
}

/// A request with what tells a provider who asks.
pub(super) fn headed(
    mut http: reqwest::RequestBuilder,
    dialect: &dyn Dialect,
    settings: &Settings,
) -> Result<reqwest::RequestBuilder, ModelError> {
    for (name, value) in dialect.headers(settings.key.as_ref()) {
        let mut value = HeaderValue::from_str(&value).map_err(|_| ModelError::NoKey {
            provider: settings.kind.name().to_owned(),
            hint: "the key holds characters that no header can".to_owned(),
        })?;
        value.set_sensitive(true);
        http = http.header(name, value);
    }
    Ok(http)
}

/// What a provider says, without the key.
pub(super) fn scrubbed(settings: &Settings, message: &str) -> String {
    settings.key.as_ref().map_or(message.to_owned(), |it| it.scrub(message))
}

impl HttpModel {
    /// A client for a provider; its connections are kept open between requests.
    pub fn new(settings: Settings, pace: Arc<dyn Pace>) -> Result<HttpModel, ModelError> {
        let client = client(&settings)?;
        let formless = AtomicBool::new(false);
        Ok(HttpModel { settings, client, pace, gate: Gate::default(), formless })
    }

    async fn ask_patiently(
        &self,
        request: &Request,
        hear: &(dyn Fn(Heard) + Send + Sync),
    ) -> Result<Reply, ModelError> {
        let retries = self.settings.retries;
        let mut model = self.settings.model.as_str();
        let mut tokens = request.max_tokens;
        let mut doubled = false;
        let form = self.formless.load(Ordering::Relaxed);
        let mut without = Without { form, ..Without::default() };
        let mut n_quirks = 0;
        let mut n_retries = 0;
        loop {
            if let Some(per_minute) = self.settings.per_minute {
                let wait = self.gate.book(per_minute, Instant::now());
                if !wait.is_zero() {
                    self.pace.wait(wait).await;
                }
            }
            let call = Call { request, model, tokens, stream: self.settings.stream, without };
            let failed = match self.once(call, hear).await {
                Ok(reply) if is_silent(&reply) => {
                    if doubled {
                        let provider = self.provider().to_owned();
                        return Err(ModelError::Silent { provider, tokens });
                    }
                    doubled = true;
                    tokens = tokens.saturating_mul(2);
                    let reason = format!("nothing was said: all tokens were used up; {tokens} now");
                    hear(Heard::Again { reason, after: Duration::ZERO });
                    continue;
                }
                Ok(reply) => return Ok(self.without_key(reply)),
                Err(failed) => failed,
            };
            if let (ModelError::NoSuchModel { .. }, Some(second)) =
                (&failed.error, self.settings.second_model.as_deref())
                && second != model
            {
                model = second;
                hear(Heard::OtherModel { model: second.to_owned() });
                continue;
            }
            if let Some(quirk) = failed.without
                && n_quirks < 4
            {
                n_quirks += 1;
                without = quirk;
                self.formless.fetch_or(quirk.form, Ordering::Relaxed);
                let reason = failed.error.to_string();
                hear(Heard::Again { reason, after: Duration::ZERO });
                continue;
            }
            let Some(wanted) = failed.again.filter(|_| n_retries < retries.max) else {
                return Err(failed.error);
            };
            let after = wanted.unwrap_or_else(|| {
                backoff(retries.base, retries.cap, n_retries, self.pace.jitter())
            });
            if after > retries.cap {
                // A server that wants us back in an hour has refused for now.
                return Err(failed.error);
            }
            n_retries += 1;
            hear(Heard::Again { reason: failed.error.to_string(), after });
            self.pace.wait(after).await;
        }
    }

    /// An answer without the key, should the provider cite it: answers are stored.
    fn without_key(&self, mut reply: Reply) -> Reply {
        reply.text = scrubbed(&self.settings, &reply.text);
        reply.model = scrubbed(&self.settings, &reply.model);
        for call in &mut reply.calls {
            call.id = scrubbed(&self.settings, &call.id);
            call.name = scrubbed(&self.settings, &call.name);
            call.arguments = scrubbed(&self.settings, &call.arguments);
        }
        reply
    }

    /// One request, once.
    async fn once(
        &self,
        call: Call<'_>,
        hear: &(dyn Fn(Heard) + Send + Sync),
    ) -> Result<Reply, Failed> {
        let dialect = dialect(&self.settings, call.model);
        let began = Instant::now();
        let url = dialect.url(&self.settings.base_url);
        let body = serde_json::to_vec(&dialect.body(call))
            .map_err(|err| Failed::for_good(self.malformed(err.to_string())))?;
        let mut http = self.client.post(&url).header(CONTENT_TYPE, "application/json").body(body);
        // Ids that are no header are left out rather than sent changed.
        if let Ok(id) = HeaderValue::from_str(&call.request.run_id)
            && !id.is_empty()
        {
            http = http.header("x-client-request-id", id);
        }
        let http = headed(http, dialect, &self.settings).map_err(Failed::for_good)?;
        let first_token = self.settings.timeouts.first_token;
        let response = match timeout(first_token, http.send()).await {
            Err(_) => return Err(Failed::for_now(self.too_slow(Wait::FirstToken))),
            Ok(Err(err)) => return Err(Failed::for_now(self.unreachable(err))),
            Ok(Ok(response)) => response,
        };
        if !response.status().is_success() {
            return Err(self.refusal(call, response).await);
        }
        let kind = content_type(response.headers());
        let streamed = match kind.as_str() {
            "text/event-stream" => dialect.framing() == Framing::Events,
            "application/x-ndjson" | "application/jsonl" | "application/ndjson" => {
                dialect.framing() == Framing::Lines
            }
            // Servers that cannot stream answer in one piece.
            "application/json" => call.stream && dialect.framing() == Framing::Lines,
            "" => call.stream,
            other => {
                let reason = format!("its content type is `{other}` (is the address right?)");
                return Err(Failed::for_good(self.malformed(reason)));
            }
        };
        let mut body = Body { response, began, heard: false, settings: &self.settings };
        if streamed {
            self.listen(dialect, call, &mut body, hear).await
        } else {
            let bytes = self.all(&mut body, MAX_BODY).await?;
            let answer: Value = serde_json::from_slice(&bytes)
                .map_err(|err| Failed::for_good(self.malformed(format!("it is no JSON: {err}"))))?;
            let reply = dialect.whole(&answer).map_err(|it| self.fault(call, it))?;
            hear(Heard::Text(reply.text.clone()));
            Ok(reply)
        }
    }

    async fn listen(
        &self,
        dialect: &dyn Dialect,
        call: Call<'_>,
        body: &mut Body<'_>,
        hear: &(dyn Fn(Heard) + Send + Sync),
    ) -> Result<Reply, Failed> {
        let mut cutter = Cutter::new(dialect.framing());
        let mut open = Open::default();
        let mut size = 0;
        loop {
            let piece = self.next(body).await?;
            let events = match &piece {
                Some(bytes) => {
                    size += bytes.len();
                    cutter.push(bytes)
                }
                None => cutter.finish(),
            };
            for event in events.map_err(|err| Failed::for_good(self.malformed(err)))? {
                if let Some(piece) =
                    dialect.take(&mut open, &event).map_err(|it| self.fault(call, it))?
                {
                    body.heard = true;
                    if !piece.is_empty() {
                        hear(Heard::Text(piece));
                    }
                }
            }
            if open.done || (piece.is_none() && open.finish.is_some()) {
                return Ok(open.close());
            }
            if piece.is_none() {
                let provider = self.provider().to_owned();
                return Err(Failed::for_now(ModelError::Cut { provider }));
            }
            if size > MAX_BODY {
                let reason = format!("it is longer than {MAX_BODY} bytes");
                return Err(Failed::for_good(self.malformed(reason)));
            }
        }
    }

    async fn all(&self, body: &mut Body<'_>, max: usize) -> Result<Vec<u8>, Failed> {
        let mut out = Vec::new();
        while let Some(bytes) = self.next(body).await? {
            body.heard = true;
            out.extend_from_slice(&bytes);
            if out.len() > max {
                let reason = format!("it is longer than {max} bytes");
                return Err(Failed::for_good(self.malformed(reason)));
            }
        }
        Ok(out)
    }

    /// The next piece of an answer; none at its end.
    async fn next(&self, body: &mut Body<'_>) -> Result<Option<Vec<u8>>, Failed> {
        let (wait, what) = body.patience();
        match timeout(wait, body.response.chunk()).await {
            // Who has talked for so long talks no less the next time.
            Err(_) if what == Wait::Whole => Err(Failed::for_good(self.too_slow(what))),
            Err(_) => Err(Failed::for_now(self.too_slow(what))),
            Ok(Ok(piece)) => Ok(piece.map(|it| it.to_vec())),
            Ok(Err(_)) => {
                let provider = self.provider().to_owned();
                Err(Failed::for_now(ModelError::Cut { provider }))
            }
        }
    }

    /// What an answer with a bad status means.
    async fn refusal(&self, call: Call<'_>, response: reqwest::Response) -> Failed {
        let status = response.status().as_u16();
        let wanted = retry_after(response.headers());
        let mut body =
            Body { response, began: Instant::now(), heard: true, settings: &self.settings };
        // An error that breaks off is still an error with a status.
        let bytes = self.all(&mut body, MAX_ERROR).await.unwrap_or_default();
        let (message, code) = error_message(&String::from_utf8_lossy(&bytes));
        let mut failed = self.status(call, status, &message, &code);
        if let Some(again) = &mut failed.again {
            *again = wanted;
        }
        failed
    }

    fn fault(&self, call: Call<'_>, fault: Fault) -> Failed {
        match fault {
            Fault::Reported(status, message) => self.status(call, status, &message, ""),
            Fault::Malformed(reason) => Failed::for_good(self.malformed(reason)),
        }
    }

    fn status(&self, call: Call<'_>, status: u16, message: &str, code: &str) -> Failed {
        let provider = self.provider().to_owned();
        if is_missing_model(status, message, code) {
            let model = call.model.to_owned();
            return Failed::for_good(ModelError::NoSuchModel { provider, model });
        }
        let message = scrubbed(&self.settings, message);
        // Money that is used up does not come back by waiting.
        let passing = matches!(status, 408 | 409 | 429 | 500..=599) && code != "insufficient_quota";
        let mut without = None;
        if matches!(status, 400 | 422) {
            let mut it = call.without;
            if !it.completion_tokens && message.contains("max_completion_tokens") {
                it.completion_tokens = true;
                without = Some(it);
            } else if !it.stream_options && message.contains("stream_options") {
                it.stream_options = true;
                without = Some(it);
            } else if !it.temperature && message.contains("temperature") {
                it.temperature = true;
                without = Some(it);
            }
        }
        let unformed = FORM.iter().any(|it| message.to_lowercase().contains(it));
        if without.is_none()
            && matches!(status, 400 | 404 | 422 | 500 | 501)
            && call.form().is_some()
            && unformed
            && !message.contains("image")
        {
            without = Some(Without { form: true, ..call.without });
            let error = ModelError::Status { provider, status, message };
            return Failed { error, again: None, without };
        }
        // Not every model and server knows tools, and their statuses differ as their words do. Once
        // a tool has been used there is no way back.
        let has_tools = !call.tools().is_empty()
            && call.request.messages.iter().all(|it| it.role != Role::Tool);
        if matches!(status, 400 | 422 | 500 | 501) && has_tools && message.contains("tool") {
            let tools = true;
            without = Some(Without { tools, ..call.without });
        }
        let error = match status {
            0 => ModelError::Reported { provider, message },
            _ => ModelError::Status { provider, status, message },
        };
        Failed { error, again: passing.then_some(None), without }
    }

    fn malformed(&self, reason: String) -> ModelError {
        let reason = scrubbed(&self.settings, &reason);
        ModelError::Malformed { provider: self.provider().to_owned(), reason }
    }

    fn too_slow(&self, what: Wait) -> ModelError {
        let times = self.settings.timeouts;
        let after = match what {
            Wait::Connect => times.connect,
            Wait::FirstToken => times.first_token,
            Wait::Idle => times.idle,
            Wait::Whole => times.whole,
        };
        ModelError::TimedOut { provider: self.provider().to_owned(), what, after }
    }

    fn unreachable(&self, err: reqwest::Error) -> ModelError {
        if err.is_timeout() {
            return self.too_slow(Wait::Connect);
        }
        if !err.is_connect() {
            // The connection was there and ended before the answer began.
            return ModelError::Cut { provider: self.provider().to_owned() };
        }
        ModelError::Connect {
            url: self.settings.base_url.clone(),
            source: Box::new(err.without_url()),
        }
    }
}

/// An answer being read.
struct Body<'a> {
    response: reqwest::Response,
    began: Instant,
    /// Whether the first token was there.
    heard: bool,
    settings: &'a Settings,
}

impl Body<'_> {
    /// How long to wait for the next piece, and what it is then called.
    fn patience(&self) -> (Duration, Wait) {
        let times = self.settings.timeouts;
        let gone = self.began.elapsed();
        let (next, what) = match self.heard {
            true => (times.idle, Wait::Idle),
            false => (times.first_token.saturating_sub(gone), Wait::FirstToken),
        };
        let whole = times.whole.saturating_sub(gone);
        if whole < next { (whole, Wait::Whole) } else { (next, what) }
    }
}

/// All tokens were used up and nothing was said.
fn is_silent(reply: &Reply) -> bool {
    reply.finish == Finish::Length && reply.text.trim().is_empty() && reply.calls.is_empty()
}

fn is_local(base_url: &str) -> bool {
    let host = reqwest::Url::parse(base_url).ok().and_then(|it| it.host_str().map(str::to_owned));
    host.is_some_and(|it| it == "localhost" || it == "[::1]" || it.starts_with("127."))
}

fn content_type(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_lowercase()
}

/// `retry-after-ms`, which some providers send, or `retry-after`: seconds, or a date (RFC 9110,
/// 10.2.3), which gateways send and which is counted from the answer's own `date`, so that a clock
/// that goes wrong here lengthens no wait.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let number = |name| text(name)?.parse::<f64>().ok().filter(|it| it.is_finite() && *it >= 0.0);
    let date = |name| httpdate::parse_http_date(text(name)?).ok();
    let limit = Duration::from_secs(86_400 * 365);
    let seconds = number(HeaderName::from_static("retry-after-ms"))
        .map(|it| it / 1000.0)
        .or_else(|| number(RETRY_AFTER))
        .map(|it| Duration::from_secs_f64(it.min(limit.as_secs_f64())));
    seconds.or_else(|| {
        let now = date(DATE).unwrap_or_else(SystemTime::now);
        // A time that has passed says: now.
        Some(date(RETRY_AFTER)?.duration_since(now).unwrap_or_default().min(limit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(lines: &[(&'static str, &'static str)]) -> Option<u128> {
        let headers = lines
            .iter()
            .map(|&(name, text)| (HeaderName::from_static(name), HeaderValue::from_static(text)))
            .collect();
        retry_after(&headers).map(|it| it.as_millis())
    }

    #[test]
    fn a_wait_is_told_in_any_of_three_ways() {
        assert_eq!(asked(&[("retry-after", "7")]), Some(7_000));
        assert_eq!(asked(&[("retry-after-ms", "250"), ("retry-after", "7")]), Some(250));
        let until = ("retry-after", "Wed, 21 Oct 2026 07:28:30 GMT");
        assert_eq!(asked(&[("date", "Wed, 21 Oct 2026 07:28:00 GMT"), until]), Some(30_000));
        assert_eq!(asked(&[("date", "Wed, 21 Oct 2026 08:00:00 GMT"), until]), Some(0));
        assert_eq!(asked(&[("retry-after", "soon")]), None);
        assert_eq!(asked(&[("retry-after", "-1")]), None);
        assert_eq!(asked(&[("retry-after", "1e300")]), Some(86_400 * 365 * 1000));
    }
}
