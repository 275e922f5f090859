//! OpenAI's chat completions, as OpenAI, vLLM, LM Studio, llama.cpp and many others speak them.
//!
//! Source: the OpenAI API reference, "Chat" and "Chat streaming".

use proviso_core::llm::{Finish, Message, Part, Reply, Role, Usage};
use serde_json::{Value, json};

use super::dialect::{
    Call, Dialect, Fault, Open, answers, base64, brief, calls, count, functions, items, options,
    schema, text, texts,
};
use crate::secret::Secret;

pub(super) struct Chat;

impl Dialect for Chat {
    fn url(&self, base: &str) -> String {
        format!("{base}/chat/completions")
    }

    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, String)> {
        key.map(|it| ("authorization", format!("Bearer {}", it.expose()))).into_iter().collect()
    }

    fn body(&self, call: Call<'_>) -> Value {
        let request = call.request;
        let messages: Vec<Value> = request.messages.iter().flat_map(message).collect();
        let mut body = json!({ "model": call.model, "messages": messages });
        let limit = match call.without.completion_tokens {
            false => "max_completion_tokens",
            true => "max_tokens",
        };
        body[limit] = call.tokens.into();
        if !call.tools().is_empty() {
            body["tools"] = functions(call.tools());
        }
        if let Some(form) = call.form() {
            body["response_format"] = json!({ "type": "json_schema", "json_schema": schema(form) });
        }
        options(&mut body, call);
        if call.stream && !call.without.stream_options {
            body["stream_options"] = json!({ "include_usage": true });
        }
        body
    }

    fn whole(&self, answer: &Value) -> Result<Reply, Fault> {
        let Some(choice) = answer.pointer("/choices/0") else {
            return Err(reported(answer)
                .unwrap_or_else(|| Fault::Malformed("it has no `choices`".to_owned())));
        };
        let mut open = Open { model: text(answer, "/model").to_owned(), ..Open::default() };
        open.text = content(choice.pointer("/message/content"));
        refuse(&mut open, text(choice, "/message/refusal"));
        for (index, it) in items(choice, "/message/tool_calls").iter().enumerate() {
            if let Some(call) = open.call(index) {
                call.id = text(it, "/id").to_owned();
                call.name = text(it, "/function/name").to_owned();
                call.arguments = text(it, "/function/arguments").to_owned();
            }
        }
        finish(&mut open, text(choice, "/finish_reason"));
        open.usage = usage(answer);
        Ok(open.close())
    }

    fn take(&self, open: &mut Open, event: &Value) -> Result<Option<String>, Fault> {
        if event.as_str() == Some("[DONE]") {
            open.done = true;
            return Ok(None);
        }
        if let Some(fault) = reported(event) {
            return Err(fault);
        }
        if open.model.is_empty() {
            open.model = text(event, "/model").to_owned();
        }
        if event.get("usage").is_some_and(Value::is_object) {
            open.usage = usage(event);
        }
        let Some(choice) = event.pointer("/choices/0") else { return Ok(None) };
        for (position, it) in items(choice, "/delta/tool_calls").iter().enumerate() {
            let index = it.get("index").and_then(Value::as_u64);
            let index = index.and_then(|it| usize::try_from(it).ok()).unwrap_or(position);
            if let Some(call) = open.call(index) {
                call.id.push_str(text(it, "/id"));
                call.name.push_str(text(it, "/function/name"));
                call.arguments.push_str(text(it, "/function/arguments"));
            }
        }
        refuse(open, text(choice, "/delta/refusal"));
        let piece = content(choice.pointer("/delta/content"));
        open.text.push_str(&piece);
        finish(open, text(choice, "/finish_reason"));
        Ok(Some(piece))
    }
}

fn message(it: &Message) -> Vec<Value> {
    match it.role {
        Role::System => vec![json!({ "role": "system", "content": texts(it) })],
        Role::User => {
            let pictures = it.parts.iter().any(|it| matches!(it, Part::Image(_)));
            if !pictures {
                return vec![json!({ "role": "user", "content": texts(it) })];
            }
            let parts = it.parts.iter().filter_map(|it| match it {
                Part::Text(text) => Some(json!({ "type": "text", "text": text })),
                Part::Image(image) => {
                    let url = format!("data:{};base64,{}", image.media_type, base64(&image.bytes));
                    Some(json!({ "type": "image_url", "image_url": { "url": url } }))
                }
                Part::Call(_) | Part::Answer { .. } => None,
            });
            vec![json!({ "role": "user", "content": parts.collect::<Vec<_>>() })]
        }
        Role::Assistant => {
            let said = texts(it);
            let content = if said.is_empty() { Value::Null } else { Value::from(said) };
            let mut out = json!({ "role": "assistant", "content": content });
            let all: Vec<Value> = calls(it)
                .map(|it| {
                    json!({ "id": it.id, "type": "function", "function": {
                        "name": it.name, "arguments": it.arguments,
                    } })
                })
                .collect();
            if !all.is_empty() {
                out["tool_calls"] = all.into();
            }
            vec![out]
        }
        Role::Tool => answers(
            it,
            |call, _, text| json!({ "role": "tool", "tool_call_id": call, "content": text }),
        ),
    }
}

/// Content is a text, a list of pieces, or nothing.
fn content(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(it)) => it.clone(),
        Some(Value::Array(all)) => all.iter().map(|it| text(it, "/text")).collect(),
        _ => String::new(),
    }
}

fn refuse(open: &mut Open, refusal: &str) {
    if !refusal.is_empty() {
        open.text.push_str(refusal);
        open.finish = Some(Finish::Refused);
    }
}

fn finish(open: &mut Open, reason: &str) {
    if reason.is_empty() || open.finish == Some(Finish::Refused) {
        return;
    }
    open.finish = Some(match reason {
        "length" => Finish::Length,
        "tool_calls" | "function_call" => Finish::ToolCalls,
        "content_filter" => Finish::Refused,
        _ => Finish::Stop,
    });
}

fn usage(value: &Value) -> Usage {
    Usage {
        input: count(value, "/usage/prompt_tokens"),
        output: count(value, "/usage/completion_tokens"),
        reasoning: count(value, "/usage/completion_tokens_details/reasoning_tokens"),
    }
}

fn reported(value: &Value) -> Option<Fault> {
    let error = value.get("error").filter(|it| !it.is_null())?;
    let message = match error {
        Value::String(it) => it.clone(),
        _ => text(error, "/message").to_owned(),
    };
    let status = error.get("code").and_then(Value::as_u64).and_then(|it| u16::try_from(it).ok());
    Some(Fault::Reported(status.unwrap_or(0), brief(&message)))
}
