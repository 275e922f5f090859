//! What models are shown of a run: the facts without their values, the document's text, what the
//! compiler says, what was tried.
//!
//! **Invariant:** everything of others stands between markers; everything is bounded, and what is
//! left out is said.

use std::collections::BTreeMap;

use similar::{ChangeTag, TextDiff};

use crate::analysis::{Analysis, Cell, Clause};
use crate::document::Document;
use crate::prompt::marked;
use crate::run::{Attempt, Diagnostic, DiagnosticKind, Module};

/// Characters of prose.
const MAX_PROSE: usize = 60_000;
/// Clauses that an author sees, and characters of their quotes.
const MAX_CLAUSES: usize = 200;
const MAX_QUOTE: usize = 160;
/// Things that are told.
const MAX_THINGS: usize = 150;
/// Characters of one message with its excerpt.
const MAX_COMPLAINT: usize = 1_500;
/// Declarations whose first error is shown.
const MAX_COMPLAINTS: usize = 8;
/// Lines of a difference.
const MAX_DIFF: usize = 40;

/// The facts as a model needs them: types and rules, without the values and what computes at run
/// time only. Relies on the layout of our own writer: declarations are apart by blank lines.
pub(super) fn facts(module: &Module) -> String {
    let kept: Vec<String> = module.text.split("\n\n").filter_map(part).collect();
    marked("facts", kept.join("\n\n").trim())
}

/// A declaration with its comments, shortened; none where it is of no use to an author.
fn part(text: &str) -> Option<String> {
    let code = |it: &&str| !it.trim_start().starts_with("|||") && it.trim() != "public export";
    let first = text.lines().find(code).unwrap_or_default();
    let useless = ["decideR", "statement", "blank"];
    if useless.iter().any(|it| first.starts_with(it)) {
        return None;
    }
    if first.starts_with("printed :") {
        let to = text.find("\nprinted =").unwrap_or(text.len());
        return Some(format!("{}\n-- its values are left out", &text[..to]));
    }
    Some(text.to_owned())
}

/// The documents' text, page by page.
pub(super) fn prose(documents: &[Document]) -> String {
    let mut out = String::new();
    let mut n_chars = 0;
    'all: for document in documents {
        for page in document.printed() {
            out.push_str(&format!("[{}, page {}]\n", document.name, page.number));
            for line in &page.lines {
                let line = line.text();
                n_chars += line.chars().count() + 1;
                if n_chars > MAX_PROSE {
                    out.push_str("[the rest is left out]\n");
                    break 'all;
                }
                out.push_str(&line);
                out.push('\n');
            }
        }
    }
    marked("document", out.trim_end())
}

/// Clauses as they were read, one per line; empty where there is none.
pub(super) fn clauses(analysis: &Analysis) -> String {
    let line = |it: &Clause| {
        let kind = serde_json::to_value(it.kind).ok();
        let kind = kind.as_ref().and_then(|it| it.as_str()).unwrap_or_default();
        let quote = cut(&it.evidence.text, MAX_QUOTE);
        format!("{kind} | {} | {} | {quote}", it.party, it.says)
    };
    let all: Vec<String> = analysis.clauses.iter().take(MAX_CLAUSES).map(line).collect();
    if all.is_empty() { String::new() } else { marked("clauses", &all.join("\n")) }
}

