//! The fixer: small changes to the best text so far, by SEARCH/REPLACE blocks; with questions to
//! the compiler where the first repairs did not help.

use serde_json::json;

use super::query::Compiler;
use super::{Ended, ModelEngine, Tells, blocks, show};
use crate::agent::rank;
use crate::event::Happening;
use crate::idris::emit;
use crate::llm::Reply;
use crate::ports::{EngineError, FixTask};
use crate::prompt::marked;
use crate::run::{Module, Stage};

/// How a fixer's trouble is told.
const TELLS: Tells = Tells {
    fault: |reason| Happening::FixerBlocksFailed { reason },
    again: |attempt| Happening::FixerRepairAttempted { attempt },
};

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
            "things": show::things(analysis),
            "tools": queries,
        });
        let tokens = self.reach.fixer_tokens;
        let toolbox = Compiler { checker: &*self.checker, base, facts: &facts };
        let work = self.begin("fixer", Stage::Fix, project, analysis, context, tokens)?;
        let mut work = work.with(&toolbox, queries);
        // The best of what could be applied only in part.
        let mut partly: Option<Module> = None;
        let take = |reply: &Reply| {
            let found = blocks::read(&reply.text);
            let applied = blocks::apply(&base.model.text, &found);
            let module = Module { name: base.model.name.clone(), text: applied.text };
            let seen = attempts.iter().any(|it| it.model.text == module.text);
            if applied.n_applied > 0 && !applied.missed.is_empty() && !seen {
                partly = Some(module.clone());
            }
            if found.is_empty() {
                Err("there is no SEARCH/REPLACE block in it".to_owned())
            } else if !applied.missed.is_empty() {
                Err(applied.missed.join("\n\n"))
            } else if seen {
                Err("the changes lead to a text that was rejected before".to_owned())
            } else {
                Ok(module)
            }
        };
        let (came, repair_attempts) = work.until(project, false, TELLS, take).await?;
        let (module, reason) = match came {
            Ok(module) => (Some(module), None),
            Err(reason) => (partly, Some(reason)),
        };
        if let (None, Some(reason)) = (&module, reason) {
            work.warn(&reason, Happening::FixerGaveUp { reason: reason.clone() })?;
        }
        work.end(Ended { used_fallback: module.is_none(), repair_attempts })?;
        Ok(module)
    }
}
