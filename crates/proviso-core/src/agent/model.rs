//! The engine over a language model: it writes and repairs what the built-in engine cannot say, and
//! falls back to it wherever the model is of no use.
//!
//! **Invariant:** what a model writes is a text to be checked, never a value: facts and rules are
//! Proviso's, and compiler and audit decide. No failure of a model ends a run; a record that cannot
//! be kept does.

mod analyst;
mod answer;
mod asking;
mod author;
mod blocks;
mod calculate;
mod clauses;
mod earlier;
mod fixer;
mod pages;
mod query;
mod reading;
mod refiner;
mod reviewer;
mod sections;
mod show;
mod toolbox;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use self::author::Occasion;
use self::toolbox::{Toolbox, Tools};
use super::Builtin;
use super::desk::{Asked, Desk, DeskError, Errand};
use crate::analysis::Analysis;
use crate::event::Happening;
use crate::llm::{Form, Message, Reply, Request, Role, Usage};
use crate::ports::{
    AnalyzeTask, Began, Checker, Engine, EngineError, FixTask, LedgerError, Pictures, ReviewTask,
    ReviseTask, Revised, WriteTask,
};
use crate::prompt::{DEFAULT, Piece, Prompt, PromptError, PromptStore};
use crate::review::Review;
use crate::run::{Limits, Module, Origin, Severity, Stage};

/// How much a model may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Tokens of a reading.
    pub analyst_tokens: u32,
    /// Tokens of a whole module.
    pub author_tokens: u32,
    /// Tokens of a repair.
    pub fixer_tokens: u32,
    /// Tokens of a refinement.
    pub refiner_tokens: u32,
    /// Sections of a long document that are read side by side.
    pub side_by_side: usize,
    /// First texts of a model to choose the best of.
    pub best_of: u32,
    /// Time for a check of such a text.
    pub check_timeout: Duration,
    /// Tokens of a review.
    pub reviewer_tokens: u32,
    /// Whether an accepted model is reviewed.
    pub reviews: bool,
    /// Questions that a repair may ask the compiler.
    pub queries: u32,
    /// How often an analyst may use its tools, for one text.
    pub looks: u32,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach {
            analyst_tokens: 24_000,
            author_tokens: 16_000,
            fixer_tokens: 8_000,
            refiner_tokens: 4_000,
            side_by_side: 4,
            best_of: 1,
            check_timeout: Duration::from_millis(Limits::default().check_timeout_ms),
            reviewer_tokens: 4_000,
            reviews: true,
            queries: 4,
            looks: 8,
        }
    }
}

/// An engine that asks a language model.
pub struct ModelEngine {
    /// Where it asks.
    pub desk: Desk,
    /// Its prompts.
    pub prompts: PromptStore,
    /// Who works where the model does not.
    pub builtin: Builtin,
    /// The compiler, for questions.
    pub checker: Arc<dyn Checker>,
    /// Pictures of pages, for models that see.
    pub pictures: Arc<dyn Pictures>,
    /// How much it may say.
    pub reach: Reach,
    /// Which prompts its agents are asked with.
    pub versions: Versions,
}

/// The version of the prompt that each agent is asked with: the newest, but where a run is played
/// again that was recorded with another one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Versions {
    recorded: BTreeMap<String, String>,
}

impl Versions {
    /// Those of prompts as records name them, `analyst/default/v2`; of several of one agent the first.
    pub fn recorded<'a>(prompts: impl IntoIterator<Item = &'a str>) -> Versions {
        let mut recorded = BTreeMap::new();
        for it in prompts {
            let mut parts = it.split('/');
            if let (Some(agent), Some(version)) = (parts.next(), parts.next_back()) {
                recorded.entry(agent.to_owned()).or_insert_with(|| version.to_owned());
            }
        }
        Versions { recorded }
    }

    /// The version for an agent; none where there is no such agent.
    pub fn of(&self, agent: &str) -> Option<&str> {
        self.recorded.get(agent).map(String::as_str).or_else(|| prompt_version(agent))
    }
}

/// How an agent's work ended.
struct Ended {
    used_fallback: bool,
    repair_attempts: u32,
}

/// An agent at work: its prompt, its conversation so far.
struct Work<'a> {
    engine: &'a ModelEngine,
    agent: &'static str,
    stage: Stage,
    prompt: Prompt,
    scope: String,
    messages: Vec<Message>,
    toolbox: Option<Tools<'a>>,
    form: Option<Form>,
    max_tokens: u32,
    /// Tokens of all its answers so far.
    spent: Usage,
    began: Began,
}

/// How often an agent that writes is told what is wrong with its answer.
const MAX_REPAIRS: u32 = 2;

