//! What the real compiler answers: asked where it is, recorded elsewhere.
//!
//! Each text here is one that a verdict or a repair depends on.

use expect_test::{Expect, expect};
use proviso_core::idris::quickfix;
use proviso_core::run::Module;

use super::recordings::RecordingChecker;
use super::*;

fn module(name: &str, text: &str) -> Module {
    Module { name: name.to_owned(), text: text.to_owned() }
}

fn ask(modules: &[Module], seconds: u64) -> Result<CheckReport, CheckerError> {
    let target = modules.last().expect("a target").name.clone();
    let job = CheckJob::unread(modules.to_vec(), &target, Duration::from_secs(seconds));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(RecordingChecker::new().check(&job))
}

/// The verdict and what each complaint is about; places and words differ between versions.
fn shown(report: &CheckReport) -> String {
    let mut lines = vec![if report.accepted { "accepted" } else { "rejected" }.to_owned()];
    for it in report.diagnostics.iter().filter(|it| it.rejects()) {
        let line = it.span.as_ref().map_or(0, |it| it.line);
        let declaration = it.declaration.as_deref().unwrap_or("-");
        lines.push(format!("{:?} in {declaration}, line {line}", it.kind));
    }
    lines.join("\n")
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    let report = ask(&[module("Domains.Rent", text)], 60).unwrap();
    expect.assert_eq(&shown(&report));
}

#[test]
fn a_sound_module_is_accepted_and_says_nothing_of_where_it_was_checked() {
    let text = "module Domains.Rent\n\n%default total\n\npublic export\nrent : Integer\nrent = 12\n\nyear : Domains.Rent.rent * 12 = 144\nyear = Refl\n";
    let report = ask(&[module("Domains.Rent", text)], 60).unwrap();
    assert!(report.accepted, "{report:?}");
    let said = "1/1: Building Domains.Rent (Domains/Rent.idr)\nNo holes";
    assert_eq!(report.output.trim_end(), said);
}

