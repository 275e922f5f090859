//! Language models as the core sees them: what is asked, what comes back, and why nothing may.
//!
//! **Invariant:** what a model says is untrusted text; nothing here interprets it. A stream's pieces are
//! only for people to watch; what counts is the whole [`Reply`]. Who asks is [`crate::ports`].

mod book;
mod price;

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use crate::hex::sha256;

pub use book::{CallRecord, Spent};
pub use price::{PriceError, Prices, estimated_tokens};

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// We, about how to work.
    System,
    /// We, about what to do.
    User,
    /// The model.
    Assistant,
    /// A tool, answering a call.
    Tool,
}

/// A page image.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// The file's bytes; empty where only its hash is known.
    pub bytes: Vec<u8>,
    sha256: String,
}

impl Image {
    /// An image of these bytes.
    pub fn new(media_type: impl Into<String>, bytes: Vec<u8>) -> Image {
        Image { media_type: media_type.into(), sha256: sha256(&bytes), bytes }
    }
    /// An image of which only the hash is known: enough to tell whether the same was asked.
    pub fn known(media_type: impl Into<String>, sha256: String) -> Image {
        Image { media_type: media_type.into(), bytes: Vec::new(), sha256 }
    }
    /// SHA-256 of the bytes in lower-case hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({}, {} bytes)", self.media_type, self.bytes.len())
    }
}

/// Records hold the image's hash, not the image.
impl Serialize for Image {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{} {}", self.media_type, self.sha256()))
    }
}

/// A tool that the model wants used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The provider's id for the call; ours where the provider has none.
    pub id: String,
    /// The tool's name as the model wrote it.
    pub name: String,
    /// The arguments as the model wrote them: meant to be a JSON object.
    pub arguments: String,
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Text.
    Text(String),
    /// A picture; of the user only.
    Image(Image),
    /// A tool call; of the assistant only.
    Call(ToolCall),
    /// What a tool answered; of the tool only.
    Answer {
        /// The call's id.
        call: String,
        /// The tool's name.
        name: String,
        /// What it said.
        text: String,
    },
}

/// A message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// Its pieces, in order.
    pub parts: Vec<Part>,
}

impl Message {
    /// A message that is one text.
    pub fn text(role: Role, text: impl Into<String>) -> Message {
        Message { role, parts: vec![Part::Text(text.into())] }
    }
    /// All texts in it, joined by line breaks.
    pub fn said(&self) -> String {
        let texts = self.parts.iter().filter_map(|it| match it {
            Part::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// A tool that the model may call.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tool {
    /// `[a-z_]+`.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// JSON schema of the arguments, an object.
    pub parameters: serde_json::Value,
}

/// The form of an answer that is JSON.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// What servers call it: `[a-z_]+`.
    pub name: String,
    /// JSON schema of the answer, an object.
    pub schema: serde_json::Value,
}

/// What is asked of a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Request {
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// Tools that may be called; empty for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// How many tokens the answer may have, reasoning included.
    pub max_tokens: u32,
    /// Thousandths; none leaves it to the provider, which reasoning models demand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature_milli: Option<u32>,
    /// The form that the answer must have; none for a text. No part of what is asked: the prompt says
    /// the same, and a server that can holds the model to it.
    #[serde(skip)]
    pub form: Option<Form>,
    /// The run's id, for the provider's log; no part of what is asked.
    #[serde(skip)]
    pub run_id: String,
}

impl Request {
    /// SHA-256 of everything that is asked, in lower-case hex; equal requests have equal hashes.
    pub fn sha256(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        sha256(text)
    }
}

/// Why an answer ends where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model had said all.
    Stop,
    /// The tokens were used up.
    Length,
    /// It waits for its tools.
    ToolCalls,
    /// It, or the provider's filter, will not answer.
    Refused,
}

/// Tokens as the provider counted them; 0 where it did not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Of the request.
    pub input: u64,
    /// Of the answer, reasoning included.
    pub output: u64,
    /// Of the answer's reasoning alone.
    pub reasoning: u64,
}

