//! Every combination of verdict, judge, coverage, rules and corrections, and what may be said of it.

use expect_test::expect_file;

use super::*;
use crate::judge::COMPILER;

const VERDICTS: [Option<Verdict>; 9] = [
    None,
    Some(Verdict::Cancelled),
    Some(Verdict::Interrupted),
    Some(Verdict::Failed),
    Some(Verdict::Rejected),
    Some(Verdict::Unverified),
    Some(Verdict::Discrepant),
    Some(Verdict::Checked),
    Some(Verdict::Verified),
];
const DETAILS: [Option<&str>; 8] = [
    None,
    Some("no_rules"),
    Some("too_large"),
    Some("too_long"),
    Some("compiler_missing"),
    Some("attempts_used_up"),
    Some("locked"),
    Some("judges_disagree"),
];
/// What compiler and kernel said: all pairs, a compiler that is on record without its word included.
fn judges() -> Vec<(Option<&'static str>, Vec<Judge>)> {
    let words = [None, Some(Said::Accepted), Some(Said::Refused), Some(Said::Outside)];
    let mut all = vec![(None, Vec::new()), (Some("0.8.0"), Vec::new())];
    for compiler in words {
        for kernel in words.into_iter().filter(|it| compiler.is_some() || it.is_some()) {
            let both = [(COMPILER, "0.8.0", compiler), (KERNEL, "0.1.0", kernel)];
            let of = |(name, version, said): (&str, &str, Option<Said>)| {
                let (name, version) = (name.to_owned(), version.to_owned());
                said.map(|said| Judge { name, version, said, why: None, took_ms: 1 })
            };
            let judges = both.into_iter().filter_map(of).collect();
            all.push((compiler.map(|_| "0.8.0"), judges));
        }
    }
    all
}
const REFUTED: [u32; 3] = [0, 1, 3];

fn coverages() -> [Option<Coverage>; 4] {
    let of = |tied, printed| Some(Coverage { tied, printed, unheld: 0 });
    [None, of(0, 0), of(2, 17), of(16, 17)]
}

fn counts() -> [Option<RuleCounts>; 5] {
    let of = |holds, provable, waived| Some(RuleCounts { holds, provable, waived });
    [None, of(0, 0, 0), of(5, 0, 0), of(5, 3, 1), of(5, 5, 0)]
}

fn people() -> [Vec<String>; 3] {
    let of = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
    [of(&[]), of(&["한여울"]), of(&["한여울", "Kim", "한여울"])]
}