/// How an agent's trouble is told.
#[derive(Clone, Copy)]
struct Tells {
    /// Something is wrong with an answer.
    fault: fn(String) -> Happening,
    /// It is asked again, for the how manyth time.
    again: fn(u32) -> Happening,
}

/// What each agent does with answers; a change makes what was kept useless.
const AGENT_VERSION: &str = "1";

/// The version of an agent's prompt that is asked for; none where there is no such agent.
pub fn prompt_version(agent: &str) -> Option<&'static str> {
    match agent {
        "analyst" => Some("v7"),
        "author" => Some("v4"),
        "fixer" => Some("v3"),
        "reviewer" => Some("v2"),
        "refiner" => Some("v1"),
        _ => None,
    }
}

/// The paths of a workspace's own prompts that no agent asks for, each with the version that its
/// agent asks for instead.
pub fn unasked_prompts(own: &BTreeMap<String, String>) -> Vec<(&str, &'static str)> {
    let unused = |path: &'_ str| {
        let [agent, _, version, _] = path.split('/').collect::<Vec<_>>()[..] else { return None };
        prompt_version(agent).filter(|it| *it != version)
    };
    own.keys().filter_map(|it| Some((it.as_str(), unused(it)?))).collect()
}

impl Engine for ModelEngine {
    fn name(&self) -> &str {
        self.desk.model.provider()
    }

    fn analyze<'a>(
        &'a self,
        task: AnalyzeTask<'a>,
    ) -> BoxFuture<'a, Result<Analysis, EngineError>> {
        self.analyst(task, None).boxed()
    }

    fn look_again(&self, task: AnalyzeTask<'_>, analysis: &mut Analysis) {
        self.builtin.look_again(task, analysis);
    }

    fn write<'a>(&'a self, task: WriteTask<'a>) -> BoxFuture<'a, Result<Module, EngineError>> {
        async move {
            match self.first(task).await? {
                Some(module) => Ok(module),
                None => self.builtin.write(task).await,
            }
        }
        .boxed()
    }

    fn fix<'a>(&'a self, task: FixTask<'a>) -> BoxFuture<'a, Result<Option<Module>, EngineError>> {
        async move {
            match task.strategy {
                Origin::Repair => self.repair(task, 0).await,
                Origin::RepairWithQueries => self.repair(task, self.reach.queries).await,
                Origin::FreshStart => {
                    let FixTask { project, analysis, documents, .. } = task;
                    let again = WriteTask { project, analysis, documents };
                    let best = super::rank::best(task.attempts);
                    self.author(again, Occasion::Rejected(best)).await
                }
                Origin::Generated | Origin::QuickFix | Origin::Fallback | Origin::Edited => {
                    self.builtin.fix(task).await
                }
            }
        }
        .boxed()
    }

    fn reviews(&self) -> bool {
        self.reach.reviews
    }

    fn review<'a>(
        &'a self,
        task: ReviewTask<'a>,
    ) -> BoxFuture<'a, Result<Option<Review>, EngineError>> {
        self.reviewer(task).boxed()
    }

    fn revise<'a>(
        &'a self,
        task: ReviseTask<'a>,
    ) -> BoxFuture<'a, Result<Option<Revised>, EngineError>> {
        self.revised(task).boxed()
    }
}

impl ModelEngine {
    /// The prompt of an agent for a document, of the version that is asked for.
    fn prompt(&self, agent: &str, analysis: &Analysis) -> Result<Prompt, PromptError> {
        let version = self.versions.of(agent).ok_or_else(|| {
            let path = format!("{agent}/{DEFAULT}");
            PromptError::Missing { path }
        })?;
        self.prompts.load(agent, &analysis.document_type, version, analysis.language)
    }

    /// Begins an agent's work with its prompt written out.
    fn begin(
        &self,
        agent: &'static str,
        stage: Stage,
        scope: &str,
        analysis: &Analysis,
        context: serde_json::Value,
        max_tokens: u32,
    ) -> Result<Work<'_>, EngineError> {
        let prompt = self.prompt(agent, analysis)?;
        let system = prompt.render(Piece::System, context.clone())?;
        let user = prompt.render(Piece::User, context)?;
        let happening = Happening::AgentStarted {
            agent: agent.to_owned(),
            prompt: prompt.id(),
            scope: scope.to_owned(),
        };
        self.desk.say(stage, Severity::Info, format!("{agent} began"), happening)?;
        Ok(Work {
            engine: self,
            agent,
            stage,
            prompt,
            scope: scope.to_owned(),
            messages: vec![Message::text(Role::System, system), Message::text(Role::User, user)],
            toolbox: None,
            form: None,
            max_tokens,
            spent: Usage::default(),
            began: Began::now(&*self.desk.clock),
        })
    }
}

