//! Bodies: what tables keep as JSON. Beside each stands the version of its kind, so that a program
//! knows what it does not understand before it misunderstands it.
//!
//! **Invariant:** a body is written with the version of this program and never rewritten by reading.
//! One of a later version, or of a kind that nobody here knows, stays as it is; who asks for it is
//! told so by [`StoreError::is_foreign`], and whatever stands beside it can still be read.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Store, StoreError};

/// Bodies from before they had one are of the first version.
pub(super) const VERSION: &str = "
ALTER TABLE artefact ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE attempt ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE event_log ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE amendment ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE model_call ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE model_answer ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE compiler_answer ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE repair_card ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
";

/// A kind of body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    /// For people.
    pub(super) what: &'static str,
    /// The version that this program writes; it reads all before.
    pub(super) version: u32,
}

const fn kind(what: &'static str, version: u32) -> Kind {
    Kind { what, version }
}

/// A change that readers of before would take for something else raises the number.
pub(super) const DOCUMENT: Kind = kind("a document", 1);
pub(super) const ANALYSIS: Kind = kind("the analysis", 1);
pub(super) const MODULE: Kind = kind("a module", 1);
pub(super) const HINT: Kind = kind("a hint", 1);
pub(super) const ATTEMPT: Kind = kind("an attempt", 1);
pub(super) const EVENT: Kind = kind("an event", 1);
pub(super) const AMENDMENT: Kind = kind("a correction", 1);
pub(super) const CALL: Kind = kind("a call", 1);
pub(super) const ANSWER: Kind = kind("an answer", 1);
pub(super) const CHECK: Kind = kind("an answer of the compiler", 1);
pub(super) const CARD: Kind = kind("a card", 1);

/// A body as it is stored: its version and its text.
pub(super) type Body = (u32, String);

/// That of a row which begins with version and text.
pub(super) fn of_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Body> {
    Ok((row.get(0)?, row.get(1)?))
}

impl Store {
    /// A body as it is stored.
    pub(super) fn body<T: Serialize>(&self, kind: Kind, it: &T) -> Result<String, StoreError> {
        self.json(kind.what, it)
    }

    /// What a body says.
    pub(super) fn understand<T: DeserializeOwned>(
        &self,
        kind: Kind,
        (version, text): &Body,
    ) -> Result<T, StoreError> {
        if *version > kind.version {
            return Err(StoreError::Later {
                what: kind.what,
                path: self.path.clone(),
                found: *version,
                known: kind.version,
            });
        }
        self.parse(kind.what, text)
    }
}

/// What is understood; what is not is left out, and logged.
pub(super) fn understood<T>(
    all: impl Iterator<Item = Result<T, StoreError>>,
) -> Result<Vec<T>, StoreError> {
    let known = all.filter_map(|it| match it {
        Err(err) if err.is_foreign() => {
            tracing::warn!(error = %err, "left out, and kept as it is");
            None
        }
        it => Some(it),
    });
    known.collect()
}
