//! Which attempt came farthest.
//!
//! **Invariant:** pure; of two attempts that are equally good the later one counts as the better, so
//! that repairs that are not worse are gone on with.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::run::{Attempt, Diagnostic, DiagnosticKind};

/// The order of attempts: parses, clean of cheats, declarations checked, rules proved, errors,
/// holes.
type Rank = (bool, bool, bool, Reverse<usize>, Reverse<usize>, Reverse<usize>, Reverse<usize>);

/// The best attempt.
pub fn best(attempts: &[Attempt]) -> Option<&Attempt> {
    attempts.iter().max_by_key(|it| (rank(it), it.number))
}

fn rank(it: &Attempt) -> Rank {
    let rejecting: Vec<&Diagnostic> = it.diagnostics.iter().filter(|it| it.rejects()).collect();
    let of = |kind: DiagnosticKind| rejecting.iter().filter(|it| it.kind == kind).count();
    let declarations: BTreeSet<&str> =
        rejecting.iter().filter_map(|it| it.declaration.as_deref()).collect();
    (
        of(DiagnosticKind::Parse) == 0,
        of(DiagnosticKind::Cheat) == 0,
        it.typechecked,
        Reverse(declarations.len()),
        Reverse(of(DiagnosticKind::Audit)),
        Reverse(rejecting.len()),
        Reverse(of(DiagnosticKind::Hole)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Module, Origin, Severity};

    /// Attempts from lists of kinds; `ok` is one that the compiler accepted.
    fn attempts(all: &[&[DiagnosticKind]]) -> Vec<Attempt> {
        let diagnostic = |(at, kind): (usize, &DiagnosticKind)| Diagnostic {
            kind: *kind,
            severity: Severity::Error,
            span: None,
            declaration: Some(format!("d{at}")),
            message: String::new(),
            excerpt: String::new(),
            hints: Vec::new(),
        };
        let attempt = |(at, kinds): (usize, &&[DiagnosticKind])| Attempt {
            number: u32::try_from(at).unwrap() + 1,
            origin: Origin::Repair,
            model: Module { name: "Domains.A".to_owned(), text: String::new() },
            diagnostics: kinds.iter().enumerate().map(diagnostic).collect(),
            typechecked: kinds.iter().all(|it| *it == DiagnosticKind::Audit),
            audited: kinds.is_empty(),
            created_at_ms: 0,
            judges: Vec::new(),
            check_ms: 0,
        };
        all.iter().enumerate().map(attempt).collect()
    }

    #[track_caller]
    fn check(all: &[&[DiagnosticKind]], number: u32) {
        assert_eq!(best(&attempts(all)).map(|it| it.number), Some(number));
    }

    #[test]
    fn what_parses_comes_before_what_does_not() {
        use DiagnosticKind::{Mismatch, Parse};
        check(&[&[Mismatch, Mismatch], &[Parse]], 1);
    }

    #[test]
    fn a_cheat_is_worse_than_any_number_of_errors() {
        use DiagnosticKind::{Cheat, Mismatch};
        check(&[&[Mismatch, Mismatch, Mismatch], &[Cheat]], 1);
    }

    #[test]
    fn owing_the_audit_is_better_than_not_checking_and_fewer_errors_than_more() {
        use DiagnosticKind::{Audit, Mismatch};
        check(&[&[Audit, Audit], &[Mismatch]], 1);
        check(&[&[Mismatch, Mismatch], &[Mismatch]], 2);
    }

    #[test]
    fn of_equals_the_later_is_gone_on_with() {
        use DiagnosticKind::Mismatch;
        check(&[&[Mismatch], &[Mismatch]], 2);
        assert_eq!(best(&[]), None);
    }
}
