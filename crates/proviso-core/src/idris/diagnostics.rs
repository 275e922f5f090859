//! Reads the compiler's messages.
//!
//! **Invariant:** total. Whatever the text, every line of it is a known progress line or stands in
//! some diagnostic: in its message, its excerpt, its hints or its span. What cannot be classified
//! is kept as [`DiagnosticKind::Other`]. Nothing that the compiler cites from a program can open or
//! close a message.

mod kind;
mod line;

use line::Line;

use crate::run::{Diagnostic, DiagnosticKind, Severity, Span};

/// Every message in the compiler's output (both streams, in the order printed); never panics,
/// loses nothing.
///
/// Lines that belong to no message come as one [`DiagnosticKind::Other`] of severity
/// [`Severity::Info`] per stretch.
pub fn parse(output: &str) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    let mut open: Option<Block> = None;
    let mut in_holes = false;
    for raw in output.split('\n') {
        let raw = raw.strip_suffix('\r').unwrap_or(raw);
        let line = line::read(raw);
        if let Line::Holes(first) = line {
            all.extend(open.take().map(Block::close));
            all.extend(hole(first));
            in_holes = true;
            continue;
        }
        if in_holes && matches!(line, Line::Text(_)) {
            all.extend(hole(raw));
            continue;
        }
        in_holes = false;
        match line {
            Line::Progress => all.extend(open.take().map(Block::close)),
            Line::Head(severity, text) => {
                all.extend(open.take().map(Block::close));
                open = Some(Block::new(Some(severity), text));
            }
            Line::Answer(text) => {
                all.extend(open.take().map(Block::close));
                open = (!text.trim().is_empty()).then(|| Block::new(None, text));
            }
            other => match &mut open {
                Some(block) => block.push(other, raw),
                None if other == Line::Blank => {}
                None => open = Some(Block::new(None, raw)),
            },
        }
    }
    all.extend(open.map(Block::close));
    all
}

/// A line of the list of holes, `Domains.Rent.rent : Integer`: a hole, or a signature without a
/// body, which is the same to the compiler. It accepts both, and neither proves anything.
fn hole(line: &str) -> Option<Diagnostic> {
    let line = line.trim();
    let (name, goal) = line.split_once(" : ").unwrap_or((line, ""));
    let message = match goal {
        "" => format!("`{name}` has no definition"),
        _ => format!("`{name}` has no definition; it should be a value of type `{goal}`"),
    };
    (!line.is_empty()).then(|| Diagnostic {
        kind: DiagnosticKind::Hole,
        severity: Severity::Error,
        span: None,
        declaration: Some(name.to_owned()),
        message,
        excerpt: String::new(),
        hints: Vec::new(),
    })
}

/// Whether a line only reports progress.
pub fn is_progress(line: &str) -> bool {
    line::read(line.strip_suffix('\r').unwrap_or(line)) == Line::Progress
}

/// A message while it is being read.
struct Block<'a> {
    /// None for lines outside of any message.
    severity: Option<Severity>,
    /// Lines of the message.
    text: Vec<&'a str>,
    span: Option<Span>,
    /// Cited lines; places after the first stand between them.
    excerpt: Vec<&'a str>,
    /// Whether the line before was a place or a cited line: only then a line of carets or one that
    /// begins with a number and a bar is a citation.
    citing: bool,
}

impl<'a> Block<'a> {
    fn new(severity: Option<Severity>, head: &'a str) -> Block<'a> {
        let mut block =
            Block { severity, text: Vec::new(), span: None, excerpt: Vec::new(), citing: false };
        match line::inline_location(head) {
            Some((span, rest)) if severity.is_some() => {
                block.span = Some(span);
                block.text.push(rest);
            }
            _ => block.text.push(head),
        }
        block
    }

    fn push(&mut self, line: Line<'a>, raw: &'a str) {
        let cites = self.severity.is_some()
            && match &line {
                Line::Location(_) => true,
                Line::Source(_) | Line::Carets(_) => self.citing,
                _ => false,
            };
        if !cites {
            self.text.push(raw);
        } else if let Line::Location(span) = line {
            if self.span.is_none() {
                self.span = Some(span);
            } else if self.span.as_ref() != Some(&span) || !self.excerpt.is_empty() {
                self.excerpt.push(raw);
            }
        } else {
            self.excerpt.push(raw);
        }
        self.citing = cites;
    }

    fn close(self) -> Diagnostic {
        let (text, hints) = hints(&self.text);
        let message = text.join("\n");
        let kind = match self.severity {
            Some(Severity::Error) => kind::of_error(&message),
            Some(_) => DiagnosticKind::Warning,
            None => DiagnosticKind::Other,
        };
        let declaration = self.severity.and_then(|_| kind::declaration(&message));
        Diagnostic {
            kind,
            severity: self.severity.unwrap_or(Severity::Info),
            span: self.span,
            declaration,
            message,
            excerpt: self.excerpt.join("\n"),
            hints,
        }
    }
}

/// Splits what the compiler suggests from what it says. Candidates of an ambiguity are both: the
/// message would be a sentence without an end.
fn hints<'a>(lines: &[&'a str]) -> (Vec<&'a str>, Vec<String>) {
    let (mut text, mut hints) = (Vec::new(), Vec::new());
    let mut list = List::None;
    for raw in lines {
        let line = raw.trim_end();
        let item = line.trim_start();
        if item.is_empty() {
            continue;
        }
        match list {
            List::Suggestions if line.starts_with(' ') => {
                hints.push(item.strip_prefix("- ").unwrap_or(item).to_owned());
                continue;
            }
            List::Candidates if line.starts_with("    ") => hints.push(item.to_owned()),
            _ => list = List::None,
        }
        if let Some(names) = similar_names(item) {
            hints.extend(names);
        } else if item.starts_with("Did you mean") && item.ends_with('?') {
            hints.push(item.to_owned());
        } else if let Some(rest) = item.strip_prefix("Suggestion: ") {
            hints.push(rest.to_owned());
        } else if item == "Possible solutions:" || item == "Did you mean:" {
            list = List::Suggestions;
        } else {
            if item.ends_with("Possible results:") || item == "Possible correct results:" {
                list = List::Candidates;
            }
            text.push(line);
        }
    }
    (text, hints)
}

/// What an indented list is about.
#[derive(Clone, Copy)]
enum List {
    None,
    Suggestions,
    Candidates,
}

/// The names in `Did you mean: a?` and `Did you mean any of: a, b, or c?`.
fn similar_names(line: &str) -> Option<Vec<String>> {
    let rest = line.strip_suffix('?')?;
    if let Some(name) = rest.strip_prefix("Did you mean: ") {
        return Some(vec![name.to_owned()]);
    }
    let rest = rest.strip_prefix("Did you mean any of: ")?;
    let names = rest.split(", ").map(|it| it.strip_prefix("or ").unwrap_or(it).to_owned());
    Some(names.collect())
}

#[cfg(test)]
mod tests;
