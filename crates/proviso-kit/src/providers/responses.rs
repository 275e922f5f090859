//! OpenAI's responses interface.
//!
//! Source: the OpenAI API reference, "Responses" and "Streaming events". What counts is the last
//! event, which holds the whole response; the pieces before it are for watching.

use proviso_core::llm::{Finish, Message, Part, Reply, Role, Usage};
use serde_json::{Value, json};

use super::dialect::{
    Call, Dialect, Fault, Open, answers, base64, brief, calls, count, items, options, schema, text,
    texts,
};
use crate::secret::Secret;

pub(super) struct Responses;

impl Dialect for Responses {
    fn url(&self, base: &str) -> String {
        format!("{base}/responses")
    }

    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, String)> {
        super::chat::Chat.headers(key)
    }

    fn body(&self, call: Call<'_>) -> Value {
        let request = call.request;
        let input: Vec<Value> = request.messages.iter().flat_map(item).collect();
        let mut body = json!({
            "model": call.model,
            "input": input,
            "max_output_tokens": call.tokens,
            // Documents are the user's: nothing of them is to stay with the provider.
            "store": false,
        });
        if !call.tools().is_empty() {
            let tools = call.tools().iter().map(|it| {
                json!({
                    "type": "function", "name": it.name, "description": it.description,
                    "parameters": it.parameters, "strict": false,
                })
            });
            body["tools"] = tools.collect();
        }
        if let Some(form) = call.form() {
            let mut format = schema(form);
            format["type"] = "json_schema".into();
            body["text"] = json!({ "format": format });
        }
        options(&mut body, call);
        body
    }

    fn whole(&self, answer: &Value) -> Result<Reply, Fault> {
        let mut open = Open::default();
        absorb(&mut open, answer)?;
        Ok(open.close())
    }

    fn take(&self, open: &mut Open, event: &Value) -> Result<Option<String>, Fault> {
        match text(event, "/type") {
            "response.output_text.delta" | "response.refusal.delta" => {
                let piece = text(event, "/delta").to_owned();
                open.text.push_str(&piece);
                Ok(Some(piece))
            }
            "response.completed" | "response.incomplete" | "response.failed" => {
                let heard = std::mem::take(&mut open.text);
                let response = event.get("response").unwrap_or(&Value::Null);
                absorb(open, response)?;
                // Some servers send the last event without the text that they streamed.
                if open.text.is_empty() && open.calls.is_empty() {
                    open.text = heard;
                }
                open.done = true;
                Ok(None)
            }
            "error" => {
                let message = [text(event, "/message"), text(event, "/error/message")];
                let message = message.into_iter().find(|it| !it.is_empty()).unwrap_or_default();
                Err(Fault::Reported(0, brief(message)))
            }
            // Reasoning and arguments of calls say nothing to watch, but that it goes on.
            it if it.starts_with("response.reasoning")
                || it.starts_with("response.function_call") =>
            {
                Ok(Some(String::new()))
            }
            _ => Ok(None),
        }
    }
}

fn item(it: &Message) -> Vec<Value> {
    let role = match it.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => {
            return answers(
                it,
                |call, _, text| json!({ "type": "function_call_output", "call_id": call, "output": text }),
            );
        }
    };
    let kind = if it.role == Role::Assistant { "output_text" } else { "input_text" };
    let mut out = Vec::new();
    let pieces: Vec<Value> = it
        .parts
        .iter()
        .filter_map(|it| match it {
            Part::Text(text) => Some(json!({ "type": kind, "text": text })),
            Part::Image(image) => {
                let url = format!("data:{};base64,{}", image.media_type, base64(&image.bytes));
                Some(json!({ "type": "input_image", "image_url": url }))
            }
            Part::Call(_) | Part::Answer { .. } => None,
        })
        .collect();
    let is_silent = it.role == Role::Assistant && texts(it).is_empty();
    if !pieces.is_empty() && !is_silent {
        out.push(json!({ "role": role, "content": pieces }));
    }
    out.extend(calls(it).map(|it| {
        json!({
            "type": "function_call", "call_id": it.id, "name": it.name, "arguments": it.arguments,
        })
    }));
    out
}

/// Takes a whole response.
fn absorb(open: &mut Open, response: &Value) -> Result<(), Fault> {
    if let Some(error) = response.get("error").filter(|it| !it.is_null()) {
        let status = match text(error, "/code") {
            "rate_limit_exceeded" => 429,
            "server_error" => 500,
            _ => 0,
        };
        return Err(Fault::Reported(status, brief(text(error, "/message"))));
    }
    let Some(output) = response.get("output").and_then(Value::as_array) else {
        return Err(Fault::Malformed("it has no `output`".to_owned()));
    };
    open.model = text(response, "/model").to_owned();
    let mut refused = false;
    for it in output {
        match text(it, "/type") {
            "message" => {
                for piece in items(it, "/content") {
                    open.text.push_str(text(piece, "/text"));
                    open.text.push_str(text(piece, "/refusal"));
                    refused |= text(piece, "/type") == "refusal";
                }
            }
            "function_call" => {
                let index = open.calls.len();
                if let Some(call) = open.call(index) {
                    call.id = text(it, "/call_id").to_owned();
                    call.name = text(it, "/name").to_owned();
                    call.arguments = text(it, "/arguments").to_owned();
                }
            }
            _ => {}
        }
    }
    open.finish = Some(match text(response, "/incomplete_details/reason") {
        _ if refused => Finish::Refused,
        "max_output_tokens" => Finish::Length,
        "content_filter" => Finish::Refused,
        _ => Finish::Stop,
    });
    open.usage = Usage {
        input: count(response, "/usage/input_tokens"),
        output: count(response, "/usage/output_tokens"),
        reasoning: count(response, "/usage/output_tokens_details/reasoning_tokens"),
    };
    Ok(())
}