/// All combinations, those that no run can come to as well: what is stored may be old.
fn each(mut look: impl FnMut(Standing<'_>)) {
    let all_judges = judges();
    for corrected_by in &people() {
        for (verdict, detail) in VERDICTS.iter().flat_map(|v| DETAILS.iter().map(move |d| (*v, *d)))
        {
            for ((judge, judges), refuted) in
                all_judges.iter().flat_map(|j| REFUTED.iter().map(move |r| (j, *r)))
            {
                for coverage in coverages() {
                    for rules in counts() {
                        look(Standing {
                            verdict,
                            detail,
                            judge: *judge,
                            judges,
                            refuted,
                            rules,
                            coverage,
                            corrected_by,
                            check_timeout_ms: 30_000,
                        });
                    }
                }
            }
        }
    }
}

/// All sentences of one language, one a line.
fn sentences(it: &Told, one: fn(&Remark) -> &str) -> String {
    let more = [&it.little, &it.advice, &it.rules, &it.holds, &it.clean];
    let all = [Some(&it.name), Some(&it.means)].into_iter().chain(more.map(Option::as_ref));
    all.flatten().map(one).collect::<Vec<_>>().join("\n")
}

/// Whether a text claims that something is proved: what says that nothing is, is taken out first.
fn claims_a_proof(text: &str) -> bool {
    let denials = [
        "nothing is proved",
        "Nothing is proved",
        "nothing counts as proved",
        "증명한 것으로 보지 않",
        "too large to prove",
        "증명한 것이 없",
        "증명한 것은 없",
        "증명한 것으로 보지 않",
        "증명하지 못",
    ];
    let rest = denials.iter().fold(text.to_owned(), |text, it| text.replace(it, ""));
    rest.contains("prove") || rest.contains("증명")
}

#[test]
fn nothing_is_called_proved_that_nobody_proved() {
    let mut n = 0;
    each(|it| {
        n += 1;
        let told = it.told();
        for text in [sentences(&told, |it| &it.en), sentences(&told, |it| &it.ko)] {
            assert!(it.proves() || !claims_a_proof(&text), "{it:?}\n{text}");
        }
        assert!(it.proves() || told.n_proved == 0, "{it:?}");
    });
    assert_eq!(n, 3 * 9 * 8 * 17 * 3 * 4 * 5);
}

#[test]
fn nothing_is_green_that_is_not_proved_or_that_is_little_of_the_page() {
    each(|it| {
        let told = it.told();
        let little = it.coverage.is_some_and(|it| it.is_thin());
        if told.tone == Tone::Good {
            let proved = matches!(it.verdict, Some(Verdict::Verified | Verdict::Checked));
            assert!(it.proves() && !little && proved, "{it:?}");
            assert!(it.rules.is_none_or(|it| it.provable > 0), "{it:?}");
        }
        if let Some(clean) = told.clean.filter(|_| little) {
            assert_ne!(told.tone, Tone::Good, "{it:?}");
            assert!(clean.en.contains("2 of 17"), "{it:?}");
        }
    });
}

#[test]
fn a_verdict_over_corrected_values_names_them_and_who_said_so() {
    each(|it| {
        let judged = matches!(
            it.verdict,
            Some(Verdict::Verified | Verdict::Discrepant | Verdict::Unverified | Verdict::Rejected)
        );
        let Remark { en, ko } = it.name();
        let named = |text: &str| it.corrected_by.iter().all(|who| text.contains(who.as_str()));
        if judged && !it.corrected_by.is_empty() {
            assert!(named(&en) && named(&ko), "{en} / {ko}");
            let n = it.corrected_by.len().to_string();
            assert!(en.contains(&n) && ko.contains(&n), "{en} / {ko}");
        }
    });
}

#[test]
fn what_is_refuted_is_told_in_every_verdict_about_the_document() {
    each(|it| {
        let about = matches!(it.verdict, Some(Verdict::Discrepant | Verdict::Unverified));
        let told = it.told();
        if it.refuted > 0 {
            assert_eq!(told.clean, None, "{it:?}");
            assert_ne!((about, told.tone), (true, Tone::Good), "{it:?}");
        }
        let known = about && it.detail != Some("no_rules") && told.means.en.contains("contradicts");
        if known {
            assert!(told.means.en.contains(&it.refuted.to_string()), "{it:?}");
        }
    });
}

#[test]
fn what_only_the_kernel_or_nobody_has_judged_waits_for_a_compiler() {
    let (kernel, both) = (judge::tests::judges(None, Some(Said::Accepted)), |said| {
        judge::tests::judges(Some(said), Some(Said::Accepted))
    });
    let waits = |verdict, detail, judges: &[Judge]| {
        let judge = judge::said(judges, COMPILER).map(|_| "0.8.0");
        Standing {
            verdict: Some(verdict),
            detail,
            judge,
            judges,
            refuted: 0,
            rules: None,
            coverage: None,
            corrected_by: &[],
            check_timeout_ms: 30_000,
        }
        .waits_for_compiler()
    };
    assert!(waits(Verdict::Unverified, Some("compiler_missing"), &[]));
    assert!(waits(Verdict::Checked, None, &kernel));
    assert!(waits(Verdict::Discrepant, Some("thin"), &kernel), "false, says the kernel alone");
    assert!(!waits(Verdict::Discrepant, None, &both(Said::Accepted)));
    assert!(!waits(Verdict::Verified, None, &both(Said::Accepted)));
    for nothing_to_prove in ["no_rules", "too_large", "too_long", "judges_disagree"] {
        assert!(!waits(Verdict::Unverified, Some(nothing_to_prove), &kernel), "{nothing_to_prove}");
    }
    assert!(!waits(Verdict::Failed, Some("locked"), &[]));
}

#[test]
fn what_is_too_long_is_no_matter_of_time() {
    each(|it| {
        let advice = it.told().advice;
        let is_too_much = it.verdict == Some(Verdict::Unverified)
            && matches!(it.detail, Some("too_large" | "too_long"));
        assert_eq!(advice.is_some(), is_too_much, "{it:?}");
        let Some(Remark { en, ko }) = advice else { return };
        let Remark { en: means, ko: means_ko } = it.told().means;
        let speaks_of_time = [
            en.contains("time"),
            ko.contains("시간"),
            means.contains("30 s"),
            means_ko.contains("30초"),
        ];
        assert_eq!(speaks_of_time, [it.detail == Some("too_large"); 4], "{it:?}");
    });
}

#[test]
fn only_what_is_wrong_in_the_document_looks_wrong() {
    each(|it| {
        let wrong = match it.verdict {
            Some(Verdict::Discrepant) => true,
            Some(Verdict::Unverified) => it.refuted > 0,
            _ => false,
        };
        assert_eq!(it.tone() == Tone::Bad, wrong, "{it:?}");
    });
}

/// What it is called, verdict, detail, how many rules are refuted, coverage, the rules, and who
/// corrected.
type Case<'a> = (
    &'a str,
    Option<Verdict>,
    Option<&'a str>,
    u32,
    Option<Coverage>,
    Option<RuleCounts>,
    &'a [String],
);