impl<'a> Work<'a> {
    /// Lets the model use tools, so many times.
    fn with(mut self, toolbox: &'a dyn Toolbox, calls: u32) -> Work<'a> {
        self.toolbox = (calls > 0).then(|| Tools::new(toolbox, calls));
        self
    }

    /// Asks with what was said so far, and answers the calls of tools, until the model says something
    /// else. The inner `Err` says why no answer came.
    async fn ask(&mut self, anew: bool) -> Result<Result<Asked, String>, LedgerError> {
        loop {
            let asked = match self.ask_once(anew).await? {
                Ok(asked) => asked,
                // Not every model sees, and servers say that in many ways.
                Err(_) if self.forget_pictures() => continue,
                Err(reason) => return Ok(Err(reason)),
            };
            self.spent.input += asked.usage.input;
            self.spent.output += asked.usage.output;
            let is_call = !asked.reply.calls.is_empty();
            if !is_call || !self.toolbox.as_ref().is_some_and(Tools::is_open) {
                return Ok(Ok(asked));
            }
            self.engine.desk.keep(&asked)?;
            self.answer_calls(&asked.reply).await?;
        }
    }

    async fn ask_once(&self, anew: bool) -> Result<Result<Asked, String>, LedgerError> {
        let errand = Errand {
            agent: self.agent,
            agent_version: AGENT_VERSION,
            stage: self.stage,
            prompt: &self.prompt,
            scope: &self.scope,
            anew,
        };
        let request = Request {
            messages: self.messages.clone(),
            tools: self.toolbox.as_ref().map(Tools::told).unwrap_or_default(),
            max_tokens: self.max_tokens,
            temperature_milli: None,
            form: self.form.clone(),
            run_id: self.engine.desk.run_id.clone(),
        };
        match self.engine.desk.ask(errand, &request).await {
            Ok(asked) => Ok(Ok(asked)),
            Err(DeskError::Ledger(err)) => Err(err),
            Err(err @ (DeskError::Model(_) | DeskError::Budget(_))) => Ok(Err(err.to_string())),
        }
    }

    /// Asks until `take` takes an answer, which is kept, or says why there is none; and how often the
    /// model was told what is wrong. An answer that failed before is not asked for `anew`.
    async fn until<T>(
        &mut self,
        project: &str,
        anew: bool,
        tells: Tells,
        mut take: impl FnMut(&Reply) -> Result<T, String> + Send,
    ) -> Result<(Result<T, String>, u32), EngineError> {
        let mut repair_attempts = 0;
        loop {
            let asked = match self.ask(anew).await? {
                Ok(asked) => asked,
                Err(reason) => return Ok((Err(reason), repair_attempts)),
            };
            let fault = match take(&asked.reply) {
                Ok(taken) => {
                    self.engine.desk.keep(&asked)?;
                    return Ok((Ok(taken), repair_attempts));
                }
                Err(fault) => fault,
            };
            self.warn(&fault, (tells.fault)(fault.clone()))?;
            if repair_attempts == MAX_REPAIRS {
                return Ok((Err(fault), repair_attempts));
            }
            repair_attempts += 1;
            self.warn("asked again", (tells.again)(repair_attempts))?;
            self.object(&asked.reply.text, &fault, project)?;
        }
    }

    /// Goes on with the conversation: what the model said, and what is wrong with it.
    fn object(&mut self, said: &str, fault: &str, project: &str) -> Result<(), PromptError> {
        let context = serde_json::json!({
            "fault": crate::prompt::marked("fault", fault),
            "project": project,
        });
        let text = self.prompt.render(Piece::Repair, context)?;
        // Silence is no turn that every provider takes.
        let said = if said.trim().is_empty() { "(no answer)" } else { said };
        self.messages.push(Message::text(Role::Assistant, said));
        self.messages.push(Message::text(Role::User, text));
        Ok(())
    }

    fn warn(&self, message: &str, happening: Happening) -> Result<(), LedgerError> {
        let message = format!("{}: {message}", self.agent);
        self.engine.desk.say(self.stage, Severity::Warn, message, happening)
    }

    fn end(&self, ended: Ended) -> Result<(), LedgerError> {
        let Ended { used_fallback, repair_attempts } = ended;
        let took_ms = self.began.took_ms(&*self.engine.desk.clock);
        let message = format!(
            "{} finished{}",
            self.agent,
            if used_fallback { " with nothing of its own" } else { "" }
        );
        let happening = Happening::AgentFinished {
            agent: self.agent.to_owned(),
            used_fallback,
            repaired: repair_attempts > 0 && !used_fallback,
            repair_attempts,
            took_ms,
        };
        self.engine.desk.say(self.stage, Severity::Info, message, happening)
    }
}
