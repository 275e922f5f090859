//! The compiler as a tool: a model's own declarations, tried behind a copy of the module.
//!
//! **Invariant:** nothing is written or kept; what is tried is scanned first, so that no question
//! runs anything, and what comes back is bounded.

use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Deserialize;
use serde_json::json;

use super::toolbox::{Answered, Toolbox};
use crate::idris::admit::{self, Admission};
use crate::llm::{Tool, ToolCall};
use crate::ports::{Checker, CheckerError};
use crate::run::{Attempt, DiagnosticKind, Module};

/// How long a question may take.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Characters of an answer.
const MAX_ANSWER: usize = 3_000;

#[derive(Deserialize)]
struct Question {
    declarations: String,
}

/// What the model is told of the tool.
fn tool() -> Tool {
    Tool {
        name: "try_declarations".to_owned(),
        description: "Appends declarations to a scratch copy of the module as it stands and says \
                      what the compiler answers about them. A hole `?name` in them is answered \
                      with its goal. Nothing is kept."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "declarations": {
                    "type": "string",
                    "description": "Idris 2 declarations with their signatures, without imports",
                },
            },
            "required": ["declarations"],
        }),
    }
}

/// The compiler over the text that is to be repaired.
pub(super) struct Compiler<'a> {
    pub(super) checker: &'a dyn Checker,
    pub(super) base: &'a Attempt,
    pub(super) facts: &'a Module,
}

impl Toolbox for Compiler<'_> {
    fn tools(&self) -> Vec<Tool> {
        vec![tool()]
    }
    fn answer<'a>(&'a self, call: &'a ToolCall) -> BoxFuture<'a, Answered> {
        async move { answer(self.checker, self.base, self.facts, call).await.into() }.boxed()
    }
    fn no_more(&self) -> &'static str {
        "no more questions: answer with SEARCH/REPLACE blocks now"
    }
}

/// What the compiler says.
async fn answer(checker: &dyn Checker, base: &Attempt, facts: &Module, call: &ToolCall) -> String {
    if call.name != tool().name {
        return format!("there is no tool `{}`", call.name);
    }
    let Ok(Question { declarations }) = serde_json::from_str(&call.arguments) else {
        return "the arguments are no JSON object with a text `declarations`".to_owned();
    };
    let behind = base.model.text.lines().count() + 2;
    let text = format!("{}\n\n{declarations}\n", base.model.text.trim_end());
    let model = Module { name: base.model.name.clone(), text };
    let in_question = |line: Option<u32>| line.is_none_or(|it| it as usize + 1 >= behind);
    let Admission { job, diagnostics } = admit::alone(&[facts.clone(), model.clone()], TIMEOUT);
    // Holes are what questions are made of, and names without a body come with them; what is not
    // understood, or proves nothing whatever the compiler says, is not asked.
    let refusal = diagnostics.into_iter().find(|it| {
        job.is_none()
            || (it.kind == DiagnosticKind::Cheat && in_question(it.span.as_ref().map(|it| it.line)))
    });
    let Some(job) = job.filter(|_| refusal.is_none()) else {
        return refusal.map_or_else(String::new, |it| it.message);
    };
    let report = match checker.check(&job).await {
        Ok(report) => report,
        Err(CheckerError::TimedOut(after)) => {
            return format!("no answer within {} s", after.as_secs());
        }
        Err(_) => return "the compiler cannot be asked now".to_owned(),
    };
    let mut said: Vec<String> = report
        .diagnostics
        .iter()
        .filter(|it| it.rejects())
        .map(|it| {
            let place = match &it.span {
                Some(span) if span.module != model.name => span.module.clone(),
                Some(span) if (span.line as usize) < behind => format!("line {}", span.line),
                Some(span) => format!("line {} of the question", span.line as usize - behind + 1),
                None => "no place given".to_owned(),
            };
            format!("{place}: {}", it.message.trim())
        })
        .collect();
    if said.is_empty() {
        said.push(
            if report.accepted { "accepted" } else { "refused without a message" }.to_owned(),
        );
    }
    let text = said.join("\n\n");
    match text.char_indices().nth(MAX_ANSWER) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
