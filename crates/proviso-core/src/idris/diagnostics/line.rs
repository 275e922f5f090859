//! What a single line of the compiler's output is.
//!
//! **Invariant:** decided by the line alone, so that a cited source line, which the compiler always
//! numbers, can never pass for the beginning of a message.

use std::sync::LazyLock;

use regex::Regex;

use crate::run::{Severity, Span};

/// Regular expressions that are constants: a mistake in one fails every test of this module.
fn constant(pattern: &str) -> Regex {
    Regex::new(pattern).expect("invariant: a constant pattern compiles")
}

static PROGRESS: LazyLock<Regex> = LazyLock::new(|| {
    constant(r"^(?:[0-9]+/[0-9]+: Building .+ \(.+\)|Now compiling the executable: .*|No holes)$")
});
static PROMPT: LazyLock<Regex> =
    LazyLock::new(|| constant(r"^(?:(?:\[[a-z]+\] )?\p{Lu}[\w.']*> ?)+"));
static HOLES: LazyLock<Regex> = LazyLock::new(|| constant(r"^[0-9]+ holes?: ?"));
static LOCATION: LazyLock<Regex> =
    LazyLock::new(|| constant(r"^\s*(\S.*?):([0-9]+):([0-9]+)--([0-9]+):([0-9]+)\s*$"));
static INLINE_LOCATION: LazyLock<Regex> =
    LazyLock::new(|| constant(r"^([^\s:]+):([0-9]+):([0-9]+)--([0-9]+):([0-9]+):"));
static SOURCE: LazyLock<Regex> = LazyLock::new(|| constant(r"^\s*[0-9]* ?\|(?: |$)"));
static CARETS: LazyLock<Regex> = LazyLock::new(|| constant(r"^[\s|]*\^[\s^]*$"));

