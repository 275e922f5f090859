//! The guard's way to a model: an agent's conversation, cut back to where it began before each answer.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::{Ended, Work};
use crate::agent::desk::Asked;
use crate::agent::guard::{self, Asker, Guarded, Trouble, Turn};
use crate::event::Happening;
use crate::llm::{Form, Message, Reply, Role};
use crate::ports::LedgerError;
use crate::prompt::{Piece, marked};

/// An agent that is asked for JSON.
pub(super) struct Asking<'a> {
    work: Work<'a>,
    /// Messages that every answer is for.
    n_first: usize,
    /// What went into the answer so far.
    asked: Vec<Asked>,
    tell: fn(Trouble) -> (String, Happening),
    /// Why there is no answer of use.
    given_up: Option<String>,
    /// A record that could not be kept ends the run.
    lost: Option<LedgerError>,
}

impl<T> From<&Guarded<T>> for Ended {
    fn from(it: &Guarded<T>) -> Ended {
        Ended { used_fallback: it.used_fallback, repair_attempts: it.repair_attempts }
    }
}

impl<'a> Asking<'a> {
    /// Goes on from where the work stands; `tell` says how trouble is told.
    pub(super) fn new(work: Work<'a>, tell: fn(Trouble) -> (String, Happening)) -> Asking<'a> {
        let n_first = work.messages.len();
        Asking { work, n_first, asked: Vec::new(), tell, given_up: None, lost: None }
    }

    /// Asks until there is an answer of this form, or the fallback, and then why; keeps an answer
    /// that is of use.
    pub(super) async fn guarded<T: DeserializeOwned + JsonSchema>(
        mut self,
        fallback: impl FnOnce() -> T,
    ) -> Result<(Work<'a>, Guarded<T>, Option<String>), LedgerError> {
        let name = self.work.agent.to_owned();
        // An earlier version of a prompt brings the form that it asked for.
        self.work.form.get_or_insert_with(|| Form { name, schema: guard::schema_of::<T>() });
        let guarded = guard::guard::<T>(&mut self, fallback).await;
        let Asking { work, asked, given_up, lost, .. } = self;
        if let Some(err) = lost {
            return Err(err);
        }
        work.engine.desk.tracing(|| {
            let (agent, Guarded { used_fallback, repaired, repair_attempts, .. }) =
                (work.agent, &guarded);
            format!(
                "JSON_GUARD agent={agent} fallback={used_fallback} repaired={repaired} \
                 repair_attempts={repair_attempts}"
            )
        });
        if !guarded.used_fallback {
            for it in &asked {
                work.engine.desk.keep(it)?;
            }
        }
        Ok((work, guarded, given_up))
    }

    async fn turn(&mut self, turn: Turn) -> Result<Reply, String> {
        let anew = match turn {
            Turn::Answer { again } => {
                self.work.messages.truncate(self.n_first);
                self.asked.clear();
                again
            }
            Turn::Repair { answer, faults } => {
                self.work.messages.truncate(self.n_first);
                let context = json!({ "fault": marked("faults", &faults) });
                let text = self
                    .work
                    .prompt
                    .render(Piece::Repair, context)
                    .map_err(|err| err.to_string())?;
                self.work.messages.push(Message::text(Role::Assistant, answer));
                self.work.messages.push(Message::text(Role::User, text));
                false
            }
        };
        match self.work.ask(anew).await {
            Ok(Ok(asked)) => {
                self.asked.push(asked.clone());
                Ok(asked.reply)
            }
            Ok(Err(reason)) => Err(reason),
            Err(err) => {
                let reason = err.to_string();
                self.lost = Some(err);
                Err(reason)
            }
        }
    }
}

impl Asker for Asking<'_> {
    fn ask(&mut self, turn: Turn) -> BoxFuture<'_, Result<Reply, String>> {
        self.turn(turn).boxed()
    }
    fn trouble(&mut self, trouble: Trouble) {
        if let Trouble::FellBack(reason) = &trouble {
            self.given_up = Some(reason.clone());
        }
        let (message, happening) = (self.tell)(trouble);
        if let Err(err) = self.work.warn(&message, happening) {
            self.lost.get_or_insert(err);
        }
    }
}
