//! Bundles: what is sealed, and what tells a forger.

use expect_test::expect;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use super::*;
use crate::analysis::fields::draft;
use crate::analysis::layout::sketch;
use crate::analysis::rules::discover;
use crate::doctype::DocumentTypes;
use crate::judge::{KERNEL, Said};
use crate::ports::{CheckJob, CheckReport};

const INVOICE: &str = "
                    Invoice

 Description                  Quantity          Unit price        Amount
 Pump maintenance                            3          1,200.00          3,600.00
 Travel                                     12             40.50            486.00
 Total                                                                    4,086.00
";

fn analysis(page: &str) -> Analysis {
    let types = DocumentTypes::shipped(&[]);
    discover(draft(&[sketch::document(page)], &types, None), &types)
}

fn judges(said: Said) -> Vec<Judge> {
    let (name, version) = (KERNEL.to_owned(), "0.1.0".to_owned());
    vec![Judge { name, version, said, why: None, took_ms: 1 }]
}

fn sealed(page: &str, verdict: Verdict) -> Bundle {
    let analysis = analysis(page);
    let model = emit::model("Invoice", &analysis);
    let content = Content {
        program: "0.1.0".to_owned(),
        project: "Invoice".to_owned(),
        run: 1,
        ended_at_ms: 1_764_000_000_000,
        verdict,
        detail: None,
        corrected_by: Vec::new(),
        judges: judges(Said::Accepted),
        analysis,
        modules: Vec::new(),
        pictures: Vec::new(),
    };
    Bundle::seal(content, &model)
}

/// No compiler, and a kernel that says this.
struct Saying(Said);

impl Checker for Saying {
    fn check<'a>(&'a self, _: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
    fn judge<'a>(&'a self, _: &'a CheckJob) -> BoxFuture<'a, Result<Option<Judge>, CheckerError>> {
        ready(Ok(judges(self.0).pop())).boxed()
    }
}

fn witnessed(it: &Bundle, said: Said) -> Witnessed {
    it.witnessed(&Saying(said)).now_or_never().unwrap().unwrap()
}

/// The same with something changed, and sealed by whoever did.
fn forged(it: &Bundle, change: impl FnOnce(&mut Content)) -> Bundle {
    let mut it = it.clone();
    change(&mut it.content);
    it.seal = sha256(letters(&it.content));
    Bundle::read(&it.bytes()).unwrap()
}

fn faults(it: &Bundle) -> Vec<String> {
    witnessed(it, Said::Accepted).faults.into_iter().map(|it| it.en).collect()
}

#[test]
fn what_was_sealed_is_read_again() {
    let it = sealed(INVOICE, Verdict::Checked);
    assert_eq!(Bundle::read(&it.bytes()).unwrap(), it);
    let names: Vec<&str> = it.content.modules.iter().map(|it| &*it.name).collect();
    assert_eq!(
        names,
        ["Domains.Core", "Domains.Facts.Invoice", "Domains.Invoice", "Domains.Audit.Invoice"]
    );
    let found = witnessed(&it, Said::Accepted);
    assert_eq!((found.faults.len(), found.verdict), (0, Verdict::Checked));
}

#[test]
fn any_other_byte_breaks_the_seal() {
    let bytes = sealed(INVOICE, Verdict::Checked).bytes();
    // Each byte once would be the same again and again, many thousand times.
    let every = 37;
    let whole = |bytes: &[u8]| Bundle::read(bytes).is_ok_and(|it| !it.broken);
    assert!(whole(&bytes));
    let n_whole = (0..bytes.len())
        .step_by(every)
        .filter(|at| {
            let mut other = bytes.clone();
            // A digit for a digit and a letter for a letter, so that it stays JSON mostly.
            other[*at] ^= 1;
            whole(&other)
        })
        .count();
    assert_eq!(n_whole, 0);
    let blank = [&bytes[..], b"\n"].concat();
    assert!(!whole(&blank), "other letters for the same");
    assert!(matches!(Bundle::read(&bytes[..bytes.len() / 2]), Err(BundleError::Unreadable(_))));
}

