//! The memory of repairs: what once mended an error is tried first when the error comes again.
//!
//! A card is learned where a rejected text became an accepted one by a small change, whoever made it:
//! a model, or a person in an editor. It holds the error's signature and the changed lines, with the
//! project's name left out, so that it fits other projects.
//!
//! **Invariant:** pure and deterministic. A card changes lines that stand in the text exactly once,
//! and what comes of it is checked and audited like any text, so a card can help and can be useless,
//! but never make a wrong model pass.

use serde::{Deserialize, Serialize};
use similar::{DiffOp, TextDiff};

use crate::idris::lexer::{Token, TokenKind, lex};
use crate::run::{Attempt, Diagnostic, DiagnosticKind, Module};

/// Lines of one card, both sides together; a larger change is a new text and no repair.
const MAX_LINES: usize = 40;
/// Changes of one card.
const MAX_HUNKS: usize = 4;
/// After how many days without use what a card won and lost counts half.
const HALF_LIFE_DAYS: i64 = 90;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Thousandths of confidence below which a card is passed over.
const LEAST: u32 = 450;
/// What stands for the project's module in a card.
const PLACE: &str = "Domains.{project}";

/// A change of some lines.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hunk {
    /// Lines that must stand in the text, once.
    pub search: String,
    /// What stands there afterwards.
    pub replace: String,
}

/// What a repair is worth remembering for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The error: kind and message, numbers and the project's name left out.
    pub signature: String,
    /// What mended it.
    pub hunks: Vec<Hunk>,
}

/// A repair that is remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Card {
    /// Its number.
    pub id: i64,
    /// What it repairs, and how.
    pub lesson: Lesson,
    /// How often it helped, the repair that it was learned from included.
    pub wins: u32,
    /// How often it did not.
    pub losses: u32,
    /// When it was learned, in milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it was tried last.
    pub used_at_ms: i64,
    /// Whether a person has switched it off.
    pub is_off: bool,
}

impl Card {
    /// How much it is to be trusted, in thousandths: what it won of what it was tried for, drawn
    /// towards one half as that becomes long ago.
    pub fn confidence(&self, now_ms: i64) -> u32 {
        let days = now_ms.saturating_sub(self.used_at_ms).max(0) / DAY_MS;
        let halvings = u32::try_from(days / HALF_LIFE_DAYS).unwrap_or(u32::MAX).min(16);
        let weight = |n: u32| (u64::from(n) * 1_000) >> halvings;
        let (wins, losses) = (weight(self.wins), weight(self.losses));
        let trusted = (wins + 1_000) * 1_000 / (wins + losses + 2_000);
        u32::try_from(trusted).unwrap_or(1_000)
    }

    /// Whether it is tried at all.
    pub fn is_tried(&self, now_ms: i64) -> bool {
        !self.is_off && self.confidence(now_ms) >= LEAST
    }
}

/// A text as cards have changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// The text.
    pub text: String,
    /// The cards, in order.
    pub cards: Vec<Card>,
}

/// An error without what differs from project to project.
pub fn signature(it: &Diagnostic, module: &str) -> String {
    let message = it.message.replace(module, PLACE);
    let message: Vec<&str> = message.split_whitespace().collect();
    let message: String =
        message.join(" ").chars().map(|it| if it.is_ascii_digit() { '0' } else { it }).collect();
    let kind = serde_json::to_value(it.kind).ok();
    let kind = kind.as_ref().and_then(|it| it.as_str()).unwrap_or_default();
    format!("{kind}: {}", message.chars().take(300).collect::<String>())
}

/// The rejected text with every card applied that is known to mend one of its errors, the surest
/// first, one per error; none where there is no such card.
pub fn deal(rejected: &Attempt, mut cards: Vec<Card>, now_ms: i64) -> Option<Dealt> {
    let name = &rejected.model.name;
    cards.retain(|it| it.is_tried(now_ms));
    cards.sort_by_key(|it| (std::cmp::Reverse(it.confidence(now_ms)), it.id));
    let mut dealt = Dealt { text: rejected.model.text.clone(), cards: Vec::new() };
    let mut done: Vec<String> = Vec::new();
    for it in rejected.diagnostics.iter().filter(|it| it.rejects()) {
        let wanted = signature(it, name);
        if done.contains(&wanted) {
            continue;
        }
        let mut fitting = cards.iter().filter(|card| card.lesson.signature == wanted);
        let found = fitting.find_map(|card| Some((card, apply(&dealt.text, name, card)?)));
        if let Some((card, text)) = found {
            dealt.text = text;
            dealt.cards.push(card.clone());
            done.push(wanted);
        }
        // A parse error hides all others and is repaired alone.
        if it.kind == DiagnosticKind::Parse {
            break;
        }
    }
    (!dealt.cards.is_empty()).then_some(dealt)
}