/// Which values are one thing: the rows of tables, and what a reading says to belong together. One
/// thing per line, by the names that the facts have; empty where all stand alone.
pub(super) fn things(analysis: &Analysis) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (number, table) in (1..).zip(&analysis.tables) {
        for (row, cells) in (1..).zip(&table.rows) {
            let names = |(column, cell): (usize, &Cell)| {
                let header = table.columns.get(column).map_or("", String::as_str);
                let fields = cell.fields.iter().filter_map(|it| analysis.field(*it));
                fields.map(|it| format!("{header}: {}", it.name)).collect::<Vec<_>>()
            };
            let names: Vec<String> = cells.iter().enumerate().flat_map(names).collect();
            if names.len() > 1 {
                lines.push(format!("table {number}, row {row} | {}", names.join(", ")));
            }
        }
    }
    let mut told: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for it in &analysis.fields {
        if let Some(to) = it.belongs.as_ref().filter(|_| it.cell.is_none()) {
            let role = if to.role.is_empty() { it.label.as_str() } else { to.role.as_str() };
            told.entry((&to.owner, &to.row)).or_default().push(format!("{role}: {}", it.name));
        }
    }
    for ((owner, row), names) in told {
        let row = if row.is_empty() { String::new() } else { format!("row {row}") };
        let whose: Vec<&str> = [owner, &row].into_iter().filter(|it| !it.is_empty()).collect();
        lines.push(format!("{} | {}", whose.join(", "), names.join(", ")));
    }
    let rest = lines.len().saturating_sub(MAX_THINGS);
    lines.truncate(MAX_THINGS);
    if rest > 0 {
        lines.push(format!("(and {rest} more)"));
    }
    if lines.is_empty() { String::new() } else { marked("things", &lines.join("\n")) }
}

/// The first error of each declaration; a parse error alone, since it hides all others.
pub(super) fn complaints(attempt: &Attempt) -> String {
    let rejecting: Vec<&Diagnostic> =
        attempt.diagnostics.iter().filter(|it| it.rejects()).collect();
    let parse = rejecting.iter().find(|it| it.kind == DiagnosticKind::Parse).copied();
    let mut shown: Vec<&Diagnostic> = Vec::new();
    for it in parse.map_or(rejecting.clone(), |it| vec![it]) {
        let same =
            |other: &&Diagnostic| it.declaration.is_some() && other.declaration == it.declaration;
        if !shown.iter().any(same) {
            shown.push(it);
        }
    }
    let rest = shown.len().saturating_sub(MAX_COMPLAINTS);
    let mut all: Vec<String> = shown.into_iter().take(MAX_COMPLAINTS).map(complaint).collect();
    if rest > 0 {
        all.push(format!("(and {rest} more declarations)"));
    }
    marked("messages", &all.join("\n\n"))
}

fn complaint(it: &Diagnostic) -> String {
    let mut out = match &it.span {
        Some(span) => format!("{} line {}, column {}", span.module, span.line, span.column),
        None => "no place given".to_owned(),
    };
    if let Some(declaration) = &it.declaration {
        out.push_str(&format!(", in `{declaration}`"));
    }
    out.push_str(&format!(":\n{}", it.message.trim()));
    if !it.excerpt.trim().is_empty() {
        out.push_str(&format!("\n{}", it.excerpt.trim_end()));
    }
    for hint in &it.hints {
        out.push_str(&format!("\nhint: {hint}"));
    }
    cut(&out, MAX_COMPLAINT)
}

/// What was changed since the text that is to be repaired, and what came of it.
pub(super) fn tried(base: &Attempt, attempts: &[Attempt]) -> String {
    let later = attempts.iter().filter(|it| it.number != base.number && it.number > base.number);
    let all: Vec<String> = later
        .map(|it| {
            let came = it.signature().first().cloned().unwrap_or_else(|| "nothing".to_owned());
            let head = format!("{} (attempt {})", it.origin.name(), it.number);
            format!("{head}:\n{}\ncame to: {}", diff(base, it), cut(&came, 300))
        })
        .collect();
    if all.is_empty() { String::new() } else { marked("tried", &all.join("\n\n")) }
}

fn diff(from: &Attempt, to: &Attempt) -> String {
    let diff = TextDiff::from_lines(from.model.text.as_str(), to.model.text.as_str());
    let changed: Vec<String> = diff
        .iter_all_changes()
        .filter(|it| it.tag() != ChangeTag::Equal)
        .map(|it| format!("{}{}", it.tag(), it.value().trim_end()))
        .collect();
    let rest = changed.len().saturating_sub(MAX_DIFF);
    let mut out = changed.into_iter().take(MAX_DIFF).collect::<Vec<_>>().join("\n");
    if rest > 0 {
        out.push_str(&format!("\n(and {rest} more lines)"));
    }
    out
}

fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
