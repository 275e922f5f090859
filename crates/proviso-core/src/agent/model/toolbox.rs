//! Tools that an agent may use on its way to an answer.
//!
//! **Invariant:** a tool reads and writes nothing; each use is an event, the number of uses is
//! bounded, and what a tool answers stands between markers like everything of others.

use futures_util::future::BoxFuture;

use super::Work;
use crate::event::Happening;
use crate::llm::{Image, Message, Part, Reply, Role, Tool, ToolCall};
use crate::ports::{Began, LedgerError};
use crate::prompt::marked;
use crate::run::Severity;

/// Characters of a question in the log.
const MAX_QUESTION: usize = 500;

/// What a tool answers.
pub(super) struct Answered {
    /// In words.
    pub(super) text: String,
    /// A picture besides.
    pub(super) picture: Option<Image>,
    /// What there is to say of it in the log.
    pub(super) happening: Option<(String, Happening)>,
}

impl From<String> for Answered {
    fn from(text: String) -> Answered {
        Answered { text, picture: None, happening: None }
    }
}

/// The tools of an agent.
pub(super) trait Toolbox: Send + Sync {
    /// What the model is told of them.
    fn tools(&self) -> Vec<Tool>;
    /// Answers a call; whatever is wrong with it is an answer too.
    fn answer<'a>(&'a self, call: &'a ToolCall) -> BoxFuture<'a, Answered>;
    /// What a model is told that has used up its calls.
    fn no_more(&self) -> &'static str;
}

/// An agent's tools, and how often it may still use them.
pub(super) struct Tools<'a> {
    toolbox: &'a dyn Toolbox,
    left: u32,
    /// A model that goes on calling when nothing is left is told so once.
    was_told: bool,
}

impl<'a> Tools<'a> {
    pub(super) fn new(toolbox: &'a dyn Toolbox, calls: u32) -> Tools<'a> {
        Tools { toolbox, left: calls, was_told: false }
    }

    /// What the model is told of them.
    pub(super) fn told(&self) -> Vec<Tool> {
        self.toolbox.tools()
    }

    /// Whether calls are answered at all.
    pub(super) fn is_open(&self) -> bool {
        !self.was_told
    }
}

impl Work<'_> {
    /// Puts words in the place of pictures; whether there were any.
    pub(super) fn forget_pictures(&mut self) -> bool {
        let mut found = false;
        for part in self.messages.iter_mut().flat_map(|it| &mut it.parts) {
            if matches!(part, Part::Image(_)) {
                *part = Part::Text("(a picture that cannot be shown)".to_owned());
                found = true;
            }
        }
        found
    }

    /// Goes on with the conversation: the model's calls, and what its tools answer.
    pub(super) async fn answer_calls(&mut self, reply: &Reply) -> Result<(), LedgerError> {
        let Some(mut tools) = self.toolbox.take() else { return Ok(()) };
        tools.was_told = tools.left == 0;
        let mut parts: Vec<Part> = Vec::new();
        if !reply.text.trim().is_empty() {
            parts.push(Part::Text(reply.text.clone()));
        }
        parts.extend(reply.calls.iter().cloned().map(Part::Call));
        self.messages.push(Message { role: Role::Assistant, parts });
        let mut answers = Vec::new();
        let mut pictures = Vec::new();
        for call in &reply.calls {
            let text = if tools.left == 0 {
                tools.toolbox.no_more().to_owned()
            } else {
                tools.left -= 1;
                let desk = &self.engine.desk;
                let began = Began::now(&*desk.clock);
                let Answered { text, picture, happening } = tools.toolbox.answer(call).await;
                let took_ms = began.took_ms(&*desk.clock);
                let used = Happening::ToolUsed {
                    agent: self.agent.to_owned(),
                    tool: call.name.chars().take(60).collect(),
                    question: call.arguments.chars().take(MAX_QUESTION).collect(),
                    took_ms,
                };
                let name: String = call.name.chars().take(60).collect();
                let message = format!("{} used `{name}`", self.agent);
                desk.say(self.stage, Severity::Info, message, used)?;
                if let Some((message, happening)) = happening {
                    desk.say(self.stage, Severity::Info, message, happening)?;
                }
                pictures.extend(picture);
                marked("answer", &text)
            };
            answers.push(Part::Answer { call: call.id.clone(), name: call.name.clone(), text });
        }
        self.messages.push(Message { role: Role::Tool, parts: answers });
        if !pictures.is_empty() {
            // Tools answer with text everywhere, with pictures hardly anywhere.
            let mut parts = vec![Part::Text("The pictures that you asked for:".to_owned())];
            parts.extend(pictures.into_iter().map(Part::Image));
            self.messages.push(Message { role: Role::User, parts });
        }
        self.toolbox = Some(tools);
        Ok(())
    }
}
