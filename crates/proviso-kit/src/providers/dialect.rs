//! What differs from provider to provider: the shape of a request, of an answer, of a stream's
//! events and of errors. All of it is pure.
//!
//! **Invariant:** total over whatever a server sends; a field that is missing or of another type is
//! an empty one, or a fault that says what was expected.

use proviso_core::llm::{Finish, Form, Message, Part, Reply, Request, Tool, ToolCall, Usage};
use serde_json::{Value, json};

use crate::secret::Secret;

/// How a stream is cut into events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// Server-sent events.
    Events,
    /// A JSON object per line.
    Lines,
}

/// Parameters that some servers do not know or forbid, and that are left out once they say so.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Without {
    /// `max_completion_tokens`: the older `max_tokens` takes its place.
    pub(super) completion_tokens: bool,
    /// `stream_options`.
    pub(super) stream_options: bool,
    /// `temperature`.
    pub(super) temperature: bool,
    /// Tools; the model answers without them then.
    pub(super) tools: bool,
    /// The form of the answer; the prompt alone asks for it then.
    pub(super) form: bool,
}

/// One request as it goes over the wire.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    /// What is asked.
    pub(super) request: &'a Request,
    /// The model.
    pub(super) model: &'a str,
    /// Tokens that the answer may have.
    pub(super) tokens: u32,
    /// Whether the answer is streamed.
    pub(super) stream: bool,
    /// What to leave out.
    pub(super) without: Without,
}

impl<'a> Call<'a> {
    /// Tools that the model may call.
    pub(super) fn tools(&self) -> &'a [Tool] {
        if self.without.tools { &[] } else { &self.request.tools }
    }

    /// The form that the answer is held to.
    pub(super) fn form(&self) -> Option<&'a Form> {
        self.request.form.as_ref().filter(|_| !self.without.form)
    }
}

/// The tool whose arguments are the answer, where a server has no other way to hold it to a form.
pub(super) const ANSWER: &str = "give_answer";

/// A form as OpenAI's interfaces take it. It is not `strict`, which would make a model write every
/// empty member of every value; servers that compile grammars hold to it all the same.
pub(super) fn schema(form: &Form) -> Value {
    json!({ "name": form.name, "schema": form.schema, "strict": false })
}

/// An error that came with status 200, inside a stream or an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server reports an error; the status is what it would have been.
    Reported(u16, String),
    /// Not in the provider's form.
    Malformed(String),
}

/// A provider's language.
pub(super) trait Dialect: Send + Sync {
    /// The address of a request.
    fn url(&self, base: &str) -> String;
    /// The address of the list of models that are offered.
    fn list_url(&self, base: &str) -> String {
        format!("{base}/models")
    }
    /// Headers besides those of all; values of secrets among them.
    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, String)>;
    /// The body of a request.
    fn body(&self, call: Call<'_>) -> Value;
    /// An answer in one piece.
    fn whole(&self, answer: &Value) -> Result<Reply, Fault>;
    /// How streams are cut.
    fn framing(&self) -> Framing {
        Framing::Events
    }
    /// Takes one event of a stream; says what text came with it.
    fn take(&self, open: &mut Open, event: &Value) -> Result<Option<String>, Fault>;
}

/// An answer under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Open {
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    pub(super) finish: Option<Finish>,
    pub(super) usage: Usage,
    pub(super) model: String,
    /// Whether the stream said that it is at its end.
    pub(super) done: bool,
}

impl Open {
    /// The tool call of a number, made if need be.
    pub(super) fn call(&mut self, index: usize) -> Option<&mut ToolCall> {
        // A server that numbers calls in the millions gets no millions of calls from us.
        if index > 64 {
            return None;
        }
        while self.calls.len() <= index {
            self.calls.push(ToolCall {
                id: String::new(),
                name: String::new(),
                arguments: String::new(),
            });
        }
        self.calls.get_mut(index)
    }