/// The text with a card's changes; none where one of them fits nowhere, or in several places.
fn apply(text: &str, module: &str, card: &Card) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for hunk in &card.lesson.hunks {
        // Blank lines at the end are lines too.
        let given = |it: &str| -> Vec<String> {
            let it = it.replace(PLACE, module);
            if it.is_empty() { Vec::new() } else { it.split('\n').map(str::to_owned).collect() }
        };
        let (search, replace) = (given(&hunk.search), given(&hunk.replace));
        if search.is_empty() {
            return None;
        }
        let mut places = (0..(lines.len() + 1).saturating_sub(search.len()))
            .filter(|at| lines[*at..at + search.len()] == search[..]);
        let at = places.next()?;
        if places.next().is_some() {
            return None;
        }
        lines.splice(at..at + search.len(), replace);
    }
    Some(format!("{}\n", lines.join("\n")))
}

/// What can be learned from a rejected text and the accepted one that was made of it: a lesson per
/// error, with the changes that stand nearest to it. Nothing where the change is no small one.
pub fn lessons(rejected: &Attempt, accepted: &Module, facts: &Module) -> Vec<Lesson> {
    let values = texts(&facts.text);
    let name = &rejected.model.name;
    let (old, new) = (rejected.model.text.as_str(), accepted.text.as_str());
    let diff = TextDiff::from_lines(old, new);
    let mut placed: Vec<(usize, Hunk)> = Vec::new();
    let mut n_lines = 0;
    for group in diff.grouped_ops(1) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let (from, to) = (first.old_range().start, last.old_range().end);
        let (new_from, new_to) = (first.new_range().start, last.new_range().end);
        n_lines += (to - from) + (new_to - new_from);
        let part = |text: &str, from: usize, to: usize| {
            let lines: Vec<&str> = text.lines().skip(from).take(to - from).collect();
            lines.join("\n").replace(name.as_str(), PLACE)
        };
        let changed = group.iter().find(|it| !matches!(it, DiffOp::Equal { .. }));
        let line = changed.map_or(from, |it| it.old_range().start) + 1;
        let hunk = Hunk { search: part(old, from, to), replace: part(new, new_from, new_to) };
        placed.push((line, hunk));
    }
    let errors: Vec<&Diagnostic> = rejected.diagnostics.iter().filter(|it| it.rejects()).collect();
    if errors.is_empty() || placed.is_empty() || placed.len() > MAX_HUNKS || n_lines > MAX_LINES {
        return Vec::new();
    }
    let mut all: Vec<Lesson> = Vec::new();
    for (line, hunk) in placed {
        let distance = |it: &&&Diagnostic| {
            let here = it.span.as_ref().filter(|it| it.module == *name);
            here.map_or(usize::MAX, |it| (it.line as usize).abs_diff(line))
        };
        let Some(nearest) = errors.iter().min_by_key(distance) else { continue };
        // A value of a document belongs into no other one, and into no memory.
        if holds_values(&hunk.search, &values) || holds_values(&hunk.replace, &values) {
            continue;
        }
        let signature = signature(nearest, name);
        match all.iter_mut().find(|it| it.signature == signature) {
            Some(known) => known.hunks.push(hunk),
            None => all.push(Lesson { signature, hunks: vec![hunk] }),
        }
    }
    all
}

