//! Chooses a run's next step.
//!
//! **Invariant:** pure; the same history always gives the same answer. What a person edited is
//! checked and repaired like any text, but does not count against the limit.

use crate::run::{Attempt, Limits, Origin, Verdict};

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Write the first text.
    Generate,
    /// Write another text, cheapest repair first.
    Fix(Origin),
    /// Nothing rejects the last text.
    Finish,
    /// Give up.
    Stop(Verdict),
}

/// The next step after these attempts.
pub fn next(limits: &Limits, attempts: &[Attempt]) -> Next {
    let Some(last) = attempts.last() else { return Next::Generate };
    if last.is_clean() {
        return Next::Finish;
    }
    let n_counted = attempts.iter().filter(|it| it.origin != Origin::Edited).count();
    if n_counted >= limits.max_attempts as usize {
        return Next::Stop(Verdict::Rejected);
    }
    let current = match last.origin {
        Origin::Generated | Origin::Edited => Origin::QuickFix,
        other => other,
    };
    // Two identical failures in a row mean that this way of repairing is stuck: try the next one.
    // After a first text, or a person's, no repair has been tried yet that could be stuck.
    let repaired = !matches!(last.origin, Origin::Generated | Origin::Edited);
    let before = attempts.iter().rev().nth(1);
    let stuck = repaired && before.is_some_and(|it| it.signature() == last.signature());
    let chosen = match (last.is_undecided(), stuck) {
        // A compiler that gave no answer said nothing to learn from, and asking it takes its whole
        // time: what no quick fix mends is left to the built-in author, whose text is the lightest.
        (true, _) if repaired => (last.origin != Origin::Fallback).then_some(Origin::Fallback),
        (_, true) => after(current),
        (_, false) => Some(current),
    };
    let is_last = n_counted + 1 >= limits.max_attempts as usize;
    match chosen {
        // A model that has had its turns leaves the last one to the built-in author, whose text leaves
        // things out but is a result.
        Some(it)
            if is_last && asks_a_model(it) && attempts.iter().any(|it| asks_a_model(it.origin)) =>
        {
            Next::Fix(Origin::Fallback)
        }
        Some(it) => Next::Fix(it),
        None => Next::Stop(Verdict::Rejected),
    }
}

/// Whether a way of repairing needs a language model.
pub(super) fn asks_a_model(it: Origin) -> bool {
    match it {
        Origin::Repair | Origin::RepairWithQueries | Origin::FreshStart => true,
        Origin::Generated | Origin::Edited | Origin::QuickFix | Origin::Fallback => false,
    }
}

/// The repair to try when one is stuck or knows nothing; none after the last.
pub fn after(strategy: Origin) -> Option<Origin> {
    match strategy {
        Origin::Generated | Origin::Edited => Some(Origin::QuickFix),
        Origin::QuickFix => Some(Origin::Repair),
        Origin::Repair => Some(Origin::RepairWithQueries),
        Origin::RepairWithQueries => Some(Origin::FreshStart),
        Origin::FreshStart => Some(Origin::Fallback),
        Origin::Fallback => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::run::{Diagnostic, DiagnosticKind, Module, Severity};

    /// One attempt per line: `origin: message of its error`, or no message where it was accepted;
    /// `no answer` is the compiler's silence.
    #[track_caller]
    fn check(max_attempts: u32, history: &str, expect: Expect) {
        let attempts: Vec<Attempt> = history.lines().enumerate().map(attempt).collect();
        let limits = Limits { max_attempts, ..Limits::default() };
        expect.assert_eq(&format!("{:?}", next(&limits, &attempts)));
    }

    fn attempt((index, line): (usize, &str)) -> Attempt {
        let (origin, message) = line.trim().split_once(':').unwrap();
        let diagnostic = |message: &str| Diagnostic {
            kind: match message {
                "no answer" => DiagnosticKind::Exhausted,
                _ => DiagnosticKind::Other,
            },
            severity: Severity::Error,
            span: None,
            declaration: None,
            message: message.to_owned(),
            excerpt: String::new(),
            hints: Vec::new(),
        };
        let message = message.trim();
        Attempt {
            number: u32::try_from(index).unwrap() + 1,
            origin: serde_json::from_value(origin.into()).unwrap(),
            model: Module { name: "Domains.Sample".to_owned(), text: line.to_owned() },
            diagnostics: (!message.is_empty()).then(|| diagnostic(message)).into_iter().collect(),
            typechecked: message.is_empty(),
            audited: message.is_empty(),
            created_at_ms: 0,
            judges: Vec::new(),
            check_ms: 0,
        }
    }

    #[test]
    fn begins_by_writing_a_text() {
        check(5, "", expect!["Generate"]);
    }

    #[test]
    fn finishes_with_the_first_clean_text() {
        check(5, "generated:", expect!["Finish"]);
        check(2, "generated: a\nquick_fix:", expect!["Finish"]);
    }

    #[test]
    fn repairs_with_the_cheapest_first() {
        check(5, "generated: undefined name rent", expect!["Fix(QuickFix)"]);
    }

    #[test]
    fn keeps_a_repair_that_gets_on() {
        check(5, "generated: a\nquick_fix: b", expect!["Fix(QuickFix)"]);
        check(5, "generated: a\nquick_fix: b\nrepair: c", expect!["Fix(Repair)"]);
    }

    #[test]
    fn changes_the_repair_after_two_equal_failures() {
        check(5, "generated: a\nquick_fix: a", expect!["Fix(Repair)"]);
        check(5, "generated: a\nquick_fix: a\nrepair: a", expect!["Fix(RepairWithQueries)"]);
    }

    #[test]
    fn failures_that_differ_in_numbers_only_are_equal() {
        check(5, "generated: at 12\nquick_fix: at 97", expect!["Fix(Repair)"]);
    }

    #[test]
    fn the_last_attempt_is_the_built_in_authors_where_a_model_had_its_turns() {
        check(4, "generated: a\nrepair: b\nrepair: c", expect!["Fix(Fallback)"]);
        check(4, "generated: a\nrepair: b\nrepair: b", expect!["Fix(Fallback)"]);
        check(5, "generated: a\nrepair: b\nrepair: c", expect!["Fix(Repair)"]);
        check(3, "generated: a\nquick_fix: a", expect!["Fix(Repair)"]);
        check(
            5,
            "generated: a\nrepair: b\nrepair: c\nrepair: d\nfallback: e",
            expect!["Stop(Rejected)"],
        );
    }

    #[test]
    fn gives_up_when_attempts_are_used_up() {
        check(2, "generated: a\nquick_fix: b", expect!["Stop(Rejected)"]);
        check(0, "generated: a", expect!["Stop(Rejected)"]);
    }

    #[test]
    fn gives_up_when_the_last_repair_is_stuck() {
        check(5, "fresh_start: a\nfallback: a", expect!["Stop(Rejected)"]);
    }

    #[test]
    fn a_silent_compiler_is_not_asked_about_repairs_by_a_model() {
        check(5, "generated: no answer", expect!["Fix(QuickFix)"]);
        check(5, "generated: no answer\nquick_fix: no answer", expect!["Fix(Fallback)"]);
        check(5, "generated: a\nrepair: no answer", expect!["Fix(Fallback)"]);
        check(5, "generated: no answer\nfallback: no answer", expect!["Stop(Rejected)"]);
    }

    #[test]
    fn edits_by_a_person_do_not_count() {
        check(2, "generated: a\nedited: b\nedited: b", expect!["Fix(QuickFix)"]);
        check(2, "generated: a\nedited: b\nquick_fix: c", expect!["Stop(Rejected)"]);
    }
}
