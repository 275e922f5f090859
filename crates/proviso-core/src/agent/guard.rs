//! The guard of every structured answer: loose parse, schema, repair of the form by the model (at
//! most twice, meaning unchanged), one more answer, and then the caller's fallback.
//!
//! **Invariant:** nothing that a model says panics it, and nothing that does not have the asked form
//! comes out of it. The number of calls is bounded: one, [`MAX_REPAIRS`] repairs, one more answer.
//!
//! Code is never carried inside JSON; answers that are code have no business here.

pub mod loose;
mod schema;
#[cfg(test)]
mod tests;

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::loose::{ParseFault, candidates};
use crate::llm::{Finish, Reply};

/// How often a model is asked to repair the form of its answer.
pub const MAX_REPAIRS: u32 = 2;

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No JSON was found in it.
    #[error(transparent)]
    Parse(#[from] ParseFault),
    /// It ends in the middle, for its tokens were used up.
    #[error("the answer was cut off after its last token")]
    Cut,
    /// It is JSON of another form.
    #[error("{}", .0.join("\n"))]
    Schema(Vec<String>),
    /// The model, or its provider's filter, will not answer.
    #[error("the model refuses to answer")]
    Refused,
}

/// What came through the guard, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guarded<T> {
    /// The answer, or the caller's fallback.
    pub data: T,
    /// Whether it is the fallback.
    pub used_fallback: bool,
    /// Whether the model repaired the form.
    pub repaired: bool,
    /// How often it was asked to.
    pub repair_attempts: u32,
}

/// What the guard needs from the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// The answer itself.
    Answer {
        /// Whether an earlier one was of no use: a stored answer must not come again.
        again: bool,
    },
    /// The same answer in the right form.
    Repair {
        /// The answer.
        answer: String,
        /// What is wrong with it, one fault per line.
        faults: String,
    },
}

/// What the guard met on its way, for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// No JSON in an answer.
    ParseFailed(String),
    /// JSON of another form.
    SchemaFailed(String),
    /// The model is asked to repair the form, for the how manyth time.
    RepairAttempted(u32),
    /// The model is asked anew.
    Regenerated,
    /// The built-in engine's answer is taken.
    FellBack(String),
}

/// Who asks the model; an error ends the guard's work with the fallback.
pub trait Asker: Send {
    /// Takes a turn. `Err` says why no answer came.
    fn ask(&mut self, turn: Turn) -> BoxFuture<'_, Result<Reply, String>>;
    /// Hears of trouble.
    fn trouble(&mut self, trouble: Trouble);
}

/// The schema of a type, as `schemars` writes it.
pub fn schema_of<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

/// Reads an answer as a value of a type.
pub fn read<T: DeserializeOwned + JsonSchema>(reply: &Reply) -> Result<T, Fault> {
    if reply.finish == Finish::Refused {
        return Err(Fault::Refused);
    }
    let schema = schema_of::<T>();
    let mut fault = None;
    // A model that thinks aloud says the answer last.
    for found in candidates(&reply.text)?.into_iter().rev() {
        if found.closed && reply.finish == Finish::Length {
            fault.get_or_insert(Fault::Cut);
            continue;
        }
        let mut value = found.value;
        let told = match schema::fit(&mut value, &schema) {
            Ok(()) => match serde_json::from_value(value) {
                Ok(data) => return Ok(data),
                Err(err) => vec![err.to_string()],
            },
            Err(faults) => faults,
        };
        fault.get_or_insert(Fault::Schema(told));
    }
    Err(fault.unwrap_or(Fault::Parse(ParseFault::NoJson)))
}

/// Asks until an answer has the form of `T`, or gives up.
pub async fn guard<T: DeserializeOwned + JsonSchema>(
    asker: &mut dyn Asker,
    fallback: impl FnOnce() -> T,
) -> Guarded<T> {
    let mut repair_attempts = 0;
    let mut give_up = String::new();
    for again in [false, true] {
        if again {
            asker.trouble(Trouble::Regenerated);
        }
        let mut reply = match asker.ask(Turn::Answer { again }).await {
            Ok(reply) => reply,
            Err(reason) => {
                give_up = reason;
                break;
            }
        };
        loop {
            let fault = match read(&reply) {
                Ok(data) => {
                    let repaired = repair_attempts > 0;
                    return Guarded { data, used_fallback: false, repaired, repair_attempts };
                }
                Err(fault) => fault,
            };
            give_up = fault.to_string();
            asker.trouble(match fault {
                Fault::Schema(_) => Trouble::SchemaFailed(fault.to_string()),
                Fault::Parse(_) | Fault::Cut | Fault::Refused => {
                    Trouble::ParseFailed(fault.to_string())
                }
            });
            // What was cut off or never said cannot be repaired without inventing it.
            let repairable = !matches!(
                fault,
                Fault::Cut | Fault::Refused | Fault::Parse(ParseFault::Empty | ParseFault::TooLong)
            );
            if !repairable || repair_attempts >= MAX_REPAIRS {
                break;
            }
            repair_attempts += 1;
            asker.trouble(Trouble::RepairAttempted(repair_attempts));
            let turn = Turn::Repair { answer: reply.text.clone(), faults: fault.to_string() };
            match asker.ask(turn).await {
                Ok(repaired) => reply = repaired,
                Err(reason) => {
                    give_up = reason;
                    break;
                }
            }
        }
    }
    asker.trouble(Trouble::FellBack(give_up));
    Guarded { data: fallback(), used_fallback: true, repaired: false, repair_attempts }
}
