//! The fixer: small changes to the best text so far, by SEARCH/REPLACE blocks; with questions to
//! the compiler where the first repairs did not help.

use serde_json::json;

use super::{Ended, ModelEngine, Work, blocks, query, show};
use crate::agent::rank;
use crate::event::Happening;
use crate::idris::emit;
use crate::llm::{Message, Part, Role};
use crate::ports::{EngineError, FixTask};
use crate::prompt::marked;
use crate::run::{Attempt, Module, Stage};

/// How often a fixer is told that its blocks fit nowhere.
const MAX_REPAIRS: u32 = 2;

impl ModelEngine {
    /// A repaired module; none where the model knows no repair, which is in the log then.
    pub(super) async fn repair(
        &self,
        task: FixTask<'_>,
        queries: u32,
    ) -> Result<Option<Module>, EngineError> {
        let FixTask { project, analysis, attempts, .. } = task;
        let Some(base) = rank::best(attempts) else { return Ok(None) };
        let facts = emit::facts(project, analysis);
        let context = json!({
            "project": project,
            "attempt": base.number,
            "complaints": show::complaints(base),
            "tried": show::tried(base, attempts),
            "text": marked("module", base.model.text.trim_end()),
            "facts": show::facts(&facts),
            "tools": queries,
        });
        let tokens = self.reach.fixer_tokens;
        let mut work = self.begin("fixer", Stage::Fix, project, analysis, context, tokens)?;
        if queries > 0 {
            work.tools = vec![query::tool()];
        }
        let mut left = queries;
        // A model that goes on asking when its questions are used up is told so once.
        let mut told = false;
        let mut repair_attempts = 0;
        // The best of what could be applied only in part.
        let mut partly: Option<Module> = None;
        let reason = loop {
            let asked = match work.ask(false).await? {
                Ok(asked) => asked,
                Err(reason) => break reason,
            };
            if !asked.reply.calls.is_empty() && !work.tools.is_empty() && !told {
                told = left == 0;
                self.desk.keep(&asked)?;
                self.answer_calls(&mut work, base, &facts, &asked.reply, &mut left).await?;
                continue;
            }
            let found = blocks::read(&asked.reply.text);
            let applied = blocks::apply(&base.model.text, &found);
            let module = Module { name: base.model.name.clone(), text: applied.text };
            let seen = attempts.iter().any(|it| it.model.text == module.text);
            let fault = if found.is_empty() {
                "there is no SEARCH/REPLACE block in it".to_owned()
            } else if !applied.missed.is_empty() {
                applied.missed.join("\n\n")
            } else if seen {
                "the changes lead to a text that was rejected before".to_owned()
            } else {
                self.desk.keep(&asked)?;
                work.end(Ended { used_fallback: false, repair_attempts })?;
                return Ok(Some(module));
            };
            if applied.n_applied > 0 && !seen {
                partly = Some(module);
            }
            work.warn(&fault, Happening::FixerBlocksFailed { reason: fault.clone() })?;
            if repair_attempts == MAX_REPAIRS {
                break fault;
            }
            repair_attempts += 1;
            let attempt = repair_attempts;
            work.warn("asked again", Happening::FixerRepairAttempted { attempt })?;
            work.object(&asked.reply.text, &fault, project)?;
        };
        if let Some(module) = partly {
            work.end(Ended { used_fallback: false, repair_attempts })?;
            return Ok(Some(module));
        }
        work.warn(&reason, Happening::FixerGaveUp { reason: reason.clone() })?;
        work.end(Ended { used_fallback: true, repair_attempts })?;
        Ok(None)
    }

    /// Answers the model's calls, as long as there are questions left.
    async fn answer_calls(
        &self,
        work: &mut Work<'_>,
        base: &Attempt,
        facts: &Module,
        reply: &crate::llm::Reply,
        left: &mut u32,
    ) -> Result<(), EngineError> {
        let mut parts: Vec<Part> = Vec::new();
        if !reply.text.trim().is_empty() {
            parts.push(Part::Text(reply.text.clone()));
        }
        parts.extend(reply.calls.iter().cloned().map(Part::Call));
        work.messages.push(Message { role: Role::Assistant, parts });
        let mut answers = Vec::new();
        for call in &reply.calls {
            let text = if *left == 0 {
                "no more questions: answer with SEARCH/REPLACE blocks now".to_owned()
            } else {
                *left -= 1;
                let began = self.desk.clock.now_ms();
                let text = query::answer(&*self.checker, base, facts, call).await;
                let took_ms = self.desk.clock.now_ms().saturating_sub(began).max(0);
                let question = call.arguments.chars().take(500).collect();
                let happening = Happening::ToolUsed {
                    agent: work.agent.to_owned(),
                    tool: call.name.clone(),
                    question,
                    took_ms,
                };
                let message = format!("{} asked the compiler", work.agent);
                self.desk.say(work.stage, crate::run::Severity::Info, message, happening)?;
                marked("answer", &text)
            };
            answers.push(Part::Answer { call: call.id.clone(), name: call.name.clone(), text });
        }
        work.messages.push(Message { role: Role::Tool, parts: answers });
        Ok(())
    }
}
