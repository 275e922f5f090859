//! Small types that many commands share.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A run's number in its workspace; text on the wire, as in events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct RunId(pub i64);

impl From<i64> for RunId {
    fn from(run: i64) -> RunId {
        RunId(run)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for RunId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for RunId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RunId, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bad = |_| serde::de::Error::custom(format!("`{text}` is no run's number"));
        text.parse().map(RunId).map_err(bad)
    }
}

/// Nothing to ask for, and nothing to say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "Record<string, never>"))]
pub struct Nothing {}

/// A run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfRun {
    /// Which.
    pub run: RunId,
}

/// An attempt of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfAttempt {
    /// Which run.
    pub run: RunId,
    /// From 1.
    pub attempt: u32,
}

/// A file as an answer: an image, an archive, a report.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Download", type = "Blob"))]
pub struct File {
    /// Its media type.
    pub mime: &'static str,
    /// A name to keep it under.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
}