    /// The whole answer.
    pub(super) fn close(mut self) -> Reply {
        // An answer that came as a call is an answer.
        if let Some(at) = self.calls.iter().position(|it| it.name == ANSWER) {
            self.text = self.calls.swap_remove(at).arguments;
            self.calls.clear();
            self.finish = self.finish.filter(|it| *it != Finish::ToolCalls);
        }
        let calls: Vec<ToolCall> =
            self.calls.into_iter().filter(|it| !it.name.is_empty()).collect();
        let finish = match self.finish {
            Some(Finish::Stop) | None if !calls.is_empty() => Finish::ToolCalls,
            Some(it) => it,
            None => Finish::Stop,
        };
        Reply { text: self.text, calls, finish, usage: self.usage, model: self.model }
    }
}

/// A temperature as it goes over the wire.
pub(super) fn degrees(milli: u32) -> Value {
    (f64::from(milli) / 1000.0).into()
}

/// What several providers take under the same names: temperature and streaming.
pub(super) fn options(body: &mut Value, call: Call<'_>) {
    let milli = call.request.temperature_milli.filter(|_| !call.without.temperature);
    if let Some(milli) = milli {
        body["temperature"] = degrees(milli);
    }
    if call.stream {
        body["stream"] = true.into();
    }
}

/// Tools as several providers take them.
pub(super) fn functions(tools: &[Tool]) -> Value {
    let one = |it: &Tool| {
        json!({ "type": "function", "function": {
            "name": it.name, "description": it.description, "parameters": it.parameters,
        } })
    };
    tools.iter().map(one).collect()
}

/// The tools' answers in a message: each made of the call's id, the tool's name and the text.
pub(super) fn answers(message: &Message, made: impl Fn(&str, &str, &str) -> Value) -> Vec<Value> {
    let answer = |it: &Part| match it {
        Part::Answer { call, name, text } => Some(made(call, name, text)),
        Part::Text(_) | Part::Image(_) | Part::Call(_) => None,
    };
    message.parts.iter().filter_map(answer).collect()
}

/// A text in a JSON object; empty where there is none.
pub(super) fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

/// A count in a JSON object; 0 where there is none.
pub(super) fn count(value: &Value, path: &str) -> u64 {
    value.pointer(path).and_then(Value::as_u64).unwrap_or_default()
}

/// The items of a list; none where there is no list.
pub(super) fn items<'a>(value: &'a Value, path: &str) -> &'a [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A picture as base64.
pub(super) fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// The texts of a message, joined.
pub(super) fn texts(message: &Message) -> String {
    message.said()
}

/// The calls of a message.
pub(super) fn calls(message: &Message) -> impl Iterator<Item = &ToolCall> {
    message.parts.iter().filter_map(|it| match it {
        Part::Call(call) => Some(call),
        _ => None,
    })
}

/// Arguments of a call as JSON; an empty object where the model wrote none that are.
pub(super) fn arguments(call: &ToolCall) -> Value {
    let parsed = serde_json::from_str::<Value>(&call.arguments).ok();
    parsed.filter(Value::is_object).unwrap_or_else(|| Value::Object(serde_json::Map::new()))
}

/// What a server says in the body of an error, in any of the forms in use.
pub(super) fn error_message(body: &str) -> (String, String) {
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return (brief(body.trim()), String::new());
    };
    let first = |paths: &[&str]| {
        let found = paths.iter().map(|it| text(&value, it)).find(|it| !it.is_empty());
        found.unwrap_or_default().to_owned()
    };
    let message = first(&["/error/message", "/error", "/message", "/detail"]);
    let code = first(&["/error/code", "/error/type", "/code", "/type"]);
    let message = if message.is_empty() { brief(body.trim()) } else { brief(&message) };
    (message, code)
}

/// Whether an error says that the model is not there.
pub(super) fn is_missing_model(status: u16, message: &str, code: &str) -> bool {
    let message = message.to_lowercase();
    let missing = ["not found", "does not exist", "not_found", "unknown model", "no such model"];
    let named = message.contains("model") && missing.iter().any(|it| message.contains(it));
    code == "model_not_found"
        || (matches!(status, 400 | 403 | 404) && named)
        // Anthropic says `model: NAME` only.
        || (status == 404 && code == "not_found_error" && message.starts_with("model"))
}

/// At most 500 characters of a text.
pub(super) fn brief(text: &str) -> String {
    match text.char_indices().nth(500) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