#[test]
fn an_import_that_does_not_exist_is_a_rejection_although_the_status_is_zero() {
    check(
        "module Domains.Rent\n\nimport Data.Lists\n",
        expect![[r#"
        rejected
        MissingModule in -, line 3"#]],
    );
}

#[test]
fn a_hole_and_a_name_without_a_body_are_rejected_although_the_compiler_accepts_them() {
    check(
        "module Domains.Rent\n\n%default total\n\nok : 3 = 2\n",
        expect![[r#"
        rejected
        Hole in Domains.Rent.ok, line 0"#]],
    );
    check(
        "module Domains.Rent\n\n%default total\n\nok : 3 = 2\nok = ?later\n",
        expect![[r#"
        rejected
        Hole in Domains.Rent.later, line 0"#]],
    );
    let modules = [
        module("Domains.Core", "module Domains.Core\n\npublic export\nok : 3 = 2\n"),
        module(
            "Domains.Rent",
            "module Domains.Rent\n\nimport Domains.Core\n\na : 3 = 2\na = Domains.Core.ok\n",
        ),
    ];
    expect![[r#"
        rejected
        Hole in Domains.Core.ok, line 0"#]]
    .assert_eq(&shown(&ask(&modules, 60).unwrap()));
}

#[test]
fn the_compiler_lets_through_what_proves_nothing() {
    // The scan for cheats is what rejects these; should a compiler begin to, this will say so.
    for text in [
        "module Domains.Rent\n\n%default total\n\nok : 3 = 2\nok = believe_me ()\n",
        "module Domains.Rent\n\n%default total\n\npartial\nok : 3 = 2\nok = ok\n",
    ] {
        let report = ask(&[module("Domains.Rent", text)], 60).unwrap();
        assert!(report.accepted, "{text}\n{}", shown(&report));
    }
}

#[test]
fn a_module_called_main_is_rejected_although_the_compiler_accepts_it() {
    check(
        "module Main\n\nx : Integer\nx = 1\n",
        expect![[r#"
        rejected
        ModuleName in -, line 1"#]],
    );
    check(
        "x : Integer\nx = 1\n",
        expect![[r#"
        rejected
        ModuleName in -, line 1"#]],
    );
    check(
        "module Domains.Other\n\nx : Integer\nx = 1\n",
        expect![[r#"
        rejected
        ModuleName in -, line 1"#]],
    );
}

#[test]
fn errors_of_several_declarations_come_at_once() {
    check(
        "module Domains.Rent\n\n%default total\n\na : Integer\na = \"x\"\n\nb : Integer\nb = depsoit\n\ndeposit : Integer\ndeposit = 1\n\nc : deposit = 2\nc = Refl\n\nd : Maybe Integer -> Integer\nd (Just x) = x\n\ne : Integer -> Integer\ne x = e x\n",
        expect![[r#"
            rejected
            MissingImplementation in a, line 6
            UndefinedName in b, line 9
            Mismatch in c, line 15
            Coverage in d, line 17
            Termination in e, line 20"#]],
    );
}

#[test]
fn a_parse_error_hides_all_others() {
    check(
        "module Domains.Rent\n\nrecord Price where\n  constructor MkPrice\n  supply, total : Integer\n\na : Integer\na = \"x\"\n",
        expect![[r#"
            rejected
            Parse in -, line 5"#]],
    );
}

#[test]
fn what_a_module_imports_is_checked_with_it() {
    let modules = [
        module("Domains.Core", "module Domains.Core\n\npublic export\none : Integer\none = 1\n"),
        module(
            "Domains.Facts.Rent",
            "module Domains.Facts.Rent\n\nimport public Domains.Core\n\npublic export\nprinted : Integer\nprinted = Domains.Core.one + 1\n",
        ),
        module(
            "Domains.Rent",
            "module Domains.Rent\n\nimport public Domains.Facts.Rent\n\npublic export\nview : Integer\nview = 3\n",
        ),
        module(
            "Domains.Audit.Rent",
            "module Domains.Audit.Rent\n\nimport Domains.Rent\n\na : Domains.Rent.view = Domains.Facts.Rent.printed\na = Refl\n",
        ),
    ];
    let report = ask(&modules, 60).unwrap();
    expect![[r#"
        rejected
        Mismatch in a, line 6"#]]
    .assert_eq(&shown(&report));
}

#[test]
fn a_large_natural_number_is_too_slow_and_its_repair_is_not() {
    let text = "module Domains.Rent\n\n%default total\n\nsum : the Nat (50650000 + 5065000) = 55715000\nsum = Refl\n";
    let slow = ask(&[module("Domains.Rent", text)], 5);
    assert!(matches!(slow, Err(CheckerError::TimedOut(_))), "{slow:?}");
    let message = "`idris2` gave no answer within 5 s".to_owned();
    let silence = Diagnostic { kind: DiagnosticKind::Exhausted, ..complaint(message) };
    let (repaired, _) = quickfix::fix(&module("Domains.Rent", text), &[silence]).unwrap();
    let report = ask(&[repaired], 60).unwrap();
    assert!(report.accepted, "{report:?}");
}

/// A broken text, the repairs that are made of it in turn, and what the compiler says at the end.
#[track_caller]
fn repair(text: &str, expect: Expect) {
    let mut module = module("Domains.Rent", text);
    let mut said = Vec::new();
    for _ in 0..4 {
        let report = ask(std::slice::from_ref(&module), 60).unwrap();
        if report.accepted {
            said.push("accepted".to_owned());
            break;
        }
        let Some((next, notes)) = quickfix::fix(&module, &report.diagnostics) else {
            said.push(shown(&report));
            break;
        };
        said.extend(notes);
        module = next;
    }
    expect.assert_eq(&said.join("\n"));
}

#[test]
fn repairs_satisfy_the_compiler() {
    repair(
        "module Domains.Rent\n\n%default total\n\npublic export\nrecord Price where\n  constructor MkPrice\n  supply, vat, total : Integer\n  0 sums : total = supply + vat\n\nlast : Price -> Integer\nlast p = p.total\n\nmake : Integer -> Price\nmake total = MkPrice total 0 (total + 0) believe\n  where\n    0 believe : total + 0 = total + 0\n    believe = Refl\n",
        expect![[r#"
            renamed `total`, which is a keyword, to `totalAmount`
            accepted"#]],
    );
    repair(
        "module Rent\n\n%default total\n\nok : So True\nok = Oh\n\nrows : List Integer\nrows = sort [3, 1, 2]\n",
        expect![[r#"
            named the module `Domains.Rent`, as its path demands
            imported `Data.So`, which has `So`
            imported `Data.List`, which has `sort`
            accepted"#]],
    );
    repair(
        "module Domains.Rent\n\n%default total\n\nimport Data.String\n\ny : String\ny = trim \" a \"\n",
        expect![[r#"
            moved `import Data.String` before the declarations
            accepted"#]],
    );
    repair(
        "module Domains.Rent\n\n%default total\n\ndata Kind = Full | Half\n\nrecord Price where\n  constructor MkPrice\n  supply, vat : Integer\n  kind : Kind\n  rows : List Kind\n  0 sums : vat = supply\n\ntext : Price -> String\ntext price = show price\n\nsame : Kind -> Kind -> Bool\nsame a b = a == b\n",
        expect![[r#"
            wrote the missing `Show` of `Price`
            wrote the missing `Show` of `Kind`
            wrote the missing `Eq` of `Kind`
            accepted"#]],
    );
    repair(
        "module Domains.Rent\n\n%default total\n\ndeposit : Integer\ndeposit = 100\n\nrent : Integer\nrent = depsoit\n",
        expect![[r#"
            wrote `deposit` for `depsoit`, as the compiler suggests
            accepted"#]],
    );
    repair(
        "module Domains.Rent\n\n%default total\n\nlength : List Integer -> Nat\nlength _ = 0\n\nn : Nat\nn = length []\n",
        expect![[r#"
            wrote `Domains.Rent.length` for `length`, which has several meanings
            accepted"#]],
    );
    repair(
        "module Domains.Rent\n\n%default total\n\nrecord Price\n  constructor MkPrice\n  supply : Integer\n",
        expect![[r#"
            added the missing `where` of a `record`
            accepted"#]],
    );
    repair(
        "module Domains.Rent\n\n%default total\n\ndata Kind : Type\n  Full : Kind\n  Half : Kind\n",
        expect![[r#"
            added the missing `where` of a `data`
            accepted"#]],
    );
}
