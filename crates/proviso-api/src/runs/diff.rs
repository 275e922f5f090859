//! What changed between two attempts of a run.

use proviso_core::run::Attempt;
use serde::{Deserialize, Serialize};
use similar::TextDiff;

use super::{row, sweep};
use crate::{ApiError, App, Code};

/// A request to compare attempts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DiffReq {
    /// The run.
    pub run: i64,
    /// Two attempts; none compares each with the one before.
    pub attempts: Option<(u32, u32)>,
}

/// The difference of two attempts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diffed {
    /// The older.
    pub from: u32,
    /// The newer.
    pub to: u32,
    /// How the newer came to be.
    pub origin: String,
    /// A unified diff; empty where the texts are equal.
    pub unified: String,
}

/// Compares attempts.
pub fn diff(app: &App, req: &DiffReq) -> Result<Vec<Diffed>, ApiError> {
    let space = app.space()?;
    sweep(app, space)?;
    row(space, req.run)?;
    let attempts = space.store.attempts(req.run)?;
    let get = |number: u32| {
        attempts.iter().find(|it| it.number == number).ok_or_else(|| {
            let n = attempts.len();
            ApiError::new(Code::NotFound, format!("run {} has no attempt {number}", req.run))
                .hint(format!("it has {n}, numbered from 1"))
        })
    };
    match req.attempts {
        Some((a, b)) => Ok(vec![between(get(a)?, get(b)?)]),
        None => Ok(attempts.windows(2).map(|it| between(&it[0], &it[1])).collect()),
    }
}

fn between(old: &Attempt, new: &Attempt) -> Diffed {
    let header = |it: &Attempt| format!("{} (attempt {})", it.model.path(), it.number);
    Diffed {
        from: old.number,
        to: new.number,
        origin: new.origin.name().to_owned(),
        unified: unified(&old.model.text, &new.model.text, &header(old), &header(new)),
    }
}

/// A unified diff; empty where the texts are equal.
pub(crate) fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    if old == new {
        return String::new();
    }
    TextDiff::from_lines(old, new).unified_diff().header(old_name, new_name).to_string()
}