/// The combinations that runs come to, for people who read the sentences over.
#[test]
fn the_sentences_are_these() {
    use std::fmt::Write as _;
    let [none, one, several] = people();
    let [_, _, thin, wide] = coverages();
    let [_, no_rules, unproved, some, all] = counts();
    let cases: Vec<Case<'_>> = vec![
        ("under way", None, None, 0, None, None, &none),
        ("cancelled", Some(Verdict::Cancelled), None, 0, None, None, &none),
        ("interrupted", Some(Verdict::Interrupted), None, 0, None, None, &none),
        ("failed", Some(Verdict::Failed), Some("locked"), 0, None, None, &none),
        ("rejected", Some(Verdict::Rejected), Some("attempts_used_up"), 0, wide, all, &none),
        ("no rule", Some(Verdict::Unverified), Some("no_rules"), 0, thin, no_rules, &none),
        ("no compiler", Some(Verdict::Unverified), Some("compiler_missing"), 0, wide, all, &none),
        (
            "no compiler, thin",
            Some(Verdict::Unverified),
            Some("compiler_missing"),
            0,
            thin,
            all,
            &none,
        ),
        (
            "no compiler, wrong",
            Some(Verdict::Unverified),
            Some("compiler_missing"),
            3,
            wide,
            all,
            &none,
        ),
        ("too large", Some(Verdict::Unverified), Some("too_large"), 0, wide, unproved, &none),
        (
            "too large, wrong",
            Some(Verdict::Unverified),
            Some("too_large"),
            1,
            wide,
            unproved,
            &none,
        ),
        ("too long", Some(Verdict::Unverified), Some("too_long"), 0, wide, unproved, &none),
        ("wrong", Some(Verdict::Discrepant), None, 1, wide, all, &none),
        ("wrong, thin", Some(Verdict::Discrepant), Some("thin"), 3, thin, all, &none),
        ("right", Some(Verdict::Verified), None, 0, wide, all, &none),
        ("right, waived, in part", Some(Verdict::Verified), None, 0, wide, some, &none),
        ("right, thin", Some(Verdict::Verified), Some("thin"), 0, thin, all, &none),
        ("right, corrected", Some(Verdict::Verified), None, 0, wide, all, &one),
        ("right, corrected by several", Some(Verdict::Verified), None, 0, wide, all, &several),
    ];
    let mut table = String::new();
    for (name, verdict, detail, refuted, coverage, rules, corrected_by) in cases {
        let judge = (detail != Some("compiler_missing")).then_some("0.8.0");
        let told = Standing {
            verdict,
            detail,
            judges: &[],
            judge,
            refuted,
            rules,
            coverage,
            corrected_by,
            check_timeout_ms: 30_000,
        }
        .told();
        let _ = writeln!(table, "== {name} ({:?})", told.tone);
        for text in [sentences(&told, |it| &it.ko), sentences(&told, |it| &it.en)] {
            let _ = writeln!(table, "{text}\n");
        }
    }
    expect_file!["table.txt"].assert_eq(&table);
}

/// The same where the embedded checker has judged.
#[test]
fn the_sentences_of_the_kernel_are_these() {
    use std::fmt::Write as _;
    let (yes, no, outside) = (Said::Accepted, Said::Refused, Said::Outside);
    let [_, _, thin, wide] = coverages();
    let all = counts()[4];
    let cases = [
        ("kernel alone", Verdict::Checked, None, 0, wide, None, yes),
        ("kernel alone, thin", Verdict::Checked, Some("thin"), 0, thin, None, yes),
        ("kernel alone, wrong", Verdict::Discrepant, None, 1, wide, None, yes),
        ("both, wrong", Verdict::Discrepant, None, 1, wide, Some(yes), yes),
        ("both", Verdict::Verified, None, 0, wide, Some(yes), yes),
        ("kernel outside", Verdict::Unverified, Some("compiler_missing"), 0, wide, None, outside),
        ("kernel unsure", Verdict::Unverified, Some("compiler_missing"), 0, wide, None, no),
        ("kernel refuses", Verdict::Unverified, Some("judges_disagree"), 0, wide, Some(yes), no),
        ("compiler refuses", Verdict::Rejected, Some("judges_disagree"), 0, wide, Some(no), yes),
    ];
    let mut out = String::new();
    for (name, verdict, detail, refuted, coverage, compiler, kernel) in cases {
        let judges = judge::tests::judges(compiler, Some(kernel));
        let told = Standing {
            verdict: Some(verdict),
            detail,
            judge: compiler.map(|_| "0.8.0"),
            judges: &judges,
            refuted,
            rules: all,
            coverage,
            corrected_by: &[],
            check_timeout_ms: 30_000,
        }
        .told();
        let (ko, en) = (sentences(&told, |it| &it.ko), sentences(&told, |it| &it.en));
        writeln!(out, "== {name} ({:?})\n{ko}\n\n{en}\n", told.tone).unwrap();
    }
    expect_file!["./kernel.txt"].assert_eq(&out);
}
