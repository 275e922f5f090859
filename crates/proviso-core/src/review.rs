//! A second look at a finished model: approved, or what is to change and by whom.
//!
//! **Invariant:** a review changes nothing by itself. What is made of it is analysed, checked and
//! audited like everything else, and where that comes to nothing the reviewed model stands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who is to change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Addressee {
    /// Who reads the document: a value was overlooked, or misnamed.
    Analyst,
    /// Who writes the model: something that the document says is not in it, or is said wrongly.
    Author,
}

impl Addressee {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Addressee::Analyst => "analyst",
            Addressee::Author => "author",
        }
    }
}

/// One thing that is to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Criticism {
    /// Who is to change it.
    pub to: Addressee,
    /// What it is about: a clause, a field, a declaration.
    pub about: String,
    /// What is to change.
    pub change: String,
}

/// What a reviewer says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// Whether nothing needs to change.
    pub approved: bool,
    /// Why, in a sentence.
    pub reason: String,
    /// What is to change; empty where it is approved.
    #[serde(default)]
    pub changes: Vec<Criticism>,
}

impl Review {
    /// Whether it is neither an approval nor asks for anything, which is of no use to anybody.
    pub fn is_idle(&self) -> bool {
        !self.approved && self.changes.is_empty()
    }

    /// Who is to change something: what was read comes before what is written over it. None where
    /// nothing is to change.
    pub fn to(&self) -> Option<Addressee> {
        if self.approved || self.changes.is_empty() {
            return None;
        }
        let analyst = self.changes.iter().any(|it| it.to == Addressee::Analyst);
        Some(if analyst { Addressee::Analyst } else { Addressee::Author })
    }
}