impl Usage {
    /// Both together.
    pub fn total(&self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// All text of the answer.
    pub text: String,
    /// Tools to use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// Why it ends.
    pub finish: Finish,
    /// What it cost.
    pub usage: Usage,
    /// The model that answered, as the provider names it.
    pub model: String,
}

/// What can be heard of an answer under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// More text.
    Text(String),
    /// What was heard is void; the same is asked again.
    Again {
        /// Why.
        reason: String,
        /// After how long.
        after: Duration,
    },
    /// The configured model is not there; another one is asked.
    OtherModel {
        /// Which.
        model: String,
    },
}

/// What took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Reaching the server.
    Connect,
    /// The answer's first piece.
    FirstToken,
    /// The next piece.
    Idle,
    /// The whole answer, however steadily its pieces come.
    Whole,
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wait::Connect => "no connection",
            Wait::FirstToken => "no first token",
            Wait::Idle => "no further token",
            Wait::Whole => "no end of the answer",
        })
    }
}

/// Why there is no answer. Nothing secret stands in it.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// No key and no address: the provider cannot be asked at all.
    #[error("no key for {provider} ({hint})")]
    NoKey {
        /// Which provider.
        provider: String,
        /// Where one was looked for.
        hint: String,
    },
    /// The server could not be reached.
    #[error("cannot reach {url}")]
    Connect {
        /// Its address, without anything secret.
        url: String,
        /// Why not.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// It took too long.
    #[error("{what} from {provider} within {after:?}")]
    TimedOut {
        /// Which provider.
        provider: String,
        /// What was waited for.
        what: Wait,
        /// How long.
        after: Duration,
    },
    /// The server refused.
    #[error("{provider} answered {status}: {message}")]
    Status {
        /// Which provider.
        provider: String,
        /// HTTP status.
        status: u16,
        /// What it said, bounded.
        message: String,
    },
    /// The server gave an error instead of an answer, with a status that says all is well.
    #[error("{provider} failed: {message}")]
    Reported {
        /// Which provider.
        provider: String,
        /// What it said, bounded.
        message: String,
    },
    /// The model is not there.
    #[error("{provider} has no model `{model}`")]
    NoSuchModel {
        /// Which provider.
        provider: String,
        /// Which model.
        model: String,
    },
    /// The connection ended before the answer did.
    #[error("the answer of {provider} broke off")]
    Cut {
        /// Which provider.
        provider: String,
    },
    /// The answer is not in the provider's form.
    #[error("cannot understand the answer of {provider}: {reason}")]
    Malformed {
        /// Which provider.
        provider: String,
        /// What is wrong with it.
        reason: String,
    },
    /// All tokens went into reasoning, twice.
    #[error("{provider} used up {tokens} tokens and said nothing")]
    Silent {
        /// Which provider.
        provider: String,
        /// How many tokens were allowed the second time.
        tokens: u32,
    },
    /// The stand-in that never answers.
    #[error("the mock provider never answers")]
    Mock,
    /// What went wrong when the call was made that is replayed now.
    #[error("{message}")]
    Recorded {
        /// In the words of then.
        message: String,
    },
    /// A replayed run asks what it did not ask when it was recorded.
    #[error("no recorded answer for this request")]
    NotRecorded,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_by_what_it_asks_and_not_by_whose_run_it_is() {
        let ask = |text: &str, run: &str| Request {
            messages: vec![Message::text(Role::User, text)],
            tools: Vec::new(),
            max_tokens: 100,
            temperature_milli: None,
            form: None,
            run_id: run.to_owned(),
        };
        assert_eq!(ask("a", "1").sha256(), ask("a", "2").sha256());
        assert_ne!(ask("a", "1").sha256(), ask("b", "1").sha256());
    }

    #[test]
    fn records_hold_the_hash_of_an_image_and_no_pixels() {
        let image = Image::new("image/png", vec![7; 9]);
        let json = serde_json::to_string(&image).unwrap();
        assert!(json.starts_with("\"image/png ") && json.len() == 76, "{json}");
        assert_eq!(format!("{image:?}"), "Image(image/png, 9 bytes)");
    }
}
