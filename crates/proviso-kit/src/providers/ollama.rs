//! Ollama's own chat interface.
//!
//! Source: Ollama's API documentation, "Generate a chat completion". Tool calls come whole and
//! without ids; a stream is a JSON object per line, the last one `done`.

use proviso_core::llm::{Finish, Message, Part, Reply, Role, Usage};
use serde_json::{Value, json};

use super::dialect::{
    Call, Dialect, Fault, Framing, Open, answers, arguments, base64, brief, calls, count, degrees,
    functions, items, text, texts,
};
use crate::secret::Secret;

/// Ollama cuts a longer conversation off at its beginning without a word, so the window is asked
/// for that the request needs; larger ones are the model's own affair.
const WINDOWS: [u64; 5] = [8_192, 16_384, 32_768, 65_536, 131_072];

pub(super) struct Ollama;

impl Dialect for Ollama {
    fn url(&self, base: &str) -> String {
        format!("{}/api/chat", base.strip_suffix("/api").unwrap_or(base))
    }

    fn list_url(&self, base: &str) -> String {
        format!("{}/api/tags", base.strip_suffix("/api").unwrap_or(base))
    }

    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, String)> {
        super::chat::Chat.headers(key)
    }

    fn body(&self, call: Call<'_>) -> Value {
        let request = call.request;
        let messages: Vec<Value> = request.messages.iter().flat_map(message).collect();
        let mut options = json!({ "num_predict": call.tokens, "num_ctx": window(call) });
        if let Some(milli) = request.temperature_milli {
            options["temperature"] = degrees(milli);
        }
        let mut body = json!({
            "model": call.model, "messages": messages, "stream": call.stream, "options": options,
        });
        if !call.tools().is_empty() {
            body["tools"] = functions(call.tools());
        } else if let Some(form) = call.form() {
            // A model that is held to a form can call no tool.
            body["format"] = form.schema.clone();
        }
        body
    }

    fn whole(&self, answer: &Value) -> Result<Reply, Fault> {
        let mut open = Open::default();
        self.take(&mut open, answer)?;
        if !answer.get("message").is_some_and(Value::is_object) {
            return Err(Fault::Malformed("it has no `message`".to_owned()));
        }
        Ok(open.close())
    }

    fn framing(&self) -> Framing {
        Framing::Lines
    }

    fn take(&self, open: &mut Open, event: &Value) -> Result<Option<String>, Fault> {
        if let Some(error) = event.get("error").and_then(Value::as_str) {
            return Err(Fault::Reported(0, brief(error)));
        }
        if open.model.is_empty() {
            open.model = text(event, "/model").to_owned();
        }
        for it in items(event, "/message/tool_calls") {
            let index = open.calls.len();
            if let Some(call) = open.call(index) {
                call.id = format!("call_{index}");
                call.name = text(it, "/function/name").to_owned();
                let given = it.pointer("/function/arguments");
                call.arguments = given.map_or_else(|| "{}".to_owned(), Value::to_string);
            }
        }
        let piece = text(event, "/message/content").to_owned();
        open.text.push_str(&piece);
        if event.get("done").and_then(Value::as_bool) == Some(true) {
            open.done = true;
            open.finish = Some(match text(event, "/done_reason") {
                "length" => Finish::Length,
                _ => Finish::Stop,
            });
            let (input, output) = (count(event, "/prompt_eval_count"), count(event, "/eval_count"));
            open.usage = Usage { input, output, reasoning: 0 };
        }
        Ok(Some(piece))
    }
}

fn window(call: Call<'_>) -> u64 {
    let characters: usize = call.request.messages.iter().map(|it| it.said().chars().count()).sum();
    let images = call.request.messages.iter().flat_map(|it| &it.parts);
    let images = images.filter(|it| matches!(it, Part::Image(_))).count() as u64;
    // One token per character is what Korean comes to at worst.
    let needed = characters as u64 + images * 2_000 + u64::from(call.tokens);
    WINDOWS.into_iter().find(|it| *it >= needed).unwrap_or(WINDOWS[WINDOWS.len() - 1])
}

fn message(it: &Message) -> Vec<Value> {
    let role = match it.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => {
            return answers(
                it,
                |_, name, text| json!({ "role": "tool", "tool_name": name, "content": text }),
            );
        }
    };
    let mut out = json!({ "role": role, "content": texts(it) });
    let images: Vec<Value> = it
        .parts
        .iter()
        .filter_map(|it| match it {
            Part::Image(image) => Some(base64(&image.bytes).into()),
            _ => None,
        })
        .collect();
    if !images.is_empty() {
        out["images"] = images.into();
    }
    let all: Vec<Value> = calls(it)
        .map(|it| json!({ "function": { "name": it.name, "arguments": arguments(it) } }))
        .collect();
    if !all.is_empty() {
        out["tool_calls"] = all.into();
    }
    vec![out]
}