/// Whether a text has literals that are values of a document: its texts or parts of them, and numbers
/// of more than three digits.
fn holds_values(text: &str, values: &[String]) -> bool {
    // Shorter ones are words of the language too.
    const SHORTEST: usize = 2;
    const SHORTEST_PART: usize = 4;
    let is_value = |own: &String| {
        values.iter().any(|it| {
            let n = it.chars().count();
            (n >= SHORTEST && it == own) || (n >= SHORTEST_PART && own.contains(it.as_str()))
        })
    };
    let is_large = |it: &Token| {
        it.kind == TokenKind::Number
            && it.text(text).chars().filter(char::is_ascii_digit).count() > 3
    };
    texts(text).iter().any(is_value) || lex(text).iter().any(is_large)
}

/// The text literals of a source, without their quotes.
fn texts(source: &str) -> Vec<String> {
    let literals = lex(source).into_iter().filter(|it| it.kind == TokenKind::String);
    literals.map(|it| it.text(source).trim_matches('"').to_owned()).collect()
}

/// Whether a card's error is gone.
pub fn has_won(card: &Card, now: &Attempt) -> bool {
    let left = now.diagnostics.iter().filter(|it| it.rejects());
    !left.into_iter().any(|it| signature(it, &now.model.name) == card.lesson.signature)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::run::{Origin, Severity, Span};

    /// Facts that say nothing of the texts below.
    fn facts() -> Module {
        Module { name: "Domains.Facts.Lease".to_owned(), text: "x = \"한빛상사\"\n".to_owned() }
    }

    fn attempt(name: &str, text: &str, errors: &[(u32, &str)]) -> Attempt {
        let diagnostic = |(line, message): &(u32, &str)| Diagnostic {
            kind: DiagnosticKind::UndefinedName,
            severity: Severity::Error,
            span: Some(Span {
                module: name.to_owned(),
                line: *line,
                column: 1,
                end_line: *line,
                end_column: 2,
            }),
            declaration: None,
            message: (*message).to_owned(),
            excerpt: String::new(),
            hints: Vec::new(),
        };
        Attempt {
            number: 1,
            origin: Origin::Repair,
            model: Module { name: name.to_owned(), text: text.to_owned() },
            diagnostics: errors.iter().map(diagnostic).collect(),
            typechecked: errors.is_empty(),
            audited: errors.is_empty(),
            created_at_ms: 0,
            judges: Vec::new(),
            check_ms: 0,
        }
    }

    fn card(id: i64, lesson: &Lesson, wins: u32, losses: u32) -> Card {
        let lesson = lesson.clone();
        Card { id, lesson, wins, losses, created_at_ms: 0, used_at_ms: 0, is_off: false }
    }

    const BROKEN: &str = "module Domains.Lease\nimport Domains.Facts.Lease\n%default total\n\nrows : Facts -> Nat\nrows f = size f.lines\n";
    const MENDED: &str = "module Domains.Lease\nimport Domains.Facts.Lease\n%default total\n\nrows : Facts -> Nat\nrows f = length f.lines\n";

    fn learned() -> Lesson {
        let before = attempt("Domains.Lease", BROKEN, &[(6, "Undefined name size. ")]);
        let module = Module { name: "Domains.Lease".to_owned(), text: MENDED.to_owned() };
        lessons(&before, &module, &facts()).remove(0)
    }

    #[track_caller]
    fn check(text: &str, errors: &[(u32, &str)], cards: Vec<Card>, expect: Expect) {
        let dealt = deal(&attempt("Domains.Other", text, errors), cards, 0);
        let told = dealt.map(|it| {
            let ids: Vec<i64> = it.cards.iter().map(|it| it.id).collect();
            format!("{ids:?}\n{}", it.text)
        });
        expect.assert_eq(&told.unwrap_or_else(|| "no card".to_owned()));
    }

    #[test]
    fn a_repair_is_remembered_with_the_error_and_the_lines_around_it() {
        expect![[r#"
            undefined_name: Undefined name size.
            -rows : Facts -> Nat
            -rows f = size f.lines
            +rows : Facts -> Nat
            +rows f = length f.lines"#]]
        .assert_eq(&{
            let it = learned();
            let side = |sign: char, text: &str| {
                text.lines().map(|it| format!("\n{sign}{it}")).collect::<String>()
            };
            let hunk = &it.hunks[0];
            format!("{}{}{}", it.signature, side('-', &hunk.search), side('+', &hunk.replace))
        });
    }

    #[test]
    fn it_mends_the_same_error_in_another_project() {
        let text = "module Domains.Other\n\nrows : Facts -> Nat\nrows f = size f.lines\n";
        let error = [(4, "Undefined name size.")];
        check(
            text,
            &error,
            vec![card(3, &learned(), 1, 0)],
            expect![[r#"
                [3]
                module Domains.Other

                rows : Facts -> Nat
                rows f = length f.lines
            "#]],
        );
        check(
            text,
            &[(4, "Undefined name len.")],
            vec![card(3, &learned(), 1, 0)],
            expect!["no card"],
        );
    }

    #[test]
    fn lines_that_stand_twice_or_not_at_all_are_left_alone() {
        let twice = "rows : Facts -> Nat\nrows f = size f.lines\nrows : Facts -> Nat\nrows f = size f.lines\n";
        check(
            twice,
            &[(2, "Undefined name size.")],
            vec![card(1, &learned(), 1, 0)],
            expect!["no card"],
        );
        check(
            "a = size\n",
            &[(1, "Undefined name size.")],
            vec![card(1, &learned(), 1, 0)],
            expect!["no card"],
        );
    }

    #[test]
    fn a_blank_line_at_the_end_of_a_change_is_not_lost() {
        let lesson = Lesson {
            signature: "undefined_name: Undefined name size.".to_owned(),
            hunks: vec![Hunk { search: "b\n".to_owned(), replace: "b".to_owned() }],
        };
        check(
            "a\nb\n\nc = size\n",
            &[(4, "Undefined name size.")],
            vec![card(1, &lesson, 1, 0)],
            expect![[r#"
                [1]
                a
                b
                c = size
            "#]],
        );
    }

    #[test]
    fn a_card_that_loses_is_demoted_and_gets_another_chance_when_that_is_long_ago() {
        let it = |wins, losses| card(1, &learned(), wins, losses);
        let trusted = |card: Card| (card.confidence(0), card.is_tried(0));
        assert_eq!(trusted(it(1, 0)), (666, true));
        assert_eq!(trusted(it(1, 1)), (500, true));
        assert_eq!(trusted(it(1, 2)), (400, false), "it lost more often than it won");
        assert_eq!(trusted(it(9, 2)), (769, true));
        assert!(it(1, 2).is_tried(2 * HALF_LIFE_DAYS * DAY_MS), "half a year later");
        assert!(!Card { is_off: true, ..it(9, 0) }.is_tried(0), "switched off by a person");
    }

    #[test]
    fn of_two_cards_the_surer_one_is_tried() {
        let text = "rows : Facts -> Nat\nrows f = size f.lines\n";
        let mut other = learned();
        other.hunks[0].replace = "rows : Facts -> Nat\nrows f = count f.lines".to_owned();
        let cards = vec![card(1, &learned(), 1, 1), card(2, &other, 3, 0)];
        check(
            text,
            &[(2, "Undefined name size.")],
            cards,
            expect![[r#"
            [2]
            rows : Facts -> Nat
            rows f = count f.lines
        "#]],
        );
    }

    #[test]
    fn a_new_text_is_no_repair() {
        let before = attempt("Domains.Lease", BROKEN, &[(6, "Undefined name size.")]);
        let text: String = (0..60).map(|it| format!("line{it} : Nat\n")).collect();
        let module = Module { name: "Domains.Lease".to_owned(), text };
        assert_eq!(lessons(&before, &module, &facts()), []);
        let same = Module { name: "Domains.Lease".to_owned(), text: BROKEN.to_owned() };
        assert_eq!(lessons(&before, &same, &facts()), []);
    }

    #[test]
    fn a_value_of_the_document_is_not_remembered() {
        let errors = &[(1, "Undefined name size.")];
        for (old, new, n) in [
            ("name = size \"a\"\n", "name = pack \"a\"\n", 1),
            ("name = size \"한빛상사\"\n", "name = pack \"한빛상사\"\n", 0),
            ("name = size 1\n", "name = pack 55000\n", 0),
        ] {
            let before = attempt("Domains.Lease", old, errors);
            let module = Module { name: "Domains.Lease".to_owned(), text: new.to_owned() };
            assert_eq!(lessons(&before, &module, &facts()).len(), n, "{new}");
        }
    }
}