#[test]
fn what_was_changed_is_named() {
    let bytes = String::from_utf8(sealed(INVOICE, Verdict::Checked).bytes()).unwrap();
    let other = bytes.replacen("360000", "370000", 1);
    let it = Bundle::read(other.as_bytes()).unwrap();
    expect![[r#"
        the seal is broken: it was changed after it was made
        `Domains.Facts.Invoice`, line 44: it says `    [ MkItem "Pump maintenance" (MkDecimal 3 0) (MkMoney 120000) (MkMoney 370000)`, and the analysis makes it `    [ MkItem "Pump maintenance" (MkDecimal 3 0) (MkMoney 120000) (MkMoney 360000)`"#]].assert_eq(&faults(&it).join("\n"));
}

#[test]
fn another_format_is_named() {
    let other = br#"{"format":"proviso.bundle/9","seal":"","new":true}"#;
    assert_eq!(Bundle::read(other), Err(BundleError::Format("proviso.bundle/9".to_owned())));
}

#[test]
fn what_is_sealed_anew_is_held_to_its_analysis() {
    let it = sealed(INVOICE, Verdict::Checked);
    let mut all = Vec::new();
    for name in ["Core", "Facts.Invoice", "Audit.Invoice"] {
        let name = format!("Domains.{name}");
        let found = forged(&it, |it| {
            let module = it.modules.iter_mut().find(|it| it.name == name).unwrap();
            module.text = module.text.replacen('1', "2", 1);
        });
        all.extend(faults(&found));
    }
    all.extend(faults(&forged(&it, |it| drop(it.modules.remove(3)))));
    // An analysis that says something else has other facts.
    let other = forged(&it, |it| it.analysis = analysis(&INVOICE.replace("40.50", "40.05")));
    all.extend(faults(&other));
    expect![[r#"
        `Domains.Core`, line 1: it says `||| The trusted library: Layer 2 (primitive types) and Layer 2 (validated types that carry proofs)`, and the analysis makes it `||| The trusted library: Layer 1 (primitive types) and Layer 2 (validated types that carry proofs)`
        `Domains.Facts.Invoice`, line 12: it says `||| A row of the table on page 2.`, and the analysis makes it `||| A row of the table on page 1.`
        `Domains.Audit.Invoice`, line 18: it says `0 keeps2 : (c : Domains.Invoice.Doc) -> Domains.Facts.Invoice.R1 (Domains.Invoice.view c)`, and the analysis makes it `0 keeps1 : (c : Domains.Invoice.Doc) -> Domains.Facts.Invoice.R1 (Domains.Invoice.view c)`
        `Domains.Audit.Invoice` is not in it
        it has 3 modules instead of 4
        `Domains.Facts.Invoice`, line 45: it says `    , MkItem "Travel" (MkDecimal 12 0) (MkMoney 4050) (MkMoney 48600)`, and the analysis makes it `    , MkItem "Travel" (MkDecimal 12 0) (MkMoney 4005) (MkMoney 48600)`
        `Domains.Audit.Invoice`, line 39: it says `reads0_2 : Domains.Audit.Invoice.reads0_2_of Domains.Facts.Invoice.printed.items = Prelude.Basics.the (List Integer) [120000, 4050]`, and the analysis makes it `reads0_2 : Domains.Audit.Invoice.reads0_2_of Domains.Facts.Invoice.printed.items = Prelude.Basics.the (List Integer) [120000, 4005]`"#]].assert_eq(&all.join("\n"));
}

#[test]
fn a_verdict_has_to_follow() {
    let wrong = sealed(&INVOICE.replace("4,086.00", "4,087.00"), Verdict::Checked);
    assert_eq!(faults(&wrong), ["it says `checked`, and its own content makes it `discrepant`"]);
    let verified = sealed(INVOICE, Verdict::Verified);
    assert_eq!(faults(&verified), <[String; 0]>::default(), "the compiler may be missing here");
    let unknown = witnessed(&verified, Said::Outside);
    assert_eq!(
        unknown.faults[0].en,
        "that it is `verified` cannot be confirmed here: Proviso's own checker 0.1.0: no answer"
    );
}