/// One line, read by itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Line<'a> {
    /// Nothing but white space.
    Blank,
    /// `1/3: Building Domains.Core (Domains/Core.idr)`, `No holes`.
    Progress,
    /// The beginning of the list of holes, behind `2 holes:`.
    Holes(&'a str),
    /// The beginning of a message: its severity and the rest of the line.
    Head(Severity, &'a str),
    /// `Domains.Sample:3:1--3:9`, alone on its line.
    Location(Span),
    /// ` 12 | total = 3`: a cited line, as printed.
    Source(&'a str),
    /// The carets below a cited line, as printed.
    Carets(&'a str),
    /// The answer to a prompt: nothing of a check, so it ends the message before it.
    Answer(&'a str),
    /// Anything else.
    Text(&'a str),
}

/// Reads a line without its line break.
pub(super) fn read(line: &str) -> Line<'_> {
    if PROGRESS.is_match(line) {
        return Line::Progress;
    }
    let (rest, prompted) = without_prompt(line);
    if line.trim().is_empty() {
        return Line::Blank;
    }
    if let Some((severity, text)) = head(rest, prompted) {
        return Line::Head(severity, text);
    }
    if prompted {
        return Line::Answer(rest);
    }
    if let Some(found) = HOLES.find(line) {
        return Line::Holes(&line[found.end()..]);
    }
    if CARETS.is_match(line) {
        return Line::Carets(line);
    }
    if SOURCE.is_match(line) {
        return Line::Source(line);
    }
    match location(line) {
        Some(span) => Line::Location(span),
        None => Line::Text(line),
    }
}

/// A line behind the prompts of the interactive mode, and whether there were any.
pub(super) fn without_prompt(line: &str) -> (&str, bool) {
    match PROMPT.find(line) {
        Some(found) => (&line[found.end()..], true),
        None => (line, false),
    }
}

/// What opens a message, and how bad it then is. The last ones are the run-time system's, not the
/// compiler's: they come without a place and mean that it died.
const HEADS: [(&str, Severity, bool); 11] = [
    ("Error:", Severity::Error, true),
    ("Warning:", Severity::Warn, true),
    ("ERROR:", Severity::Error, true),
    ("Uncaught error:", Severity::Error, true),
    ("Error loading file", Severity::Error, false),
    ("Exception:", Severity::Error, false),
    ("Exception in ", Severity::Error, false),
    ("Segmentation fault", Severity::Error, false),
    ("out of memory", Severity::Error, false),
    ("Warning, ", Severity::Warn, false),
    ("Couldn't parse any alternatives:", Severity::Error, false),
];

fn head(line: &str, prompted: bool) -> Option<(Severity, &str)> {
    let indented = line.starts_with([' ', '\t']);
    let text = line.trim_start();
    for (opening, severity, drop) in HEADS {
        let Some(rest) = text.strip_prefix(opening) else { continue };
        if opening.ends_with(':') && rest.starts_with(|it: char| !it.is_whitespace()) {
            // `Error:12:18--12:19` is a place in a module called `Error`.
            continue;
        }
        let fits = match opening {
            // Interactive parse errors lack the word `Error:`; nested ones follow it.
            "Couldn't parse any alternatives:" => prompted,
            "Error loading file" => true,
            _ => !indented,
        };
        if fits {
            return Some((severity, if drop { rest.trim_start() } else { text }));
        }
    }
    None
}

/// The place that a line consists of.
pub(super) fn location(line: &str) -> Option<Span> {
    LOCATION.captures(line).and_then(|it| span(&it))
}

/// The place that a message begins with, and the message behind it.
pub(super) fn inline_location(text: &str) -> Option<(Span, &str)> {
    let found = INLINE_LOCATION.captures(text)?;
    let place = span(&found)?;
    Some((place, text[found[0].len()..].trim_start()))
}

/// The compiler prints the column behind the last character; a [`Span`] ends with that character.
/// Numbers that do not count from 1 are no place; an end before the start is the start.
fn span(found: &regex::Captures<'_>) -> Option<Span> {
    let number = |group: usize| found.get(group)?.as_str().parse::<u32>().ok();
    let (line, column) = (number(2)?, number(3)?);
    let (end_line, behind) = (number(4)?, number(5)?);
    if line == 0 || column == 0 {
        return None;
    }
    let (end_line, behind) = if end_line < line { (line, column) } else { (end_line, behind) };
    let first = if end_line == line { column } else { 1 };
    let end_column = behind.saturating_sub(1).max(first);
    Some(Span { module: found[1].to_owned(), line, column, end_line, end_column })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(input: &str, expect: Expect) {
        let all: Vec<String> = input.split('\n').map(|it| format!("{:?}", read(it))).collect();
        expect.assert_eq(&all.join("\n"));
    }

    #[test]
    fn a_cited_line_never_opens_a_message() {
        check(
            " 3 | Error: faked\n 12 |\n     |\nError: real\n  Error: indented",
            expect![[r#"
                Source(" 3 | Error: faked")
                Source(" 12 |")
                Source("     |")
                Head(Error, "real")
                Text("  Error: indented")"#]],
        );
    }

    #[test]
    fn a_span_ends_with_its_last_character() {
        check(
            "Domains.Sample:8:1--8:21\nA-b:1:7--1:8\nM:3:2--3:2\nM:3:4--5:1\nM:3:4--1:9\nM:0:1--1:2\nM:1:0--1:2",
            expect![[r#"
                Location(Span { module: "Domains.Sample", line: 8, column: 1, end_line: 8, end_column: 20 })
                Location(Span { module: "A-b", line: 1, column: 7, end_line: 1, end_column: 7 })
                Location(Span { module: "M", line: 3, column: 2, end_line: 3, end_column: 2 })
                Location(Span { module: "M", line: 3, column: 4, end_line: 5, end_column: 1 })
                Location(Span { module: "M", line: 3, column: 4, end_line: 3, end_column: 4 })
                Text("M:0:1--1:2")
                Text("M:1:0--1:2")"#]],
        );
    }

    #[test]
    fn prompts_are_stripped_and_their_answers_kept_apart() {
        check(
            "Main> Error: Undefined name x. \nMain> [tc] Main> 10\nMain> \n1/1: Building A.B (A/B.idr)",
            expect![[r#"
                Head(Error, "Undefined name x. ")
                Answer("10")
                Answer("")
                Progress"#]],
        );
    }
}
