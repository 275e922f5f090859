//! What changed between two attempts of a run, and why.
//!
//! **Invariant:** what a hunk answers is read off the older attempt's diagnostics; a literal that
//! differs is shown as an alarm, since a repair must never change what the document says.

use std::collections::BTreeMap;

use proviso_core::idris::lexer::{self, TokenKind};
use proviso_core::run::{Attempt, Diagnostic, Origin};
use serde::{Deserialize, Serialize};
use similar::TextDiff;

use super::{attempt_of, row, sweep};
use crate::{ApiError, Records};

/// Lines around a change that belong to its hunk.
const CONTEXT: usize = 3;

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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AttemptDiff {
    /// The older.
    pub from: u32,
    /// The newer.
    pub to: u32,
    /// How the newer came to be.
    pub origin: Origin,
    /// A unified diff; empty where the texts are equal.
    pub unified: String,
    /// The older text.
    pub old: String,
    /// The newer text.
    pub new: String,
    /// Each stretch that changed, with what it answers.
    pub hunks: Vec<DiffHunk>,
    /// Literals that appeared, vanished or changed: an alarm.
    pub values: Vec<ChangedValue>,
}

/// A stretch that changed, with its surroundings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiffHunk {
    /// First line in the older text, from 1.
    pub old_start: u32,
    /// How many lines there.
    pub old_lines: u32,
    /// First line in the newer text, from 1.
    pub new_start: u32,
    /// How many lines there.
    pub new_lines: u32,
    /// What the compiler or the audit said of the older text here.
    pub answers: Vec<Diagnostic>,
}

/// A literal that is not the same in both texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangedValue {
    /// The literal, as written.
    pub literal: String,
    /// How often it stands in the older text.
    pub n_old: u32,
    /// How often it stands in the newer text.
    pub n_new: u32,
    /// A line where it stands: of the newer text, or of the older one where it has vanished.
    pub line: u32,
}

/// Compares attempts.
pub fn diff(records: &Records, req: &DiffReq) -> Result<Vec<AttemptDiff>, ApiError> {
    sweep(records)?;
    let row = row(records, req.run)?;
    let attempts = records.store.attempts(req.run)?;
    match req.attempts {
        Some((a, b)) => {
            Ok(vec![between(attempt_of(&row, &attempts, a)?, attempt_of(&row, &attempts, b)?)])
        }
        None => Ok(attempts.windows(2).map(|it| between(&it[0], &it[1])).collect()),
    }
}

fn between(old: &Attempt, new: &Attempt) -> AttemptDiff {
    let header = |it: &Attempt| format!("{} (attempt {})", it.model.path(), it.number);
    let (a, b) = (&old.model.text, &new.model.text);
    AttemptDiff {
        from: old.number,
        to: new.number,
        origin: new.origin,
        unified: unified(a, b, &header(old), &header(new)),
        hunks: hunks(old, b),
        values: values(a, b),
        old: a.clone(),
        new: b.clone(),
    }
}

fn hunks(old: &Attempt, new: &str) -> Vec<DiffHunk> {
    let text = &old.model.text;
    let lines: Vec<&str> = text.lines().collect();
    let diff = TextDiff::from_lines(text.as_str(), new);
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    diff.grouped_ops(CONTEXT)
        .iter()
        .filter_map(|group| {
            let (first, last) = (group.first()?, group.last()?);
            let (a, b) = (first.old_range().start, last.old_range().end);
            let (c, d) = (first.new_range().start, last.new_range().end);
            let rejecting = old.diagnostics.iter().filter(|it| it.rejects());
            let answers = rejecting.filter(|it| is_about(it, &old.model.name, &lines, a, b));
            Some(DiffHunk {
                old_start: number(a) + 1,
                old_lines: number(b - a),
                new_start: number(c) + 1,
                new_lines: number(d - c),
                answers: answers.cloned().collect(),
            })
        })
        .collect()
}

/// Whether a diagnostic speaks of these lines (from 0, the end excluded): by its place, or by the
/// declaration that it names, which begins one of them.
fn is_about(it: &Diagnostic, module: &str, lines: &[&str], first: usize, end: usize) -> bool {
    if let Some(span) = it.span.as_ref().filter(|it| it.module == module) {
        let (from, to) = (span.line as usize, span.end_line as usize);
        return from <= end && to > first;
    }
    let Some(name) = it.declaration.as_deref() else { return false };
    let name = name.rsplit('.').next().unwrap_or(name);
    let begins = |line: &&str| {
        let mut words = line.split_whitespace().skip_while(|it| *it == "0" || *it == "1");
        words.next() == Some(name)
    };
    lines.get(first..end.min(lines.len())).is_some_and(|it| it.iter().any(begins))
}

/// Literals that do not stand as often in both texts.
fn values(old: &str, new: &str) -> Vec<ChangedValue> {
    let (a, b) = (literals(old), literals(new));
    let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
    names.sort();
    names.dedup();
    let one = |literal: &String| {
        let (n_old, line_old) = a.get(literal).copied().unwrap_or_default();
        let (n_new, line_new) = b.get(literal).copied().unwrap_or_default();
        let line = if n_new > 0 { line_new } else { line_old };
        (n_old != n_new).then(|| ChangedValue { literal: literal.clone(), n_old, n_new, line })
    };
    names.into_iter().filter_map(one).collect()
}

/// Each number and string of a text, with how often and on which line it stands first. Small
/// numbers are arithmetic, not values of a document.
fn literals(text: &str) -> BTreeMap<String, (u32, u32)> {
    let mut found: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    let (mut line, mut at) = (1, 0);
    for token in lexer::lex(text) {
        line += text[at..token.range.start].matches('\n').count();
        at = token.range.start;
        let literal = token.text(text);
        let small = literal.parse::<u64>().is_ok_and(|it| it <= 10);
        if !small && matches!(token.kind, TokenKind::Number | TokenKind::String) {
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            found.entry(literal.to_owned()).or_insert((0, line)).0 += 1;
        }
    }
    found
}

/// A unified diff; empty where the texts are equal.
pub(crate) fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    if old == new {
        return String::new();
    }
    TextDiff::from_lines(old, new).unified_diff().header(old_name, new_name).to_string()
}
