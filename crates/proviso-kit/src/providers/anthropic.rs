//! Anthropic's messages.
//!
//! Source: the Anthropic API reference, "Messages" and "Streaming messages", version 2023-06-01.

use proviso_core::llm::{Finish, Message, Part, Reply, Role, Usage};
use serde_json::{Value, json};

use super::dialect::{
    ANSWER, Call, Dialect, Fault, Open, arguments, base64, brief, calls, count, items, options,
    text, texts,
};
use crate::secret::Secret;

pub(super) struct Anthropic;

impl Dialect for Anthropic {
    fn url(&self, base: &str) -> String {
        // Its own libraries take the address without the version, others write it with.
        if base.ends_with("/v1") {
            format!("{base}/messages")
        } else {
            format!("{base}/v1/messages")
        }
    }

    fn list_url(&self, base: &str) -> String {
        format!("{}/v1/models?limit=1000", base.strip_suffix("/v1").unwrap_or(base))
    }

    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, String)> {
        let version = ("anthropic-version", "2023-06-01".to_owned());
        let key = key.map(|it| ("x-api-key", it.expose().to_owned()));
        [version].into_iter().chain(key).collect()
    }

    fn body(&self, call: Call<'_>) -> Value {
        let request = call.request;
        let system: Vec<String> =
            request.messages.iter().filter(|it| it.role == Role::System).map(texts).collect();
        let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
        for it in request.messages.iter().filter(|it| it.role != Role::System) {
            let role = if it.role == Role::Assistant { "assistant" } else { "user" };
            // Turns alternate: what tools and the user say one after the other is one turn.
            match turns.last_mut() {
                Some(last) if last.0 == role => last.1.extend(blocks(it)),
                _ => turns.push((role, blocks(it))),
            }
        }
        let messages: Vec<Value> = turns
            .into_iter()
            .map(|(role, content)| json!({ "role": role, "content": content }))
            .collect();
        let mut body =
            json!({ "model": call.model, "max_tokens": call.tokens, "messages": messages });
        if !system.is_empty() {
            body["system"] = system.join("\n\n").into();
        }
        let mut tools: Vec<Value> = call
            .tools()
            .iter()
            .map(|it| {
                json!({
                    "name": it.name, "description": it.description, "input_schema": it.parameters,
                })
            })
            .collect();
        if let Some(form) = call.form() {
            // With tools of its own a model may look first; without, it can only answer.
            body["tool_choice"] = match tools.is_empty() {
                true => json!({ "type": "tool", "name": ANSWER }),
                false => json!({ "type": "any" }),
            };
            tools.push(json!({
                "name": ANSWER,
                "description": "Gives the answer that is asked for, in the form that is asked for.",
                "input_schema": form.schema,
            }));
        }
        if !tools.is_empty() {
            body["tools"] = tools.into();
        }
        options(&mut body, call);
        body
    }

    fn whole(&self, answer: &Value) -> Result<Reply, Fault> {
        if let Some(fault) = reported(answer) {
            return Err(fault);
        }
        if !answer.get("content").is_some_and(Value::is_array) {
            return Err(Fault::Malformed("it has no `content`".to_owned()));
        }
        let mut open = Open { model: text(answer, "/model").to_owned(), ..Open::default() };
        for it in items(answer, "/content") {
            match text(it, "/type") {
                "text" => open.text.push_str(text(it, "/text")),
                "tool_use" => {
                    let index = open.calls.len();
                    if let Some(call) = open.call(index) {
                        call.id = text(it, "/id").to_owned();
                        call.name = text(it, "/name").to_owned();
                        call.arguments = it.get("input").map_or_else(String::new, Value::to_string);
                    }
                }
                _ => {}
            }
        }
        open.finish = finish(text(answer, "/stop_reason"));
        open.usage = Usage { input: input(answer, "/usage"), ..Usage::default() };
        open.usage.output = count(answer, "/usage/output_tokens");
        Ok(open.close())
    }

    fn take(&self, open: &mut Open, event: &Value) -> Result<Option<String>, Fault> {
        let index = || {
            let index = event.get("index").and_then(Value::as_u64);
            index.and_then(|it| usize::try_from(it).ok()).unwrap_or(0)
        };
        match text(event, "/type") {
            "message_start" => {
                open.model = text(event, "/message/model").to_owned();
                open.usage.input = input(event, "/message/usage");
                Ok(None)
            }
            "content_block_start" => {
                if text(event, "/content_block/type") == "tool_use"
                    && let Some(call) = open.call(index())
                {
                    call.id = text(event, "/content_block/id").to_owned();
                    call.name = text(event, "/content_block/name").to_owned();
                }
                let piece = text(event, "/content_block/text").to_owned();
                open.text.push_str(&piece);
                Ok(Some(piece))
            }
            "content_block_delta" => {
                if let Some(call) = open.call(index()) {
                    call.arguments.push_str(text(event, "/delta/partial_json"));
                }
                let piece = text(event, "/delta/text").to_owned();
                open.text.push_str(&piece);
                Ok(Some(piece))
            }
            "message_delta" => {
                open.finish = finish(text(event, "/delta/stop_reason")).or(open.finish);
                open.usage.output = count(event, "/usage/output_tokens");
                Ok(None)
            }
            "message_stop" => {
                open.done = true;
                Ok(None)
            }
            "error" => {
                Err(reported(event)
                    .unwrap_or_else(|| Fault::Reported(0, brief(&event.to_string()))))
            }
            _ => Ok(None),
        }
    }
}

fn blocks(it: &Message) -> Vec<Value> {
    let mut out: Vec<Value> = it
        .parts
        .iter()
        .filter_map(|it| match it {
            // Empty blocks of text are refused.
            Part::Text(text) if text.is_empty() => None,
            Part::Text(text) => Some(json!({ "type": "text", "text": text })),
            Part::Image(image) => Some(json!({ "type": "image", "source": {
                "type": "base64", "media_type": image.media_type, "data": base64(&image.bytes),
            } })),
            Part::Answer { call, text, .. } => {
                Some(json!({ "type": "tool_result", "tool_use_id": call, "content": text }))
            }
            Part::Call(_) => None,
        })
        .collect();
    out.extend(calls(it).map(
        |it| json!({ "type": "tool_use", "id": it.id, "name": it.name, "input": arguments(it) }),
    ));
    out
}

fn finish(reason: &str) -> Option<Finish> {
    Some(match reason {
        "" => return None,
        "max_tokens" | "model_context_window_exceeded" => Finish::Length,
        "tool_use" => Finish::ToolCalls,
        "refusal" => Finish::Refused,
        _ => Finish::Stop,
    })
}

/// Tokens of the request, those that the provider had cached included.
fn input(value: &Value, path: &str) -> u64 {
    ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]
        .iter()
        .map(|it| count(value, &format!("{path}/{it}")))
        .sum()
}

fn reported(value: &Value) -> Option<Fault> {
    let error = value.get("error").filter(|it| !it.is_null())?;
    // What each would have been outside of a stream ("Errors" in the reference).
    let status = match text(error, "/type") {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" => 429,
        "api_error" => 500,
        "overloaded_error" => 529,
        _ => 0,
    };
    Some(Fault::Reported(status, brief(text(error, "/message"))))
}
